#include "bench/report/sentences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "bench/measure/fairness.h"
#include "bench/report/figures.h"
#include "conformance/report/readable_text.h"

namespace holdfast::bench {
namespace {

using conformance::FormatCount;
using conformance::FormatNumber;

std::vector<std::string> NamesOf(const BenchReport& report, Verdict verdict) {
  std::vector<std::string> names;
  for (const WorkloadResult& workload : report.workloads) {
    for (const EndpointResult& result : workload.endpoints) {
      if (VerdictOf(result) != verdict) continue;
      names.push_back(workload.name + (workload.endpoints.size() > 1 ? " (" + result.endpoint + ")" : ""));
    }
  }
  return names;
}

std::string TwoDecimals(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", share);
  return text;
}

}  // namespace

std::string LoadText(const BenchReport& report) {
  if (report.rate > 0) {
    return "open loop: " + FormatRate(report.rate) + (report.poisson ? " at random moments" : " in equal steps");
  }
  if (report.think == Nanoseconds(0)) return "closed loop";
  return "closed loop, " + FormatLatency(report.think) + " of think time in workloads that can sell out";
}

std::string LoadSentence(const BenchReport& report) {
  return FormatCount(report.clients, "client") + " on " + FormatCount(report.threads, "thread") + ", " +
         LoadText(report) + "; retries: " + report.retry_policy;
}

std::string MeasuredSentence(const EndpointResult& result) {
  return conformance::FormatDuration(result.seconds) + " measured, " +
         FormatCount(result.metrics.operations(), "operation");
}

std::string GistSentence(const WorkloadResult& workload, const EndpointResult& result) {
  const Metrics& metrics = result.metrics;
  const int64_t got = metrics.Count(Outcome::kSucceeded);
  std::string gist = FormatNumber(got) + " of " + FormatCount(metrics.operations(), "operation") + " (" +
                     FormatShare(got, metrics.operations()) +
                     ") got what they wanted: " + FormatRateNumber(result.PerSecond(got)) + " " + workload.prize +
                     " a second.";
  if (got > 0) {
    gist += " Half of them waited " + FormatLatency(metrics.success_latency().Percentile(50)) +
            " or less, one in a hundred " + FormatLatency(metrics.success_latency().Percentile(99)) + " or more.";
  }
  if (metrics.refused() > 0) {
    gist += " " + FormatNumber(metrics.refused()) + " were refused, half of them within " +
            FormatLatency(metrics.refused_latency().Percentile(50)) + ".";
  }
  return gist;
}

std::string FairnessSentence(const Metrics& metrics) {
  const Fairness fairness = FairnessOf(metrics.successes_by_client());
  std::string sentence = "Fairness " + FormatFairness(fairness.jain_index) +
                         " (Jain; 1 is an equal share for all): the luckiest client got " + TwoDecimals(fairness.most) +
                         " of an equal share, the unluckiest " + TwoDecimals(fairness.least) + ".";
  if (fairness.clients_with_nothing > 0) {
    sentence += " " + FormatCount(fairness.clients_with_nothing, "client") + " got nothing.";
  }
  return sentence;
}

std::string RetrySentence(const Metrics& metrics) {
  if (metrics.retries() == 0) return "Nothing was retried.";
  return FormatCount(metrics.retried(), "operation") + " (" + FormatShare(metrics.retried(), metrics.operations()) +
         ") took retries: " + FormatNumber(metrics.retries()) + " of " + FormatCount(metrics.requests(), "request") +
         ". Half of these operations lost " + FormatLatency(metrics.retrying().Percentile(50)) + " or more by it.";
}

std::string ClientLoadSentence(const EndpointResult& result) {
  constexpr double kBusy = 0.8;
  if (result.client_load < kBusy) return "";
  const int64_t percent = std::llround(100 * result.client_load);
  return "The clients' own threads were busy " + std::to_string(percent) +
         " % of the time: with more --threads, or with fewer clients, the endpoint may show to be faster.";
}

std::string ComparisonSentence(const WorkloadResult& workload) {
  const std::vector<Ratio> ratios = RatiosOf(workload);
  if (ratios.empty()) return "";
  std::vector<std::string> first;
  std::vector<std::string> second;
  for (const Ratio& ratio : ratios) {
    const Winner winner = WinnerOf(ratio);
    if (winner == Winner::kFirst) first.push_back(ratio.what + " " + FormatRatio(ratio.overall));
    if (winner == Winner::kSecond) second.push_back(ratio.what + " " + FormatRatio(1 / ratio.overall));
  }
  std::string sentence;
  const auto add = [&sentence](const std::string& endpoint, const std::vector<std::string>& wins) {
    if (wins.empty()) return;
    sentence += (sentence.empty() ? "" : " ") + endpoint + " is faster: " + conformance::JoinWithAnd(wins) + ".";
  };
  add(workload.endpoints[0].endpoint, first);
  add(workload.endpoints[1].endpoint, second);
  return sentence.empty() ? "Neither is consistently faster: no ratio has one winner in all pairs of slices."
                          : sentence;
}

std::string MachineLoadSentence(const BenchReport& report) {
  constexpr double kBusy = 0.5;
  if (report.machine_load < kBusy) return "";
  return "This machine had other work when the run began (" + TwoDecimals(report.machine_load) +
         " processes for each processor wanted to run): these figures mean little. Compare endpoints by --compare.";
}

std::string VerdictSentence(const BenchReport& report) {
  const std::vector<std::string> violated = NamesOf(report, Verdict::kViolated);
  if (!violated.empty()) {
    return conformance::JoinWithAnd(violated) + (violated.size() == 1 ? " does" : " do") +
           " not hold: what the endpoint stored is not what it told its clients.";
  }
  const std::vector<std::string> not_run = NamesOf(report, Verdict::kNotRun);
  if (!not_run.empty()) return conformance::JoinWithAnd(not_run) + " could not be run.";
  return "What the endpoint told its clients is what it stored.";
}

std::string HeadlineSentence(const BenchReport& report) {
  const bool compares = !report.workloads.empty() && report.workloads.front().endpoints.size() == 2;
  if (!compares || Overall(report) != Verdict::kHolds) return VerdictSentence(report);
  // For each endpoint, the workloads in which it wins at least one of the ratios and the other endpoint wins none.
  std::array<std::vector<std::string>, 2> workloads_won;
  for (const WorkloadResult& workload : report.workloads) {
    const std::vector<Ratio> ratios = RatiosOf(workload);
    const auto any = [&ratios](Winner winner) {
      return std::any_of(ratios.begin(), ratios.end(), [=](const Ratio& ratio) { return WinnerOf(ratio) == winner; });
    };
    const bool first = any(Winner::kFirst);
    if (first != any(Winner::kSecond)) workloads_won[first ? 0 : 1].push_back(workload.name);
  }
  std::vector<std::string> sentences;
  for (size_t i = 0; i < workloads_won.size(); ++i) {
    if (workloads_won[i].empty()) continue;
    sentences.push_back(report.workloads.front().endpoints[i].endpoint + " is faster in " +
                        conformance::JoinWithAnd(workloads_won[i]));
  }
  return sentences.empty() ? "Neither endpoint is faster." : conformance::JoinWithAnd(sentences) + ".";
}

std::vector<std::string> ResultSentences(const BenchReport& report) {
  std::vector<std::string> sentences;
  for (const WorkloadResult& workload : report.workloads) {
    const EndpointResult& only = workload.endpoints.front();
    const std::string comparison = ComparisonSentence(workload);
    const bool ran = VerdictOf(only) != Verdict::kNotRun;
    if (comparison.empty() && !ran) continue;
    sentences.push_back(workload.name + ": " + (comparison.empty() ? GistSentence(workload, only) : comparison));
  }
  return sentences;
}

}  // namespace holdfast::bench
