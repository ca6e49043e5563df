// ExecuteTransaction: executes 1 to 100 PartiQL statements, each on one item: all of them at one moment, or none.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExecuteTransaction.html
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

struct ParameterizedStatement {
  std::optional<std::string> statement;
  std::optional<std::vector<AttributeValue>> parameters;
  EnumField<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure;
};

// Either all statements are SELECTs, or none is. EXISTS states a condition for the writes.
struct ExecuteTransactionRequest {
  std::optional<std::vector<ParameterizedStatement>> transact_statements;
  // 1 to 36 characters. A repetition of the request within ten minutes after its success changes nothing. Reads
  // ignore it.
  std::optional<std::string> client_request_token;
  EnumField<ReturnConsumedCapacity> return_consumed_capacity;
};

struct ExecuteTransactionResponse {
  // For reads: the items in request order, absent where there is none. Empty for writes.
  std::vector<std::optional<ResponseItem>> responses;
  // The same as for the equivalent TransactGetItems or TransactWriteItems.
  std::optional<std::vector<ConsumedCapacity>> consumed_capacity;
};

// `budget`: a bound on the work, or null; see engine/base/work_budget.h. Errors: ValidationException;
// AccessDeniedException; TransactionCanceledException (with a reason for each statement as detail), also for tables
// that do not exist and for writes that do not name one item (for other statements that do not, this is a
// ValidationException); with a token that was used before, IdempotentParameterMismatchException or
// TransactionInProgressException; kWorkBudgetExhausted.
Result<ExecuteTransactionResponse> ExecuteTransaction(DatabaseState& database, const ExecuteTransactionRequest& request,
                                                      WorkBudget* budget = nullptr);

}  // namespace holdfast
