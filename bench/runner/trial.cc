#include "bench/runner/trial.h"

#include <algorithm>
#include <utility>

#include "conformance/client/interruption.h"
#include "conformance/runner/seeds.h"

namespace holdfast::bench {
namespace {

constexpr int kSetupClient = -1;

conformance::EndpointOptions EndpointAt(const BenchOptions& options, const conformance::EndpointUrl& url) {
  conformance::EndpointOptions endpoint = options.load.endpoint;
  endpoint.url = url;
  endpoint.streams_url = url;
  return endpoint;
}

conformance::TableDefinition TableOf(const WorkloadRow& row) {
  return {std::string(row.name), R"("BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}])",
          ""};
}

void CountClaims(const Metrics& metrics, Claims* claims) {
  claims->got += metrics.Count(Outcome::kSucceeded);
  claims->unknown += metrics.unknown_attempts();
}

SliceFigures FiguresOf(const Metrics& metrics, Nanoseconds length) {
  const double seconds = std::chrono::duration<double>(length).count();
  return {.got_median = metrics.success_latency().Percentile(50),
          .refused_median = metrics.refused_latency().Percentile(50),
          .got_per_second = static_cast<double>(metrics.Count(Outcome::kSucceeded)) / seconds,
          .operations_per_second = static_cast<double>(metrics.operations()) / seconds};
}

// The reason for Verdict::kNotRun if no operation succeeded or was refused; otherwise empty.
std::string WhyNotRun(const Metrics& metrics) {
  if (metrics.Count(Outcome::kSucceeded) > 0 || metrics.refused() > 0) return "";
  if (metrics.complaints().empty()) return "not one operation ended in time";
  return "not one operation was carried out; the endpoint said " + metrics.complaints().begin()->first;
}

}  // namespace

Trial::Trial(const BenchOptions& options, const WorkloadRow& row, const conformance::EndpointUrl& url,
             const std::string& trial_tag)
    : warm_up_(options.warm_up),
      threads_(options.load.threads),
      client_(EndpointAt(options, url), kSetupClient,
              conformance::DeriveSeed(options.load.seed, "setup", 0, kSetupClient)),
      tables_(&client_, "holdfast-bench-" + trial_tag) {
  result_.endpoint = url.scheme + "://" + url.HostHeader();
  result_.metrics = Metrics(options.load.clients, options.load.measured, options.load.timeline_width);
  WorkloadOptions workload_options = options.workload_options;
  workload_options.trial_tag = trial_tag;
  workload_options.table = tables_.Ensure(TableOf(row));
  workload_ = row.make(workload_options);
  workload_->Prepare(client_);
  LoadSettings settings = options.load;
  settings.endpoint = EndpointAt(options, url);
  settings.loads = static_cast<int>(options.endpoints.size());
  if (!row.sells_out) settings.think = Nanoseconds(0);
  load_.emplace(std::move(settings), workload_.get());
}

void Trial::WarmUp() {
  if (warm_up_ > Nanoseconds(0)) CountClaims(load_->Run(warm_up_, Nanoseconds(0)), &claims_);
  details_before_ = workload_->Details();
}

void Trial::Measure(Nanoseconds length) {
  const TimePoint begun = Clock::now();
  const Metrics metrics = load_->Run(length, measured_);
  const Nanoseconds running = Clock::now() - begun;
  // An interruption (Ctrl-C) ends a run early.
  measured_ += std::min(length, running);
  running_ += running;
  CountClaims(metrics, &claims_);
  result_.metrics.Add(metrics);
  result_.slices.push_back(FiguresOf(metrics, running));
}

EndpointResult Trial::Finish() {
  if (measured_ == Nanoseconds(0)) {
    result_.not_run = "interrupted before it was measured";
    return std::move(result_);
  }
  result_.seconds = std::chrono::duration<double>(measured_).count();
  result_.running_seconds = std::chrono::duration<double>(running_).count();
  const double processor_seconds = std::chrono::duration<double>(result_.metrics.processor_time()).count();
  result_.client_load = processor_seconds / (result_.running_seconds * threads_);
  result_.details = workload_->Details();
  for (size_t i = 0; i < result_.details.size(); ++i) result_.details[i].second -= details_before_[i].second;
  if (conformance::Interrupted()) {
    // Requests may still be in flight: the table cannot be checked.
    result_.not_run = "interrupted before its table could be checked";
    return std::move(result_);
  }
  result_.not_run = WhyNotRun(result_.metrics);
  result_.violations = workload_->Verify(client_, claims_);
  return std::move(result_);
}

}  // namespace holdfast::bench
