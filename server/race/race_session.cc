#include "server/race/race_session.h"

#include <algorithm>
#include <utility>

namespace holdfast::server {
namespace {

constexpr std::chrono::milliseconds kTickInRun(10);
constexpr std::chrono::milliseconds kTickBetweenRuns(100);

std::string Join(const std::vector<std::string>& names) {
  std::string joined;
  for (const std::string& name : names) joined += (joined.empty() ? "" : ", ") + name;
  return joined;
}

std::string RunName(uint64_t run) { return "run " + std::to_string(run); }

// A client that has closed its sending side counts as disconnected: an SDK that times out closes the whole connection.
bool IsDisconnected(const DeferredResponse& response) { return response.client() != ClientStatus::kConnected; }

// Requests that several actors send at the same time arrive in any order, but the schedule determines the order of
// their first steps.
void SortByFirstStep(race::History& history) {
  const auto first_step = [](const race::HistoryEntry& entry) {
    return entry.steps.empty() ? SIZE_MAX : entry.steps.front().position;
  };
  std::stable_sort(history.entries.begin(), history.entries.end(),
                   [&](const auto& a, const auto& b) { return first_step(a) < first_step(b); });
}

}  // namespace

Result<std::unique_ptr<RaceSession>, std::string> RaceSession::Open(uint64_t id, NamedDatabase database,
                                                                    RaceOptions options,
                                                                    const SessionStoreFactory& stores,
                                                                    RaceResponseSink* responses,
                                                                    Clock::time_point now) {
  auto store = stores(database.second, options);
  if (!store.ok()) return std::move(store).error();
  std::unique_ptr<RaceSession> session(
      new RaceSession(id, std::move(database), std::move(options), std::move(store).value(), responses, now));
  LatchLock lock(&session->latch_);
  auto core = race::Session::Create(session->options_.session, session->store_->executor());
  if (!core.ok()) {
    session->store_->RestoreOriginal();
    return std::move(core).error();
  }
  session->core_ = std::move(core).value();
  session->PublishView();
  return session;
}

RaceSession::RaceSession(uint64_t id, NamedDatabase database, RaceOptions options, std::unique_ptr<SessionStore> store,
                         RaceResponseSink* responses, Clock::time_point now)
    : id_(id),
      name_(std::move(database.first)),
      database_(std::move(database.second)),
      options_(std::move(options)),
      responses_(responses),
      restores_start_(store->restores_start_each_run()),
      store_(std::move(store)),
      last_call_(now),
      last_progress_(now) {
  for (const std::string& name : options_.session.actors) actors_[name];
}

RaceSession::~RaceSession() = default;

bool RaceSession::IsActorKey(std::string_view access_key_id) const {
  const std::vector<std::string>& names = options_.session.actors;
  return options_.keys_are_actors && std::find(names.begin(), names.end(), access_key_id) != names.end();
}

std::string RaceSession::ActorNames() const { return Join(options_.session.actors); }

RaceMisuse RaceSession::ClosedMisuse() const {
  return {404, "race session " + std::to_string(id_) + " is closed: " + closed_};
}

std::optional<RaceMisuse> RaceSession::CheckActorCall(std::string_view actor) const {
  if (!closed_.empty()) return ClosedMisuse();
  const auto found = actors_.find(actor);
  if (found == actors_.end()) {
    return RaceMisuse{404, "race session " + std::to_string(id_) + " has no actor " + std::string(actor) + "; it has " +
                               ActorNames()};
  }
  if (!result_due_) {
    return RaceMisuse{409, "no run of race session " + std::to_string(id_) +
                               " is in progress: a run begins with POST /_holdfast/races/" + std::to_string(id_) +
                               "/runs"};
  }
  return std::nullopt;
}

std::string RaceSession::ReasonToRefuse(std::string_view actor) const {
  if (std::optional<RaceMisuse> misuse = CheckActorCall(actor)) return std::move(misuse->message);
  if (!running_) return RunName(run_) + " is over: " + result_.why;
  const Actor& state = actors_.find(actor)->second;
  if (!state.takes_part) {
    return RunName(run_) + ", which shrinks a failure, is without the actor " + std::string(actor);
  }
  if (state.done) return "the actor " + std::string(actor) + " is done in " + RunName(run_);
  if (core_->RunOver()) return RunName(run_) + " has failed, and the rest of it is not executed: see its result";
  return "";
}

void RaceSession::Arrive(RaceRequest request) {
  CompletedRequests completed;
  {
    LatchLock lock(&latch_);
    const Clock::time_point now = Clock::now();
    RestartIdleTime(now);
    std::string refusal = ReasonToRefuse(request.actor.name);
    if (!refusal.empty()) {
      completed.push_back({std::move(request.http), std::move(request.response), RefusedOutcome{std::move(refusal)}});
    } else {
      Actor& actor = actors_.find(request.actor.name)->second;
      const size_t arrived = actor.parked + actor.batch.size() + 1;
      actor.announced = std::max<size_t>(actor.batch.empty() ? 0 : actor.announced,
                                         request.actor.outstanding.value_or(static_cast<uint32_t>(arrived)));
      actor.batch.push_back(std::move(request));
      actor.last_seen = now;
      last_progress_ = now;
      if (arrived >= actor.announced) {
        ParkBatch(actor, &completed);
        RunSteps(&completed);
      }
    }
  }
  Send(std::move(completed));
}

void RaceSession::ParkBatch(Actor& actor, CompletedRequests* completed) {
  std::vector<RaceRequest> batch = std::exchange(actor.batch, {});
  // The core numbers an actor's requests in the order of arrival, and a replay needs the same numbers.
  std::stable_sort(batch.begin(), batch.end(), [](const RaceRequest& a, const RaceRequest& b) {
    return a.actor.thread.value_or(kOutstandingMax + 1) < b.actor.thread.value_or(kOutstandingMax + 1);
  });
  std::string name;
  for (RaceRequest& request : batch) {
    name = request.actor.name;
    auto id = core_->Arrive({name, std::move(request.request), std::move(request.actor.invocation)});
    if (!id.ok()) {
      completed->push_back(
          {std::move(request.http), std::move(request.response), RefusedOutcome{std::move(id).error()}});
      continue;
    }
    ++actor.parked;
    parked_.insert_or_assign(
        *id, Parked{name, std::move(request.raw_outcome), std::move(request.http), std::move(request.response)});
  }
  // Cannot fail: the actor takes part in the run and is not done.
  if (!name.empty()) (void)core_->ActorSettled(name);
}

void RaceSession::RunSteps(CompletedRequests* completed) {
  while (running_ && core_->Ready()) {
    auto report = core_->RunNextStep();
    // A step may take long, and the times that the actors have begin at its end.
    const Clock::time_point now = Clock::now();
    RestartIdleTime(now);
    if (!report.ok()) {
      // The test has not caused this error: the core was ready.
      FinishRun(core_->EndRun(false, report.error()), completed);
      return;
    }
    last_progress_ = now;
    if (report->completed.has_value()) Complete(*std::move(report->completed), now, completed);
  }
  if (!running_ || !core_->RunOver() || parked_.empty()) return;
  for (auto& [id, parked] : parked_) {
    completed->push_back(
        {std::move(parked.http), std::move(parked.response), RefusedOutcome{ReasonToRefuse(parked.actor)}});
    --actors_.find(parked.actor)->second.parked;
  }
  parked_.clear();
}

void RaceSession::Complete(race::StepReport::Completion completion, Clock::time_point now,
                           CompletedRequests* completed) {
  auto node = parked_.extract(completion.request);
  if (node.empty()) return;
  Parked& parked = node.mapped();
  Actor& actor = actors_.find(parked.actor)->second;
  --actor.parked;
  actor.last_seen = now;
  CompletedRaceRequest completed_request{std::move(parked.http), std::move(parked.response), DroppedOutcome{}};
  const auto outcome = [&]() -> RaceOutcome {
    // The status is 0 if the lab has refused the request instead of forwarding it.
    if (parked.raw_outcome != nullptr && parked.raw_outcome->status != 0) return *parked.raw_outcome;
    return *std::move(completion.reply.outcome);
  };
  switch (completion.reply.kind) {
    case race::Reply::Kind::kOutcome:
      completed_request.outcome = outcome();
      break;
    case race::Reply::Kind::kThrottled:
      completed_request.outcome = ThrottledOutcome{};
      break;
    case race::Reply::Kind::kInternalError:
      completed_request.outcome = InternalErrorOutcome{};
      break;
    case race::Reply::Kind::kDropped:
      break;
    case race::Reply::Kind::kDelayed:
      completed_request.outcome = outcome();
      delayed_.push_back({parked.actor, now + options_.delay, std::move(completed_request)});
      return;
  }
  completed->push_back(std::move(completed_request));
}

std::optional<Result<race::Response>> RaceSession::RunUnscheduled(const race::Request& request) {
  LatchLock lock(&latch_);
  if (!closed_.empty()) return std::nullopt;
  const Clock::time_point now = Clock::now();
  RestartIdleTime(now);
  last_progress_ = now;
  return core_->RunUnscheduled(request);
}

std::string_view RaceSession::Purpose() const {
  if (std::holds_alternative<race::Replay>(options_.session.strategy)) return "replay";
  const bool shrinks = !options_.session.continue_after_failure && core_->verdict().failed > 0;
  return shrinks ? "shrink" : "explore";
}

Result<RaceRunStart, RaceMisuse> RaceSession::BeginRun() {
  LatchLock lock(&latch_);
  const Clock::time_point now = Clock::now();
  if (!closed_.empty()) return ClosedMisuse();
  RestartIdleTime(now);
  if (result_due_) {
    return RaceMisuse{409, RunName(run_) + " has not got its result yet: POST /_holdfast/races/" + std::to_string(id_) +
                               "/runs/" + std::to_string(run_) + "/result"};
  }
  if (run_ == 0) store_->DiscardChangesSinceOpen();
  auto start = core_->BeginRun();
  PublishView();
  if (!start.ok()) return RaceMisuse{409, std::move(start).error()};
  if (start->done) return RaceRunStart{.run = start->run, .done = true, .purpose = {}, .actors = {}};
  run_ = start->run;
  running_ = true;
  result_due_ = true;
  result_ = RaceRunResult();
  result_.run = run_;
  last_progress_ = now;
  for (auto& [name, actor] : actors_) {
    actor = Actor();
    actor.takes_part = std::find(start->actors.begin(), start->actors.end(), name) != start->actors.end();
    actor.done = !actor.takes_part;
    actor.last_seen = now;
  }
  PublishView();
  return RaceRunStart{.run = run_, .done = false, .purpose = Purpose(), .actors = std::move(start->actors)};
}

Result<void, RaceMisuse> RaceSession::FinishActor(std::string_view name) {
  CompletedRequests completed;
  {
    LatchLock lock(&latch_);
    const Clock::time_point now = Clock::now();
    RestartIdleTime(now);
    if (std::optional<RaceMisuse> misuse = CheckActorCall(name)) return *std::move(misuse);
    // The server has ended the run already: the client library only reports the remaining actors.
    if (!running_) return {};
    Actor& actor = actors_.find(name)->second;
    if (!actor.takes_part) return {};
    if (actor.done) {
      return RaceMisuse{409, "the actor " + std::string(name) + " is done already in " + RunName(run_)};
    }
    // Requests whose responses the actor no longer awaits, for example after an exception, are still executed.
    ParkBatch(actor, &completed);
    auto done = core_->ActorDone(name);
    if (!done.ok()) return RaceMisuse{409, std::move(done).error()};
    actor.done = true;
    last_progress_ = now;
    RunSteps(&completed);
  }
  Send(std::move(completed));
  return {};
}

Result<void, RaceMisuse> RaceSession::SettleActor(std::string_view name, uint32_t outstanding) {
  CompletedRequests completed;
  {
    LatchLock lock(&latch_);
    const Clock::time_point now = Clock::now();
    RestartIdleTime(now);
    if (std::optional<RaceMisuse> misuse = CheckActorCall(name)) return *std::move(misuse);
    if (!running_) return {};
    Actor& actor = actors_.find(name)->second;
    if (actor.done) return RaceMisuse{409, "the actor " + std::string(name) + " is done in " + RunName(run_)};
    actor.last_seen = now;
    last_progress_ = now;
    const size_t arrived = actor.parked + actor.batch.size();
    if (arrived >= outstanding) {
      ParkBatch(actor, &completed);
      // Cannot fail: the actor takes part in the run and is not done.
      (void)core_->ActorSettled(name);
      RunSteps(&completed);
    } else {
      // More requests of the actor are on their way, or a response to it is. After that response the actor sends a
      // request or another call.
      actor.announced = outstanding;
    }
  }
  Send(std::move(completed));
  return {};
}

void RaceSession::FinishRun(race::OrMisuse<race::RunEnd> ended, CompletedRequests* completed) {
  running_ = false;
  const race::Verdict verdict = core_->verdict();
  result_.explored = verdict.counts.explored;
  result_.failures = verdict.failed;
  if (!ended.ok()) {
    result_.failed = true;
    result_.why = std::move(ended).error();
  } else if (ended->failure.has_value()) {
    result_.failed = true;
    result_.why = ended->failure->why;
    result_.replay = ended->failure->schedule;
  }
  RefuseAll(RunName(run_) + " is over" + (result_.why.empty() ? "" : ": " + result_.why), completed);
  PublishView();
}

Result<RaceRunResult, RaceMisuse> RaceSession::EndRun(uint64_t run, bool ok, std::string_view why) {
  CompletedRequests completed;
  RaceRunResult result;
  {
    LatchLock lock(&latch_);
    if (!closed_.empty()) return ClosedMisuse();
    RestartIdleTime(Clock::now());
    if (!result_due_ || run != run_) {
      return RaceMisuse{409, RunName(run) + (run == run_ ? " has its result already" : " is not in progress") +
                                 (result_due_ ? "; " + RunName(run_) + " is" : "")};
    }
    if (running_) {
      std::vector<std::string> live;
      for (const auto& [name, actor] : actors_) {
        if (!actor.done) live.push_back(name);
      }
      if (!live.empty()) {
        return RaceMisuse{409,
                          RunName(run) + " has no result before all actors are done; these are not: " + Join(live)};
      }
      FinishRun(core_->EndRun(ok, why), &completed);
    }
    result_due_ = false;
    result = result_;
    PublishView();
  }
  Send(std::move(completed));
  return result;
}

void RaceSession::PublishView() {
  race::Verdict verdict = core_->verdict();
  LatchLock lock(&view_latch_);
  published_verdict_ = std::move(verdict);
  published_run_ = result_due_ ? run_ : 0;
}

RaceView RaceSession::View(bool counts_as_call) {
  if (counts_as_call) RestartIdleTime(Clock::now());
  RaceView view{.id = id_, .database = name_, .options = options_, .verdict = {}, .run = 0, .history = std::nullopt};
  LatchLock lock(&view_latch_);
  view.verdict = published_verdict_;
  view.run = published_run_;
  return view;
}

RaceView RaceSession::ViewWithHistory(std::optional<uint64_t> run) {
  RaceView view;
  {
    LatchLock lock(&latch_);
    view = View();
    if (!run.has_value()) {
      const race::Failure* const witness = view.verdict.witness();
      run = witness != nullptr ? witness->run : run_;
    }
    if (const race::History* const history = core_->history(*run)) view.history = *history;
  }
  if (view.history.has_value()) SortByFirstStep(*view.history);
  return view;
}

bool RaceSession::HasDelayed(std::string_view actor) const {
  return std::any_of(delayed_.begin(), delayed_.end(), [&](const Delayed& delayed) { return delayed.actor == actor; });
}

void RaceSession::AbandonDisconnected(Clock::time_point now, CompletedRequests* completed) {
  const auto abandon = [&](OwnedRequest http, DeferredResponse response) {
    completed->push_back({std::move(http), std::move(response), DroppedOutcome{}});
  };
  for (auto at = parked_.begin(); at != parked_.end();) {
    if (!IsDisconnected(at->second.response)) {
      ++at;
      continue;
    }
    Actor& actor = actors_.find(at->second.actor)->second;
    --actor.parked;
    actor.last_seen = now;
    last_progress_ = now;
    if (running_) (void)core_->Abandon(at->first);
    abandon(std::move(at->second.http), std::move(at->second.response));
    at = parked_.erase(at);
  }
  for (auto& [name, actor] : actors_) {
    const auto disconnected =
        std::stable_partition(actor.batch.begin(), actor.batch.end(),
                              [](const RaceRequest& request) { return !IsDisconnected(request.response); });
    for (auto at = disconnected; at != actor.batch.end(); ++at) abandon(std::move(at->http), std::move(at->response));
    actor.batch.erase(disconnected, actor.batch.end());
  }
}

void RaceSession::SendDelayed(Clock::time_point now, CompletedRequests* completed) {
  for (auto at = delayed_.begin(); at != delayed_.end();) {
    const bool disconnected = IsDisconnected(at->completed.response);
    if (!disconnected && at->due > now) {
      ++at;
      continue;
    }
    if (disconnected) at->completed.outcome = DroppedOutcome{};
    actors_.find(at->actor)->second.last_seen = now;
    last_progress_ = now;
    completed->push_back(std::move(at->completed));
    at = delayed_.erase(at);
  }
}

void RaceSession::PassOverSilent(Clock::time_point now, CompletedRequests* completed) {
  const bool others_wait = !parked_.empty() || std::any_of(actors_.begin(), actors_.end(), [](const auto& actor) {
    return !actor.second.batch.empty();
  });
  // While no request waits, no client is held up by a silent actor.
  if (!others_wait) return;
  for (const std::string& name : core_->Awaited()) {
    Actor& actor = actors_.find(name)->second;
    if (HasDelayed(name) || now - actor.last_seen < options_.quiescence) continue;
    ParkBatch(actor, completed);
    (void)core_->PassOver(name);
  }
  RunSteps(completed);
}

void RaceSession::EndStuckRun(Clock::time_point now, CompletedRequests* completed) {
  const bool live = std::any_of(actors_.begin(), actors_.end(), [](const auto& actor) { return !actor.second.done; });
  if (!live || !delayed_.empty() || now - last_progress_ < options_.stuck) return;
  for (auto& [name, actor] : actors_) ParkBatch(actor, completed);
  FinishRun(core_->EndStuckRun("stuck: nothing happened for " + std::to_string(options_.stuck.count()) + " ms"),
            completed);
  RestartIdleTime(now);
}

std::optional<RaceSession::Clock::time_point> RaceSession::Tick(Clock::time_point now) {
  CompletedRequests completed;
  Clock::time_point next = now + kTickBetweenRuns;
  {
    // The ticks of the other sessions must not wait for a step of this one.
    if (!latch_.TryLock()) return next;
    LatchLock lock(&latch_, std::adopt_lock);
    if (!closed_.empty()) return next;
    AbandonDisconnected(now, &completed);
    SendDelayed(now, &completed);
    if (running_) PassOverSilent(now, &completed);
    if (running_) EndStuckRun(now, &completed);
    if (running_) next = now + kTickInRun;
  }
  Send(std::move(completed));
  if (now - last_call_.load(std::memory_order_relaxed) >= options_.idle) return std::nullopt;
  return next;
}

void RaceSession::RefuseAll(const std::string& why, CompletedRequests* completed) {
  for (auto& [id, parked] : parked_) {
    completed->push_back({std::move(parked.http), std::move(parked.response), RefusedOutcome{why}});
  }
  parked_.clear();
  for (auto& [name, actor] : actors_) {
    for (RaceRequest& request : actor.batch) {
      completed->push_back({std::move(request.http), std::move(request.response), RefusedOutcome{why}});
    }
    actor.batch.clear();
    actor.parked = 0;
  }
  for (Delayed& delayed : delayed_) completed->push_back(std::move(delayed.completed));
  delayed_.clear();
}

void RaceSession::Close(std::string_view why) {
  CompletedRequests completed;
  {
    LatchLock lock(&latch_);
    if (!closed_.empty()) return;
    closed_ = why;
    running_ = false;
    RefuseAll("race session " + std::to_string(id_) + " was closed: " + closed_, &completed);
    store_->RestoreOriginal();
  }
  Send(std::move(completed));
}

void RaceSession::Send(CompletedRequests completed) {
  for (CompletedRaceRequest& request : completed) responses_->Send(std::move(request));
}

}  // namespace holdfast::server
