#include <array>
#include <string_view>

#include "bench/measure/fairness.h"
#include "bench/report/reports.h"
#include "bench/report/sentences.h"
#include "conformance/report/json_object.h"

namespace holdfast::bench {
namespace {

using conformance::JsonObject;

constexpr std::array<std::string_view, kOutcomes> kOutcomeKeys = {
    "got", "refused_by_condition", "refused_by_conflict", "throttled", "withdrawn", "unknown", "failed"};

void AddLatency(JsonObject& to, std::string_view name, const LatencyHistogram& histogram) {
  to.Object(name, [&](JsonObject& object) {
    object.Integer("count", histogram.count());
    object.Integer("mean", histogram.Mean().count());
    object.Integer("p50", histogram.Percentile(50).count());
    object.Integer("p90", histogram.Percentile(90).count());
    object.Integer("p99", histogram.Percentile(99).count());
    object.Integer("p99.9", histogram.Percentile(99.9).count());
    object.Integer("max", histogram.max().count());
  });
}

void AddOutcomes(JsonObject& to, const OutcomeCounts& counts) {
  for (size_t outcome = 0; outcome < kOutcomes; ++outcome) to.Integer(kOutcomeKeys[outcome], counts[outcome]);
}

void AddMetrics(JsonObject& to, const Metrics& metrics) {
  to.Object("fates", [&](JsonObject& object) { AddOutcomes(object, metrics.outcomes()); });
  to.Integer("never_started", metrics.unstarted());
  to.Object("latency", [&](JsonObject& object) {
    AddLatency(object, "got", metrics.success_latency());
    AddLatency(object, "got_service", metrics.success_service());
    AddLatency(object, "refused", metrics.refused_latency());
    AddLatency(object, "refused_service", metrics.refused_service());
    AddLatency(object, "decided", metrics.decided());
    AddLatency(object, "added_by_retries", metrics.retrying());
  });
  to.Object("retries", [&](JsonObject& object) {
    object.Integer("requests", metrics.requests());
    object.Integer("retries", metrics.retries());
    object.Integer("operations_with_retries", metrics.retried());
  });
  const Fairness fairness = FairnessOf(metrics.successes_by_client());
  to.Object("fairness", [&](JsonObject& object) {
    object.Real("jain_index", fairness.jain_index);
    object.Real("most_of_equal_share", fairness.most);
    object.Real("least_of_equal_share", fairness.least);
    object.Integer("clients_with_nothing", fairness.clients_with_nothing);
    object.Array("got_by_client", metrics.successes_by_client(), [](auto& json, int64_t got) { json.Int64(got); });
  });
  to.Integer("timeline_step", metrics.timeline_width().count());
  to.Objects("timeline", metrics.timeline(), AddOutcomes);
  to.Object("complaints", [&](JsonObject& object) {
    for (const auto& [complaint, count] : metrics.complaints()) object.Integer(complaint, count);
  });
}

void AddResult(JsonObject& object, const EndpointResult& result) {
  object.Text("endpoint", result.endpoint);
  object.Text("verdict", NameOf(VerdictOf(result)));
  object.Texts("violations", result.violations);
  object.Text("not_run", result.not_run);
  object.Real("seconds", result.seconds);
  object.Real("running_seconds", result.running_seconds);
  object.Real("client_load", result.client_load);
  object.Real("operations_per_second", result.PerSecond(result.metrics.operations()));
  object.Real("got_per_second", result.PerSecond(result.metrics.Count(Outcome::kSucceeded)));
  AddMetrics(object, result.metrics);
  object.Object("details", [&](JsonObject& details) {
    for (const auto& [what, count] : result.details) details.Integer(what, count);
  });
}

void AddWorkload(JsonObject& object, const WorkloadResult& workload) {
  object.Text("name", workload.name);
  object.Text("sentence", workload.sentence);
  object.Text("invariant", workload.invariant);
  object.Objects("endpoints", workload.endpoints, AddResult);
  object.Objects("ratios", RatiosOf(workload), [&workload](JsonObject& one, const Ratio& ratio) {
    one.Text("what", ratio.what);
    one.Real("overall", ratio.overall);
    one.Real("least", ratio.least);
    one.Real("most", ratio.most);
    const Winner winner = WinnerOf(ratio);
    if (winner == Winner::kNeither) return one.Null("faster");
    one.Text("faster", workload.endpoints[winner == Winner::kFirst ? 0 : 1].endpoint);
  });
}

}  // namespace

std::string JsonReport(const BenchReport& report) {
  return conformance::FormatJsonDocument([&report](JsonObject& object) {
    object.Text("verdict", NameOf(Overall(report)));
    object.Integer("exit_status", ExitStatus(Overall(report)));
    object.Text("version", report.version);
    object.Text("region", report.region);
    object.Text("started", report.started);
    object.Text("seed", std::to_string(report.seed));
    object.Integer("clients", report.clients);
    object.Integer("threads", report.threads);
    object.Real("rate", report.rate);
    object.Real("machine_load", report.machine_load);
    object.Text("arrivals", report.rate <= 0 ? "closed" : report.poisson ? "poisson" : "even");
    object.Integer("think", report.think.count());
    object.Text("retry_policy", report.retry_policy);
    object.Objects("workloads", report.workloads, AddWorkload);
  });
}

}  // namespace holdfast::bench
