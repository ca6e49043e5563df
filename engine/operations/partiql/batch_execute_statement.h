// BatchExecuteStatement: executes up to 25 PartiQL statements, all of them reads or all of them writes, each on one
// item and independently of the others.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchExecuteStatement.html
#pragma once

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

struct BatchStatementRequest {
  std::optional<std::string> statement;
  std::optional<std::vector<AttributeValue>> parameters;
  bool consistent_read = false;
  // Accepted and without effect, as on AWS: the errors of statements have no item.
  EnumField<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure;
};

// `statements` has 1 to 25 elements. No two may name the same item.
struct BatchExecuteStatementRequest {
  std::optional<std::vector<BatchStatementRequest>> statements;
  EnumField<ReturnConsumedCapacity> return_consumed_capacity;
};

struct BatchStatementError {
  // A value of DynamoDB's BatchStatementErrorCodeEnum, for example `ConditionalCheckFailed`.
  std::string code;
  std::string message;
};

struct BatchStatementResponse {
  std::optional<BatchStatementError> error;
  // Absent if the statement was refused before it was executed.
  std::optional<std::string> table_name;
  std::optional<ResponseItem> item;
};

struct BatchExecuteStatementResponse {
  // In request order.
  std::vector<BatchStatementResponse> responses;
  // One entry for each table on which a statement succeeded.
  std::optional<std::vector<ConsumedCapacity>> consumed_capacity;
};

// `budget`: a bound on the work, or null; see engine/base/work_budget.h. Errors of the whole request:
// ValidationException for its members, for reads mixed with writes, and for two statements on the same item;
// kWorkBudgetExhausted. Every other error is the response to its statement, and the other statements are executed.
Result<BatchExecuteStatementResponse> BatchExecuteStatement(DatabaseState& database,
                                                            const BatchExecuteStatementRequest& request,
                                                            WorkBudget* budget = nullptr);

}  // namespace holdfast
