#include "engine/operations/transactions/transact_write_items.h"

#include "engine/database/database_state.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/transactions/transact_write_plan.h"
#include "engine/operations/transactions/write_transaction.h"
#include "engine/write/collection_metrics.h"

namespace holdfast {
namespace {

// The metrics of the collections that the plan wrote to, if the request asks for them.
std::optional<CollectionMetricsByTable> MetricsIfRequested(const TransactWriteItemsRequest& request,
                                                           const WritePlan& plan, const Effects& effects) {
  if (!request.return_item_collection_metrics.is(ReturnItemCollectionMetrics::kSize)) return std::nullopt;
  CollectionMetricsByTable metrics;
  for (size_t i = 0; i < plan.size(); ++i) {
    if (plan[i].kind == WriteKind::kConditionCheck) continue;
    const AttributeMapView item_or_key =
        plan[i].item != nullptr ? plan[i].item->attributes() : plan[i].key_attributes->view();
    AddCollectionMetrics(*plan[i].table, item_or_key, effects[i], metrics);
  }
  if (metrics.empty()) return std::nullopt;
  return metrics;
}

}  // namespace

Result<TransactWriteItemsResponse> TransactWriteItems(DatabaseState& database, const TransactWriteItemsRequest& request,
                                                      WorkBudget* budget) {
  HOLDFAST_ASSIGN_OR_RETURN(const CompiledTransaction transaction, PlanTransaction(database, request));
  std::optional<TransactionToken> token;
  if (request.client_request_token.has_value()) token = {*request.client_request_token, Fingerprint(request)};
  HOLDFAST_ASSIGN_OR_RETURN(const TransactionOutcome outcome,
                            ExecuteWriteTransaction(database, transaction.plan, token, budget));

  TransactWriteItemsResponse response;
  response.consumed_capacity = CapacityOfTransaction(transaction.plan, outcome, request.return_consumed_capacity);
  if (response.consumed_capacity.has_value()) {
    for (const TransactWriteItem& action : *request.transact_items) {
      NameAsRequested(TableNameOf(action), *response.consumed_capacity);
    }
  }
  if (!outcome.replayed.has_value()) {
    response.item_collection_metrics = MetricsIfRequested(request, transaction.plan, outcome.effects);
  }
  return response;
}

}  // namespace holdfast
