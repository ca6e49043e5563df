#include "server/shake/runs.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

#include "absl/time/time.h"

extern char** environ;

namespace holdfast::server::shake {
namespace {

// "Within a few days": https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html
constexpr absl::Duration kTimeToLiveDelay = absl::Hours(48);

}  // namespace

Runs::Runs(const std::vector<std::string>& command, const std::vector<ShakenServer>& servers, rlim_t descriptors_max)
    : command_(command), servers_(servers), commands_(descriptors_max), active_(servers.size()) {
  std::vector<std::string> environment;
  for (char** variable = environ; *variable != nullptr; ++variable) environment.emplace_back(*variable);
  for (size_t i = 0; i < servers.size(); ++i) {
    environments_.push_back(EnvironmentFor(servers[i].url, environment));
    environments_.back().push_back("HOLDFAST_JOB=" + std::to_string(i + 1));
    if (i > 0) OrderOf(i).ShareRecordsWith(OrderOf(0));
  }
}

bool Runs::Execute(const Next& next, const Done& done) {
  bool started = true;
  bool more = true;
  while (true) {
    started = started && StartMore(next, &more);
    if (commands_.running() == 0) return started && !interrupted();
    auto [server, outcome] = commands_.Await();
    Run run = Collect(server, outcome);
    active_[server].reset();
    if (started && !interrupted()) done(std::move(run), std::move(outcome.output));
  }
}

bool Runs::StartMore(const Next& next, bool* more) {
  for (size_t i = 0; i < servers_.size() && *more && !interrupted(); ++i) {
    if (active_[i].has_value()) continue;
    std::optional<PlannedRun> planned = next();
    *more = planned.has_value();
    if (!*more) break;
    Prepare(servers_[i], *planned);
    const auto started = commands_.Start(i, command_, environments_[i], planned->timeout);
    if (!started.ok()) {
      std::fprintf(stderr, "holdfast: %s\n", started.error().c_str());
      return false;
    }
    active_[i] = Active{*planned, servers_[i].engine.expired_items_skipped()};
  }
  return true;
}

void Runs::Prepare(const ShakenServer& server, const PlannedRun& planned) {
  const DatabaseSelection all;
  server.races.CloseAll("a new run of holdfast shake has begun");
  server.races.faults().Remove(all);
  server.races.anomalies()->Restart(planned.options);
  if (server.upstream != nullptr) return server.upstream->Restart();
  server.engine.DropForks(all);
  server.engine.Reset(all);
  server.engine.ChangeClocks(all, {.follow_source = true});
  const bool is_late = planned.classes.Contains(AnomalyClass::kLateTtl);
  server.engine.SetTimeToLiveDelay(is_late ? kTimeToLiveDelay : absl::ZeroDuration());
}

Run Runs::Collect(size_t server, const CommandOutcome& outcome) const {
  const Anomalies& anomalies = *servers_[server].races.anomalies();
  const Active& active = *active_[server];
  return {.seed = active.planned.options.seed,
          .classes = active.planned.classes,
          .failed = outcome.failed(),
          .status = outcome.status,
          .timed_out = outcome.timed_out,
          .duration = outcome.duration,
          .anomalies = anomalies.counts(),
          .order = anomalies.order().counts(),
          .expired_items_skipped = servers_[server].engine.expired_items_skipped() - active.items_skipped_before,
          .notes = anomalies.notes(),
          .lost_updates = anomalies.lost_updates().findings(),
          .failure_line = outcome.failed() ? FailureLine(outcome.output) : ""};
}

}  // namespace holdfast::server::shake
