// From the actions of a TransactWriteItems to a write plan, with every check that needs no stored item.
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

// What the actions compile to. The plan points into `actions`, which do not grow, and into the request.
struct CompiledTransaction {
  struct Action {
    std::optional<ConditionExpression> condition;
    std::optional<UpdateExpression> update;
  };
  std::vector<Action> actions;
  WritePlan plan;
};

// Errors in DynamoDB's order: member constraints, aggregated; then action by action what is wrong with it alone; then
// tables; then values no key can have, and sizes; then, as a cancellation, the first key that does not fit its table;
// then two actions on one item.
Result<CompiledTransaction> PlanTransaction(const DatabaseState& database, const TransactWriteItemsRequest& request);

// Identifies the request's parameters, for its ClientRequestToken: equal for requests that DynamoDB takes for the same.
// [open] What AWS compares is not known. Here: everything but what is to be returned about capacity and metrics; the
// order of attributes, names and values, and the spelling of numbers, do not matter.
uint64_t Fingerprint(const TransactWriteItemsRequest& request);

}  // namespace holdfast
