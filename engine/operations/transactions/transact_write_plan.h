// Compiles the actions of a TransactWriteItems request into a write plan, with all checks that need no stored item.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "engine/database/database_state.h"
#include "engine/expressions/condition_expression.h"
#include "engine/expressions/update_expression.h"
#include "engine/operations/transactions/transact_write_items.h"
#include "engine/write/write_plan.h"

namespace holdfast {

// The compiled actions. `plan` points into `actions` and into the request: this may be moved, but not copied,
// `actions` must not be resized, and the request must outlive this.
struct CompiledTransaction {
  struct Action {
    std::optional<ConditionExpression> condition;
    std::optional<UpdateExpression> update;
  };
  std::vector<Action> actions;
  WritePlan plan;
};

// Errors in DynamoDB's order: all violated member constraints in one error; then, action by action, the first error
// that needs no table; then the size of the request; then tables that are not found; then key attributes, of the table
// or an index, that are empty or too long, and the sizes of items; then, as a cancellation, the first action whose keys
// are missing or have the wrong type, or that breaks another rule of its table's schema; then two actions on one item.
Result<CompiledTransaction> PlanTransaction(const DatabaseState& database, const TransactWriteItemsRequest& request);

// The TableName of an action of a planned transaction.
const std::string& TableNameOf(const TransactWriteItem& action);

// A hash of the request's parameters, to compare requests with the same ClientRequestToken. [open] It is not known
// which parameters AWS compares. Here, all are compared except ReturnConsumedCapacity and ReturnItemCollectionMetrics.
// The order of attributes, names and values, and the spelling of numbers, do not matter. The request must have passed
// PlanTransaction.
uint64_t Fingerprint(const TransactWriteItemsRequest& request);

}  // namespace holdfast
