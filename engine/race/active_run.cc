#include "engine/race/active_run.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/race/steps/absl_view.h"
#include "engine/race/steps/operation_text.h"

namespace holdfast::race {
namespace {

constexpr char kTableSpace[] = "table/";

bool IsGlobalIndexRead(const Footprint& footprint) {
  return !footprint.areas.empty() && footprint.areas.front().space.rfind("index/", 0) == 0;
}

// Whether the fault prevents or changes the execution. The other faults act after the execution: they change the reply
// to the operation, or deliver the request once more.
bool ActsBeforeExecution(FaultAction action) {
  return action == FaultAction::kThrottle || action == FaultAction::kInternalError ||
         action == FaultAction::kConflict || action == FaultAction::kPartial;
}

}  // namespace

ActiveRun::ActiveRun(uint64_t number, const SessionOptions& options, const std::vector<std::string>& actors,
                     StepExecutor& executor, Strategy& strategy, NameNumbers& names)
    : options_(options), executor_(executor), strategy_(strategy), names_(names) {
  history_.run = number;
  for (const std::string& name : options.actors) {
    Actor& actor = actors_[name];
    actor.id = names_.NumberOf(name);
    actor.matches.resize(options.faults.size());
    if (std::find(actors.begin(), actors.end(), name) == actors.end()) actor.state = State::kDone;
  }
  for (const FaultRule& rule : options.faults) budgets_.push_back(rule.budget);
  fault_uses_.resize(options.faults.size());
  ParkExpiryDeletions();
}

ActiveRun::Actor* ActiveRun::Find(std::string_view actor) {
  const auto found = actors_.find(actor);
  return found == actors_.end() ? nullptr : &found->second;
}

std::string ActiveRun::MisuseOf(std::string_view actor) const {
  const auto found = actors_.find(actor);
  if (found == actors_.end()) {
    return absl::StrCat("no actor is called '", ToAbsl(actor), "': the session's actors are ",
                        absl::StrJoin(options_.actors, ", "));
  }
  if (found->second.state == State::kDone) {
    return absl::StrCat("the actor '", ToAbsl(actor), "' is done, or does not take part, in run ", history_.run);
  }
  return {};
}

size_t ActiveRun::LiveActorCount() const {
  return static_cast<size_t>(std::count_if(actors_.begin(), actors_.end(),
                                           [](const auto& entry) { return entry.second.state != State::kDone; }));
}

std::vector<std::string> ActiveRun::Awaited() const {
  std::vector<std::string> awaited;
  for (const auto& [name, actor] : actors_) {
    // An actor that has settled without a parked request waits for something else, such as a timer.
    if (actor.state == State::kRunning || (actor.state == State::kSettled && actor.slots.empty())) {
      awaited.push_back(name);
    }
  }
  return awaited;
}

size_t ActiveRun::FreeSlot(Actor& actor, size_t first) const {
  while (actor.slots.count(first) != 0) ++first;
  return first;
}

void ActiveRun::Park(Pending pending, Actor& actor) {
  actor.slots.insert(pending.slot);
  pending.thread_name = ThreadName(pending.actor, pending.slot);
  pending.actor_id = actor.id;
  pending.arrived = schedule_.size();
  pending.footprint = PhaseFootprint(pending);
  // Strategies choose by the numbers of threads. Those of a slot are given to all actors at once, so that they do not
  // depend on whose request arrives first.
  if (pending.slot > 0) {
    for (const auto& [name, other] : actors_) names_.NumberOf(ThreadName(name, pending.slot));
  }
  const int thread = names_.NumberOf(pending.thread_name);
  pending_[thread] = std::move(pending);
}

size_t ActiveRun::FindOrAddEntry(const Arrival& arrival, const Pending& pending, Actor& actor) {
  if (!arrival.invocation.empty()) {
    const auto [known, is_new] = actor.invocations.try_emplace(arrival.invocation, history_.entries.size());
    if (!is_new) {
      ++event_counts_.retries;
      ++history_.entries[known->second].attempts;
      history_.entries[known->second].end_commit = kNeverEnded;
      return known->second;
    }
  }
  HistoryEntry entry;
  entry.actor = arrival.actor;
  entry.operation = std::string(OperationName(pending.request));
  const std::vector<std::string_view> tables = TablesOf(pending.request);
  if (!tables.empty()) entry.table = std::string(tables.front());
  entry.index = std::string(IndexOf(pending.request));
  entry.invocation = arrival.invocation;
  entry.outcome = Outcome::kUnknown;
  entry.begin_commit = executor_.last_commit();
  entry.end_commit = kNeverEnded;
  entry.consistent = !IsEventuallyConsistent(pending.request);
  entry.atomic = IsTransaction(pending.request);
  history_.entries.push_back(std::move(entry));
  return history_.entries.size() - 1;
}

OrMisuse<RequestId> ActiveRun::Arrive(Arrival arrival, RequestId id) {
  if (std::string misuse = MisuseOf(arrival.actor); !misuse.empty()) return misuse;
  Actor& actor = *Find(arrival.actor);
  if (!options_.settles_explicitly && actor.state == State::kSettled) {
    return absl::StrCat("the actor '", arrival.actor,
                        "' sends another request while one is pending, in a session in which actors do not settle");
  }
  for (const std::string& table : options_.ignore_conditions) IgnoreConditions(table, arrival.request);
  Pending pending;
  pending.actor = arrival.actor;
  pending.slot = FreeSlot(actor, 0);
  pending.id = id;
  pending.request = std::move(arrival.request);
  pending.phase = IsTransaction(pending.request) ? Phase::kPrepare : Phase::kWhole;
  pending.targets = executor_.TargetsOf(pending.request);
  // A condition that is ignored does not count as a condition.
  pending.unconditional =
      std::none_of(pending.targets.begin(), pending.targets.end(), [&](const std::optional<Target>& target) {
        return target.has_value() && target->conditional &&
               std::none_of(options_.ignore_conditions.begin(), options_.ignore_conditions.end(),
                            [&](const std::string& table) { return table == "*" || table == target->item.table; });
      });
  const std::vector<std::string_view> tables = SortedTablesOf(pending.request);
  for (size_t i = 0; i < options_.faults.size(); ++i) {
    const FaultRule& rule = options_.faults[i];
    if (!Matches(rule, pending.actor, pending.request, tables)) continue;
    ++actor.matches[i];
    if (rule.nth.has_value() && *rule.nth != actor.matches[i]) continue;
    pending.rules.push_back(i);
    ++fault_uses_[i].matched;
  }
  pending.entry = FindOrAddEntry(arrival, pending, actor);
  actor.state = options_.settles_explicitly ? State::kRunning : State::kSettled;
  Park(std::move(pending), actor);
  return id;
}

OrMisuse<void> ActiveRun::ActorSettled(std::string_view actor) {
  if (std::string misuse = MisuseOf(actor); !misuse.empty()) return misuse;
  Find(actor)->state = State::kSettled;
  return {};
}

OrMisuse<void> ActiveRun::ActorDone(std::string_view actor, std::optional<std::string> failure) {
  if (std::string misuse = MisuseOf(actor); !misuse.empty()) return misuse;
  Find(actor)->state = State::kDone;
  if (failure.has_value()) Fail("actor", absl::StrCat("actor '", ToAbsl(actor), "' failed: ", *failure));
  return {};
}

OrMisuse<void> ActiveRun::PassOver(std::string_view actor) {
  if (std::string misuse = MisuseOf(actor); !misuse.empty()) return misuse;
  Find(actor)->state = State::kPassedOver;
  replayable_ = false;
  return {};
}

OrMisuse<void> ActiveRun::Abandon(RequestId request) {
  for (auto& [thread, pending] : pending_) {
    if (pending.id != request || request == 0) continue;
    // The request has been sent and may still be executed. Like the second delivery of a duplicated request, it has no
    // client that waits for it.
    pending.without_client = true;
    pending.id = 0;
    return {};
  }
  return absl::StrCat("no request ", request, " is parked");
}

std::vector<RequestId> ActiveRun::Parked() const {
  std::vector<RequestId> parked;
  for (const auto& [thread, pending] : pending_) {
    if (pending.id != 0) parked.push_back(pending.id);
  }
  return parked;
}

std::string ActiveRun::DescribeWaiting() const {
  std::string text;
  for (const auto& [name, actor] : actors_) {
    if (actor.state == State::kDone) continue;
    std::vector<std::string_view> waits_for;
    for (const auto& [thread, pending] : pending_) {
      if (pending.actor == name && pending.id != 0) waits_for.push_back(OperationName(pending.request));
    }
    absl::StrAppend(&text, "; ", name);
    if (!waits_for.empty()) {
      absl::StrAppend(&text, " waits for the response to its ",
                      absl::StrJoin(waits_for, ", ", [](std::string* out, std::string_view operation) {
                        absl::StrAppend(out, ToAbsl(operation));
                      }));
    } else if (actor.last_operation.empty()) {
      absl::StrAppend(&text, " has sent no request and was not said to be done");
    } else {
      absl::StrAppend(&text, " has sent no request since the response to its ", actor.last_operation,
                      " and was not said to be done");
    }
  }
  return text;
}

void ActiveRun::Fail(std::string kind, std::string why, std::string_view name) {
  if (failure_cause_.has_value()) return;
  std::string signature = kind;
  signature += name;
  failure_cause_ = {std::move(kind), std::move(why), std::move(signature)};
}

void ActiveRun::ParkExpiryDeletions() {
  if (!options_.time_to_live) return;
  for (ExpiredItem& item : executor_.ExpiredItems()) {
    if (kept_.count(item.item) != 0 || !expiring_.insert(item.item).second) continue;
    Pending pending;
    pending.actor = std::string(kTimeToLiveActor);
    pending.thread_name = ThreadName(kTimeToLiveActor, expired_count_++);
    pending.phase = Phase::kExpiry;
    pending.arrived = schedule_.size();
    pending.footprint = WithWriteOrderAreas(executor_.FootprintOfExpiry(item.item));
    pending.entry = history_.entries.size();
    // The thread is numbered by the step after which the item was found expired, and not by thread_name, because that
    // contains expired_count_, which depends on the order of the steps. Each deletion has an actor id of its own, so
    // that two deletions are dependent only if their footprints are.
    const int thread = names_.NumberOf(absl::StrCat("ttl of ", last_step_name_, " ", expired_after_last_step_++));
    pending.actor_id = thread;
    HistoryEntry entry;
    entry.actor = pending.actor;
    entry.operation = "DeleteItem";
    entry.table = item.item.table;
    entry.begin_commit = executor_.last_commit();
    entry.end_commit = kNeverEnded;
    history_.entries.push_back(std::move(entry));
    pending.expired = std::move(item);
    pending_[thread] = std::move(pending);
  }
}

// ---- The options for the next step.

Footprint ActiveRun::WithWriteOrderAreas(Footprint footprint) const {
  std::set<std::string> spaces;
  std::set<std::string_view> written_tables;
  for (const Area& area : footprint.areas) {
    if (!area.writes) continue;
    const bool of_table = area.space.rfind(kTableSpace, 0) == 0;
    if (of_table) written_tables.insert(area.space);
    // The result of a stale read depends on the order of the writes to the table, even of writes that are independent
    // of each other.
    if ((of_table && options_.stale_reads > 0) || (options_.index_lag > 0 && area.space.rfind("index/", 0) == 0)) {
      spaces.insert("versions/" + area.space);
    }
  }
  // Whether an invariant over several items holds between two writes depends on their order as well.
  for (const Invariant& invariant : options_.always) {
    const bool of_several = !invariant.unique.empty() || invariant.check != nullptr;
    if (written_tables.empty() || !of_several) continue;
    if (invariant.table.empty()) spaces.insert("invariants");
    if (written_tables.count(kTableSpace + invariant.table) != 0) spaces.insert("invariants/" + invariant.table);
  }
  for (const std::string& space : spaces) footprint.Add(Area::All(space, true));
  return footprint;
}

Footprint ActiveRun::PhaseFootprint(const Pending& pending) {
  const bool writes = MayWrite(pending.request);
  Footprint footprint;
  // TransactGetItems has its read footprint already in its first phase: a write of its items between the two phases
  // cancels it.
  if (pending.phase != Phase::kPrepare || !writes) footprint = executor_.FootprintOf(pending.request);
  if (IsTransaction(pending.request)) {
    footprint.Add(PreparedFootprint(pending.targets, writes));
    const auto* transaction = std::get_if<TransactWriteItemsRequest>(&pending.request);
    if (transaction != nullptr && transaction->client_request_token.has_value()) {
      footprint.Add(Area::Key("tokens", *transaction->client_request_token, "", true));
    }
  } else if (writes) {
    footprint.Add(PreparedFootprint(pending.targets, false));
  }
  AddBudgetAreas(pending, std::nullopt, footprint);
  return WithWriteOrderAreas(std::move(footprint));
}

// Requests that match one fault rule share its budget, which is an area of its own. A step in which the rule fires
// writes this area, because another request may then find the budget spent; the other steps of these requests read it.
void ActiveRun::AddBudgetAreas(const Pending& pending, std::optional<size_t> fired, Footprint& footprint) const {
  if (pending.without_client) return;
  for (const size_t rule : pending.rules) {
    footprint.Add(Area::All(absl::StrCat("fault/", rule), fired == rule));
  }
}

void ActiveRun::AddStaleOptions(Pending& pending, const Option& plain, std::vector<Option>& options) {
  if (pending.phase != Phase::kWhole || !IsEventuallyConsistent(pending.request)) return;
  // The past states of several tables depend on the order of writes to different tables, and those count as independent
  // (WithWriteOrderAreas).
  if (TablesOf(pending.request).size() > 1) return;
  const uint32_t versions_max = IsGlobalIndexRead(pending.footprint) ? options_.index_lag : options_.stale_reads;
  if (versions_max == 0) return;
  const uint64_t commit = executor_.last_commit();
  if (pending.stale_counted_at != commit) {
    pending.stale_count = executor_.CountStale(pending.request, versions_max);
    pending.stale_counted_at = commit;
  }
  for (size_t i = 1; i <= pending.stale_count; ++i) {
    Option option = plain;
    option.variant = Variant::Stale(static_cast<uint32_t>(i));
    option.probability = 0.5;
    options.push_back(option);
  }
}

void ActiveRun::AddFaultOptions(const Pending& pending, const Option& plain, std::vector<Option>& options) const {
  if (pending.without_client) return;
  std::set<FaultAction> added;
  for (const size_t rule : pending.rules) {
    const FaultAction action = options_.faults[rule].action;
    const Phase excluded = ActsBeforeExecution(action) ? Phase::kCommit : Phase::kPrepare;
    if (pending.phase == excluded || budgets_[rule] == 0u || !added.insert(action).second) continue;
    Option option = plain;
    option.variant = Variant::Fault(action);
    option.probability = options_.faults[rule].probability;
    options.push_back(option);
  }
}

std::vector<Option> ActiveRun::Options() {
  std::vector<Option> options;
  for (auto& [thread, pending] : pending_) {
    Option plain{thread,
                 pending.actor_id,
                 pending.thread_name,
                 {},
                 pending.phase == Phase::kExpiry ? 'x' : OperationLetter(pending.request),
                 &pending.footprint,
                 pending.arrived,
                 1};
    options.push_back(plain);
    if (pending.phase == Phase::kExpiry) {
      plain.variant = Variant::Keep();
      plain.probability = 0.5;
      options.push_back(plain);
      continue;
    }
    AddStaleOptions(pending, plain, options);
    AddFaultOptions(pending, plain, options);
  }
  return options;
}

}  // namespace holdfast::race
