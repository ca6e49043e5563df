// ExecuteStatement: executes one PartiQL statement: a SELECT, a page at a time, or a write of one item.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExecuteStatement.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/work_budget.h"
#include "engine/operations/request_rules/request_fields.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/values/attribute_value.h"
#include "engine/values/response_item.h"

namespace holdfast {
struct DatabaseState;

// `statement` has 1 to 8,192 characters and a `?` for each of `parameters`, in text order. `limit` is a number of items
// before the filter, at least 1. `next_token` is that of the response to the same statement with the same parameters.
struct ExecuteStatementRequest {
  std::optional<std::string> statement;
  std::optional<std::vector<AttributeValue>> parameters;
  bool consistent_read = false;
  std::optional<std::string> next_token;
  EnumField<ReturnConsumedCapacity> return_consumed_capacity;
  std::optional<int32_t> limit;
  EnumField<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure;
};

struct ExecuteStatementResponse {
  // The items of a SELECT, or the item that the RETURNING clause of a write asks for.
  std::vector<ResponseItem> items;
  // Both are present if a page ended at `limit` or at 1 MiB (limits::kPageBytesMax, before the filter), even if nothing
  // follows.
  std::optional<std::string> next_token;
  std::optional<AttributeMap> last_evaluated_key;
  // The same as for the equivalent GetItem, Query, Scan, PutItem, UpdateItem or DeleteItem.
  std::optional<ConsumedCapacity> consumed_capacity;
};

// `budget`: a bound on the work, or null; see engine/base/work_budget.h. Errors: ValidationException, also for a
// statement that is not well formed; ResourceNotFoundException; AccessDeniedException; DuplicateItemException for an
// INSERT of an item that exists; ConditionalCheckFailedException for an UPDATE of an item that does not exist, and for
// a WHERE that is false of the item of an UPDATE or DELETE (with the stored item as detail if
// `return_values_on_condition_check_failure` is ALL_OLD); ItemCollectionSizeLimitExceededException;
// kWorkBudgetExhausted; with throughput limits, ProvisionedThroughputExceededException and ThrottlingException.
Result<ExecuteStatementResponse> ExecuteStatement(DatabaseState& database, const ExecuteStatementRequest& request,
                                                  WorkBudget* budget = nullptr);

}  // namespace holdfast
