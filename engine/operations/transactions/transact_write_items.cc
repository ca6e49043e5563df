#include "engine/operations/transactions/transact_write_items.h"

#include <algorithm>
#include <utility>

#include "engine/database/database_state.h"
#include "engine/errors/transaction_errors.h"
#include "engine/operations/transactions/transact_write_plan.h"
#include "engine/operations/transactions/transaction_request.h"
#include "engine/write/collection_metrics.h"
#include "engine/write/write_capacity.h"
#include "engine/write/write_path.h"

namespace holdfast {
namespace {

Error CancellationError(const WriteRefusal& refusal) {
  std::vector<CancellationReason> reasons;
  reasons.reserve(refusal.errors.size());
  for (const std::optional<Error>& error : refusal.errors) {
    reasons.push_back(errors::ReasonOf(error.has_value() ? &*error : nullptr));
  }
  return errors::TransactionCanceled(std::move(reasons));
}

ReplayRecord MakeReplayRecord(const WritePlan& plan, const Effects& effects) {
  ReplayRecord record;
  record.reserve(plan.size());
  for (size_t i = 0; i < plan.size(); ++i) {
    const auto size = [](const ItemRef& item) { return item == nullptr ? 0 : item->size_bytes(); };
    record.emplace_back(plan[i].table->name(), std::max(size(effects[i].before), size(effects[i].after)));
  }
  return record;
}

std::optional<std::vector<ConsumedCapacity>> CapacityIfRequested(const TransactWriteItemsRequest& request,
                                                                 WriteCapacityTally tally) {
  const ReturnConsumedCapacity requested = request.return_consumed_capacity.value_or(ReturnConsumedCapacity::kNone);
  if (requested == ReturnConsumedCapacity::kNone) return std::nullopt;
  std::vector<ConsumedCapacity> capacity = std::move(tally).Take(requested == ReturnConsumedCapacity::kIndexes);
  SortByTableName(capacity);
  return capacity;
}

// Commits the token if the transaction has succeeded, and aborts it otherwise. The destructor calls End, in case
// an exception (std::bad_alloc) prevents an earlier call.
class TokenGuard {
 public:
  // `tokens`: null if the request has no token.
  TokenGuard(IdempotencyTokens* tokens, std::string_view token, const Clock& clock)
      : tokens_(tokens), token_(token), clock_(clock) {}
  TokenGuard(const TokenGuard&) = delete;
  TokenGuard& operator=(const TokenGuard&) = delete;
  ~TokenGuard() { End(); }

  void SetSucceeded() { succeeded_ = true; }
  void SetRecord(ReplayRecord record) { record_ = std::move(record); }
  void End() {
    if (tokens_ == nullptr) return;
    if (succeeded_) {
      tokens_->Commit(token_, std::move(record_), clock_.Now());
    } else {
      tokens_->Abort(token_);
    }
    tokens_ = nullptr;
  }

 private:
  IdempotencyTokens* tokens_;
  const std::string_view token_;
  const Clock& clock_;
  bool succeeded_ = false;
  ReplayRecord record_;
};

// The response to a repeated request, which was executed before with the same token.
TransactWriteItemsResponse ComposeReplayResponse(const TransactWriteItemsRequest& request, const ReplayRecord& record) {
  WriteCapacityTally tally(WriteCapacityTally::Mode::kTransaction);
  for (const auto& [table_name, image_bytes] : record) tally.AddReplay(table_name, image_bytes);
  TransactWriteItemsResponse response;
  response.consumed_capacity = CapacityIfRequested(request, std::move(tally));
  return response;
}

TransactWriteItemsResponse ComposeResponse(const TransactWriteItemsRequest& request, const WritePlan& plan,
                                           const Effects& effects) {
  TransactWriteItemsResponse response;
  if (request.return_consumed_capacity.present()) {
    WriteCapacityTally tally(WriteCapacityTally::Mode::kTransaction);
    for (size_t i = 0; i < plan.size(); ++i) tally.Add(*plan[i].table, effects[i]);
    response.consumed_capacity = CapacityIfRequested(request, std::move(tally));
  }
  if (request.return_item_collection_metrics.is(ReturnItemCollectionMetrics::kSize)) {
    CollectionMetricsByTable metrics;
    for (size_t i = 0; i < plan.size(); ++i) {
      if (plan[i].kind == WriteKind::kConditionCheck) continue;
      const AttributeMapView item_or_key =
          plan[i].item != nullptr ? plan[i].item->attributes() : plan[i].key_attributes->view();
      AddCollectionMetrics(*plan[i].table, item_or_key, effects[i], metrics);
    }
    if (!metrics.empty()) response.item_collection_metrics = std::move(metrics);
  }
  return response;
}

}  // namespace

Result<TransactWriteItemsResponse> TransactWriteItems(DatabaseState& database,
                                                      const TransactWriteItemsRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(CompiledTransaction transaction, PlanTransaction(database, request));

  IdempotencyTokens& tokens = database.idempotency_tokens;
  const std::optional<std::string>& token = request.client_request_token;
  if (token.has_value()) {
    HOLDFAST_ASSIGN_OR_RETURN(const std::optional<ReplayRecord> record,
                              tokens.Begin(*token, Fingerprint(request), database.clock->Now()));
    if (record.has_value()) return ComposeReplayResponse(request, *record);
  }
  TokenGuard token_guard(token.has_value() ? &tokens : nullptr, token.has_value() ? std::string_view(*token) : "",
                         *database.clock);
  const Result<Effects, WriteRefusal> effects =
      ExecuteWrites(transaction.plan, database.commits, *database.clock, database.options.item_collection_bytes_max,
                    database.options.max_memory_bytes);
  if (!effects.ok()) return CancellationError(effects.error());
  token_guard.SetSucceeded();
  if (token.has_value()) token_guard.SetRecord(MakeReplayRecord(transaction.plan, *effects));
  token_guard.End();
  return ComposeResponse(request, transaction.plan, *effects);
}

}  // namespace holdfast
