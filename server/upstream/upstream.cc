#include "server/upstream/upstream.h"

#include <utility>

#include "engine/race/steps/engine_executor.h"
#include "server/race/table_changes.h"

namespace holdfast::server {
namespace {

// The test writes the start state of each run, and what it has written stays.
class UpstreamStore final : public SessionStore {
 public:
  UpstreamStore(UpstreamClient& client, TableMirror& tables) : executor_(client, tables) {}

  race::StepExecutor& executor() override { return executor_; }
  bool restores_start_each_run() const override { return false; }
  void DiscardChangesSinceOpen() override {}
  void RestoreOriginal() override {}

 private:
  UpstreamExecutor executor_;
};

}  // namespace

Upstream::Upstream(conformance::EndpointOptions endpoint, std::shared_ptr<Database> tables, UpstreamLimits limits)
    : client_(std::move(endpoint), limits), tables_(&client_, std::move(tables)), executor_(client_, tables_) {}

// The client must stop before tables_ is destroyed: the handlers of forwarded requests use it.
Upstream::~Upstream() { client_.Stop(); }

race::Execution Upstream::Execute(const race::Request& request) {
  LatchLock lock(&latch_);
  return executor_.Execute(request);
}

Result<race::Response> Upstream::ExecutePartially(const race::Request& batch) {
  LatchLock lock(&latch_);
  return race::CallPartially(executor_, batch);
}

void Upstream::Restart() {
  LatchLock lock(&latch_);
  executor_.BeginRun();
}

void Upstream::Forwarded(std::string_view operation) {
  if (ChangesTables(operation)) tables_.Forget();
}

Result<std::unique_ptr<SessionStore>, std::string> Upstream::OpenStore(const RaceOptions& options) {
  const std::string server = "this server forwards requests to " + client_.url();
  if (options.start == StartState::kSnapshot) {
    return server +
           ", of which it has no snapshots: start must be test, and the test writes the start state of each run";
  }
  if (options.session.stale_reads > 0 || options.session.index_lag > 0) {
    return server + ", of which it has no older states: stale_reads and index_lag must be 0";
  }
  if (!options.session.ignore_conditions.empty()) {
    return server + ", and sends them as they are: there is no ignore_conditions";
  }
  return std::unique_ptr<SessionStore>(std::make_unique<UpstreamStore>(client_, tables_));
}

}  // namespace holdfast::server
