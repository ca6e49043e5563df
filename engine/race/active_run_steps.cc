// The execution of a run's steps.
#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/transaction_errors.h"
#include "engine/race/active_run.h"
#include "engine/race/steps/operation_text.h"
#include "engine/race/steps/partial_batch.h"
#include "engine/race/steps/step_text.h"

namespace holdfast::race {
namespace {

// TransactionCanceledException with the reason TransactionConflict for each member whose element is true.
Error CancelledByConflicts(const std::vector<bool>& conflicts) {
  const Error conflict = errors::TransactionConflict();
  std::vector<CancellationReason> reasons;
  reasons.reserve(conflicts.size());
  for (const bool has_conflict : conflicts) reasons.push_back(errors::ReasonOf(has_conflict ? &conflict : nullptr));
  return errors::TransactionCanceled(std::move(reasons));
}

Execution NotExecuted(Result<Response> outcome) { return {std::move(outcome), {}, {}, {}}; }

std::string_view TokenOf(const Request& request) {
  const auto* transaction = std::get_if<TransactWriteItemsRequest>(&request);
  if (transaction == nullptr || !transaction->client_request_token.has_value()) return {};
  return *transaction->client_request_token;
}

StaleWriteDetector::ReadKind ReadKindOf(const Request& request, const Footprint& footprint) {
  const bool index = !footprint.areas.empty() && footprint.areas.front().space.rfind("index/", 0) == 0;
  if (index) return StaleWriteDetector::ReadKind::kIndex;
  return IsEventuallyConsistent(request) ? StaleWriteDetector::ReadKind::kEventual
                                         : StaleWriteDetector::ReadKind::kConsistent;
}

}  // namespace

OrMisuse<StepReport> ActiveRun::RunNextStep() {
  if (given_up_) return absl::StrCat("run ", history_.run, " was given up after ", schedule_.size(), " steps");
  if (const std::vector<std::string> awaited = Awaited(); !awaited.empty()) {
    return absl::StrCat("no step can be chosen before ", absl::StrJoin(awaited, ", "),
                        " has sent a request or is done");
  }
  if (pending_.empty()) return absl::StrCat("run ", history_.run, " has no step left");
  const std::vector<Option> options = Options();
  const size_t chosen = strategy_.Choose({options, schedule_.size(), last_actor_});
  const int thread = options[chosen].thread;
  const Variant variant = options[chosen].variant;
  const bool could_continue =
      std::any_of(options.begin(), options.end(), [&](const Option& option) { return option.actor == last_actor_; });
  if (could_continue && options[chosen].actor != last_actor_) ++event_counts_.preemptions;
  last_actor_ = options[chosen].actor;

  Pending pending = std::move(pending_.at(thread));
  pending_.erase(thread);
  if (Actor* actor = Find(pending.actor)) actor->slots.erase(pending.slot);
  schedule_.push_back({pending.thread_name, variant, options[chosen].operation});
  last_step_name_ = absl::StrCat(pending.thread_name, " ", ++steps_of_thread_[thread]);
  expired_after_last_step_ = 0;
  const std::optional<size_t> fired = SpendFaultBudget(pending, variant);

  StepResult result = Execute(thread, pending, variant);
  AddBudgetAreas(pending, fired, result.execution.footprint);
  Record(pending, variant, result);
  CountEvents(pending, variant, result);
  strategy_.Executed({thread, pending.actor_id, variant, pending.arrived,
                      WithWriteOrderAreas(result.execution.footprint), pending.footprint});
  StepReport report;
  report.text = absl::StrCat(pending.thread_name, " ", result.text);
  if (result.reply.has_value()) Complete(pending, *result.reply, report);
  if (!result.reply.has_value() && pending.phase == Phase::kPrepare) ParkCommit(thread, pending);
  if (variant == Variant::Fault(FaultAction::kDuplicate)) ParkDuplicate(pending);
  CheckInvariants(pending, result);
  if (result.execution.committed || result.execution.footprint.everything) ParkExpiryDeletions();
  const bool too_long = history_bytes_ >= options_.history_bytes_max;
  if (too_long || schedule_.size() >= options_.steps_max) {
    given_up_ = true;
    const std::string history =
        too_long ? absl::StrCat(", with a history of more than ", options_.history_bytes_max, " bytes,") : "";
    Fail("stuck", absl::StrCat("the run had ", schedule_.size(), " steps", history, " and was not over; the last was ",
                               report.text));
  }
  return report;
}

std::optional<size_t> ActiveRun::SpendFaultBudget(const Pending& pending, Variant variant) {
  if (variant.kind != Variant::Kind::kFault) return std::nullopt;
  for (const size_t rule : pending.rules) {
    if (options_.faults[rule].action != variant.fault || budgets_[rule] == 0u) continue;
    if (budgets_[rule].has_value()) --*budgets_[rule];
    ++fault_uses_[rule].fired;
    return rule;
  }
  return std::nullopt;
}

ActiveRun::StepResult ActiveRun::MakeStepResult(const Pending& pending, Variant variant, Execution execution,
                                                std::string what) {
  StepResult result{std::move(execution), std::move(what), {}, {}, true};
  result.text = DescribeExecuted({pending.request, pending.targets, variant, pending.unconditional}, result.execution);
  result.reply = Reply{Reply::Kind::kOutcome, result.execution.outcome};
  return result;
}

ActiveRun::StepResult ActiveRun::Refuse(const Pending& pending, Error error) const {
  std::string why(ExceptionName(error.kind));
  if (const std::string codes = CancellationCodes(error); !codes.empty()) absl::StrAppend(&why, " ", codes);
  const Result<Response> outcome = std::move(error);
  StepResult result{NotExecuted(outcome), "none", {}, Reply{Reply::Kind::kOutcome, outcome}, false};
  result.text = DescribeRefused({pending.request, pending.targets, {}, false}, why);
  // The refusal depends on which transactions are prepared on these items or with this token.
  result.execution.footprint = PreparedFootprint(pending.targets, false);
  if (const std::string_view token = TokenOf(pending.request); !token.empty()) {
    result.execution.footprint.Add(Area::Key("tokens", std::string(token), "", false));
  }
  return result;
}

ActiveRun::StepResult ActiveRun::Execute(int thread, Pending& pending, Variant variant) {
  if (pending.phase == Phase::kExpiry) return Expire(pending, variant);
  if (variant.kind == Variant::Kind::kFault) {
    const StepTextInput input{pending.request, pending.targets, variant, pending.unconditional};
    if (variant.fault == FaultAction::kThrottle || variant.fault == FaultAction::kInternalError) {
      const bool throttled = variant.fault == FaultAction::kThrottle;
      return {NotExecuted(Response(OpaqueResponse())), "none",
              DescribeRefused(input, throttled ? "throttled" : "InternalServerError, not executed"),
              Reply{throttled ? Reply::Kind::kThrottled : Reply::Kind::kInternalError, std::nullopt}, false};
    }
    if (variant.fault == FaultAction::kConflict) {
      StepResult result = Refuse(pending, ConflictFault(pending.request));
      result.execution.footprint = {};
      return result;
    }
  }
  StepResult result = pending.phase == Phase::kPrepare  ? Prepare(thread, pending)
                      : pending.phase == Phase::kCommit ? Commit(thread, pending)
                                                        : ExecuteWholeRequest(thread, pending, variant);
  ApplyReplyFault(variant, result);
  return result;
}

void ActiveRun::ApplyReplyFault(Variant variant, StepResult& result) {
  if (variant.kind != Variant::Kind::kFault || !result.reply.has_value()) return;
  switch (variant.fault) {
    case FaultAction::kCommitThenDrop:
      result.reply = Reply{Reply::Kind::kDropped, std::nullopt};
      result.text += ", and the connection is dropped";
      break;
    case FaultAction::kCommitThen500:
      result.reply = Reply{Reply::Kind::kInternalError, std::nullopt};
      result.text += ", and the reply is InternalServerError";
      break;
    case FaultAction::kCommitThenDelay:
      result.reply->kind = Reply::Kind::kDelayed;
      result.text += ", and the reply is late";
      break;
    case FaultAction::kDuplicate:
      result.text += ", to arrive once more";
      break;
    default:
      break;
  }
}

ActiveRun::StepResult ActiveRun::Prepare(int thread, Pending& pending) {
  const bool writes = MayWrite(pending.request);
  const std::string_view token = TokenOf(pending.request);
  if (intents_.InProgress(thread, token)) return Refuse(pending, errors::TransactionInProgress());
  if (const std::vector<bool> conflicts = intents_.Conflicts(thread, pending.targets); !conflicts.empty()) {
    return Refuse(pending, CancelledByConflicts(conflicts));
  }
  intents_.Prepare(thread, writes ? Intents::Kind::kWrite : Intents::Kind::kRead, pending.targets, token);
  StepResult result{NotExecuted(Response(OpaqueResponse())), "prepare", {}, std::nullopt, false};
  result.text = DescribePrepared({pending.request, pending.targets, {}, pending.unconditional});
  result.execution.footprint = pending.footprint;
  return result;
}

ActiveRun::StepResult ActiveRun::Commit(int thread, Pending& pending) {
  const bool writes = MayWrite(pending.request);
  const std::vector<bool> touched = intents_.Commit(thread);
  if (!touched.empty()) {
    StepResult result = Refuse(pending, CancelledByConflicts(touched));
    result.execution.footprint = pending.footprint;
    return result;
  }
  Execution execution = executor_.Execute(pending.request);
  for (const ItemVersion& write : execution.writes) intents_.Touch(thread, write.item);
  execution.footprint.Add(PreparedFootprint(pending.targets, writes));
  if (const std::string_view token = TokenOf(pending.request); !token.empty()) {
    execution.footprint.Add(Area::Key("tokens", std::string(token), "", true));
  }
  return MakeStepResult(pending, {}, std::move(execution), "commit");
}

ActiveRun::StepResult ActiveRun::ExecuteWholeRequest(int thread, Pending& pending, Variant variant) {
  const bool partial = variant == Variant::Fault(FaultAction::kPartial);
  if (partial || std::holds_alternative<BatchWriteItemRequest>(pending.request)) {
    return ExecuteBatch(thread, pending, partial);
  }
  if (variant.kind == Variant::Kind::kStale) {
    return MakeStepResult(pending, variant, executor_.ExecuteStale(pending.request, variant.versions), "read");
  }
  const bool writes = MayWrite(pending.request);
  if (writes && !intents_.Conflicts(thread, pending.targets).empty()) {
    return Refuse(pending, errors::TransactionConflict());
  }
  Execution execution = executor_.Execute(pending.request);
  for (const ItemVersion& write : execution.writes) intents_.Touch(thread, write.item);
  if (writes) execution.footprint.Add(PreparedFootprint(pending.targets, false));
  const bool other = std::holds_alternative<OpaqueRequest>(pending.request);
  return MakeStepResult(pending, variant, std::move(execution), other ? "call" : writes ? "write" : "read");
}

ActiveRun::StepResult ActiveRun::ExecuteBatch(int thread, Pending& pending, bool partial) {
  const bool writes = MayWrite(pending.request);
  std::vector<bool> left_out(pending.targets.size());
  if (AllKeysFit(pending.targets)) {
    if (writes) left_out = intents_.Conflicts(thread, pending.targets);
    left_out.resize(pending.targets.size());
    if (partial && !left_out.empty()) left_out.back() = true;
  }
  Request processed = pending.request;
  Response unprocessed = TakeUnprocessed(left_out, processed);
  const bool all_unprocessed = HasTables(pending.request) && !HasTables(processed);
  Execution execution = all_unprocessed ? NotExecuted(unprocessed) : executor_.Execute(processed);
  if (!all_unprocessed && execution.outcome.ok()) AddUnprocessed(std::move(unprocessed), execution.outcome.value());
  if (writes) {
    for (const ItemVersion& write : execution.writes) intents_.Touch(thread, write.item);
    execution.footprint.Add(PreparedFootprint(pending.targets, false));
  }
  return MakeStepResult(pending, {}, std::move(execution), writes ? "write" : "read");
}

ActiveRun::StepResult ActiveRun::Expire(Pending& pending, Variant variant) {
  const ExpiredItem& item = *pending.expired;
  expiring_.erase(item.item);
  if (variant.kind == Variant::Kind::kKeep) {
    kept_.insert(item.item);
    return {NotExecuted(Response(OpaqueResponse())), "none", "time to live keeps " + item.key_text, std::nullopt,
            false};
  }
  StepResult result{executor_.DeleteExpired(item.item), "expire", {}, std::nullopt, true};
  for (const ItemVersion& write : result.execution.writes) intents_.Touch(-1, write.item);
  result.text = DescribeExpiry(item.key_text, result.execution);
  return result;
}

void ActiveRun::ParkCommit(int thread, Pending pending) {
  Actor& actor = *Find(pending.actor);
  actor.slots.insert(pending.slot);
  pending.phase = Phase::kCommit;
  pending.arrived = schedule_.size();
  pending.footprint = PhaseFootprint(pending);
  pending_[thread] = std::move(pending);
}

void ActiveRun::ParkDuplicate(const Pending& pending) {
  Actor& actor = *Find(pending.actor);
  Pending duplicate = pending;
  duplicate.id = 0;
  duplicate.without_client = true;
  duplicate.rules.clear();
  duplicate.phase = IsTransaction(pending.request) ? Phase::kPrepare : Phase::kWhole;
  // Slot 0 stays free for the actor's next request.
  duplicate.slot = FreeSlot(actor, 1);
  history_.entries[pending.entry].end_commit = kNeverEnded;
  ++history_.entries[pending.entry].attempts;
  Park(std::move(duplicate), actor);
}

// ---- The records of a step.

void ActiveRun::Record(const Pending& pending, Variant variant, StepResult& result) {
  HistoryEntry& entry = history_.entries[pending.entry];
  HistoryStep step{schedule_.size() - 1, result.what, variant, result.execution.footprint, {}, {}};
  if (result.executed) {
    DetectStaleWrites(pending, result, step);
    for (const ItemVersion& read : result.execution.reads) history_bytes_ += BytesOf(HistoryVersion(read));
    for (const ItemVersion& write : result.execution.writes) history_bytes_ += BytesOf(HistoryVersion(write));
    entry.reads.insert(entry.reads.end(), result.execution.reads.begin(), result.execution.reads.end());
    entry.writes.insert(entry.writes.end(), result.execution.writes.begin(), result.execution.writes.end());
    entry.changed_tables.insert(entry.changed_tables.end(), result.execution.changed_tables.begin(),
                                result.execution.changed_tables.end());
  }
  step.text = result.text;
  history_bytes_ += BytesOf(step);
  entry.steps.push_back(std::move(step));
  if (pending.phase == Phase::kExpiry) {
    entry.end_commit = executor_.last_commit();
    return;
  }
  if (pending.without_client || !result.reply.has_value()) return;
  const Reply& reply = *result.reply;
  entry.outcome = Outcome::kUnknown;
  entry.response_text.clear();
  entry.error.clear();
  if (reply.kind == Reply::Kind::kThrottled) {
    entry.outcome = Outcome::kFail;
    entry.error = "ProvisionedThroughputExceededException";
  }
  if (reply.kind != Reply::Kind::kOutcome || result.execution.delivery == Delivery::kNoResponse) return;
  RecordOutcome(pending, result.execution);
}

void ActiveRun::RecordOutcome(const Pending& pending, const Execution& execution) {
  HistoryEntry& entry = history_.entries[pending.entry];
  entry.outcome = execution.outcome.ok() ? Outcome::kOk : Outcome::kFail;
  if (!execution.outcome.ok()) {
    const bool sent = execution.delivery == Delivery::kResponded;
    entry.error = sent ? std::string(ExceptionName(execution.outcome.error().kind)) : "ServiceUnavailable";
  }
  entry.response_text = Excerpt(DescribeOutcome(execution.outcome), kResponseTextBytesMax);
  // An earlier attempt that its client has abandoned, or a second delivery, may still be executed.
  const bool may_go_on = std::any_of(pending_.begin(), pending_.end(),
                                     [&](const auto& other) { return other.second.entry == pending.entry; });
  if (!may_go_on) entry.end_commit = executor_.last_commit();
}

void ActiveRun::DetectStaleWrites(const Pending& pending, StepResult& result, HistoryStep& step) {
  const bool opaque = std::holds_alternative<OpaqueRequest>(pending.request);
  if (IsPartiql(pending.request)) detector_.Forget(pending.actor);
  if (pending.phase == Phase::kExpiry || !result.execution.outcome.ok()) return;
  const Execution& execution = result.execution;
  if (!MayWrite(pending.request)) {
    detector_.Read(pending.actor, ReadKindOf(pending.request, execution.footprint), execution.footprint,
                   execution.reads);
    return;
  }
  // A write that left its item unchanged is checked as well, because it would have overwritten a change that another
  // actor had made.
  std::vector<ItemVersion> writes = execution.writes;
  writes.insert(writes.end(), execution.unchanged.begin(), execution.unchanged.end());
  std::vector<bool> keeps_other_updates;
  keeps_other_updates.reserve(writes.size());
  for (const ItemVersion& write : writes) {
    keeps_other_updates.push_back(std::any_of(pending.targets.begin(), pending.targets.end(), [&](const auto& target) {
      return target.has_value() && target->item == write.item && target->keeps_other_updates;
    }));
  }
  for (Finding& finding : detector_.Check({pending.actor, OperationName(pending.request),
                                           pending.unconditional && !opaque, writes, keeps_other_updates})) {
    finding.run = history_.run;
    if (step.remark.empty()) step.remark = std::string(NameOf(finding.kind));
    if (finding.kind == Finding::Kind::kLostUpdate && result.text.back() == ')') {
      result.text.pop_back();
      absl::StrAppend(&result.text, ", read ",
                      finding.read_version == 0 ? "nothing" : absl::StrCat("v", finding.read_version), ")");
    }
    if (options_.fail_on_stale_writes) Fail("stale write", Describe(finding), NameOf(finding.kind));
    const bool known = std::any_of(findings_.begin(), findings_.end(),
                                   [&](const Finding& other) { return IsOfSameKind(finding, other); });
    if (!known) findings_.push_back(std::move(finding));
  }
}

void ActiveRun::Complete(const Pending& pending, const Reply& reply, StepReport& report) {
  if (pending.id == 0) return;
  Actor& actor = *Find(pending.actor);
  if (actor.state != State::kDone) actor.state = State::kRunning;
  actor.last_operation = std::string(OperationName(pending.request));
  report.completed = {pending.id, pending.actor, reply};
}

void ActiveRun::CountEvents(const Pending& pending, Variant variant, const StepResult& result) {
  const Execution& execution = result.execution;
  if (variant.kind == Variant::Kind::kStale) {
    const bool index = ReadKindOf(pending.request, execution.footprint) == StaleWriteDetector::ReadKind::kIndex;
    ++(index ? event_counts_.lagging_reads : event_counts_.stale_reads);
  }
  if (pending.phase == Phase::kExpiry && !execution.writes.empty()) ++event_counts_.expired;
  if (variant == Variant::Fault(FaultAction::kDuplicate)) ++event_counts_.duplicates;
  if (!result.reply.has_value()) return;
  const Reply& reply = *result.reply;
  if (reply.kind == Reply::Kind::kThrottled) ++event_counts_.throttles;
  if (reply.kind == Reply::Kind::kInternalError && !result.executed) ++event_counts_.internal_errors;
  if (reply.kind != Reply::Kind::kOutcome && result.executed) ++event_counts_.lost_replies;
  const Result<Response>& outcome = execution.outcome;
  if (outcome.ok()) {
    const auto* batch = std::get_if<BatchWriteItemResponse>(&outcome.value());
    const auto* gets = std::get_if<BatchGetItemResponse>(&outcome.value());
    if (batch != nullptr && !batch->unprocessed_items.empty()) ++event_counts_.unprocessed;
    if (gets != nullptr && !gets->unprocessed_keys.empty()) ++event_counts_.unprocessed;
    return;
  }
  const Error& error = outcome.error();
  if (error.kind == ErrorKind::kConditionalCheckFailed) ++event_counts_.conditional_check_failed;
  if (error.kind == ErrorKind::kTransactionConflict) ++event_counts_.conflicts;
  if (error.kind != ErrorKind::kTransactionCanceled) return;
  ++event_counts_.transaction_canceled;
  const std::string codes = CancellationCodes(error);
  if (codes.find("TransactionConflict") != std::string::npos) ++event_counts_.conflicts;
  if (codes.find("ConditionalCheckFailed") != std::string::npos) ++event_counts_.conditional_check_failed;
}

void ActiveRun::CheckInvariants(const Pending& pending, const StepResult& result) {
  const Execution& execution = result.execution;
  if (!execution.committed && !execution.footprint.everything) return;
  std::set<std::string_view> written_tables;
  for (const ItemVersion& write : execution.writes) written_tables.insert(write.item.table);
  InvariantEvaluation evaluation(executor_);
  for (const Invariant& invariant : options_.always) {
    const bool touched =
        invariant.table.empty() || execution.footprint.everything || written_tables.count(invariant.table) != 0;
    if (!touched) continue;
    const std::optional<std::string> violation = evaluation.Violation(invariant);
    if (!violation.has_value()) continue;
    if (!failure_cause_.has_value()) {
      std::string& remark = history_.entries[pending.entry].steps.back().remark;
      absl::StrAppend(&remark, remark.empty() ? "" : ", ", "violates '", invariant.name, "'");
    }
    Fail("invariant",
         absl::StrCat("'", invariant.name, "' is violated by ",
                      pending.actor.empty() ? "a request without an actor" : pending.actor, "'s ", result.text, ": ",
                      *violation),
         invariant.name);
  }
}

void ActiveRun::LimitRequestsWithoutActor() {
  const HistoryEntry& entry = history_.entries.back();
  const size_t versions = versions_without_actor_ + entry.reads.size() + entry.writes.size();
  if (requests_without_actor_ < kRequestsWithoutActorMax && versions <= kVersionsWithoutActorMax) {
    ++requests_without_actor_;
    versions_without_actor_ = versions;
    return;
  }
  ++history_.left_out;
  for (const HistoryVersion& write : entry.writes) history_.tables_left_out.insert(write.item.table);
  history_.tables_left_out.insert(entry.changed_tables.begin(), entry.changed_tables.end());
  history_.entries.pop_back();
}

Result<Response> ActiveRun::RunUnscheduled(const Request& request) {
  if (LiveActorCount() > 0) ++unscheduled_;
  Pending pending;
  pending.request = request;
  pending.targets = executor_.TargetsOf(request);
  pending.entry = FindOrAddEntry({"", request, ""}, pending, actors_.begin()->second);
  StepResult result = MakeStepResult(pending, {}, executor_.Execute(request), "call");
  HistoryEntry& entry = history_.entries[pending.entry];
  entry.steps.push_back({schedule_.size(), result.what, {}, {}, result.text, {}});
  entry.reads.assign(result.execution.reads.begin(), result.execution.reads.end());
  entry.writes.assign(result.execution.writes.begin(), result.execution.writes.end());
  entry.changed_tables = result.execution.changed_tables;
  const bool responded = result.execution.delivery != Delivery::kNoResponse;
  if (responded) {
    RecordOutcome(pending, result.execution);
    CheckInvariants(pending, result);
  }
  LimitRequestsWithoutActor();
  if (!responded) return std::move(result.execution.outcome);
  if (result.execution.committed || result.execution.footprint.everything) ParkExpiryDeletions();
  return std::move(result.execution.outcome);
}

}  // namespace holdfast::race
