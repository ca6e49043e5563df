#include "engine/operations/partiql/execute_statement.h"

#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/constraints.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/partiql_errors.h"
#include "engine/operations/partiql/next_token.h"
#include "engine/operations/partiql/select_plan.h"
#include "engine/operations/partiql/statement_request.h"
#include "engine/operations/partiql/statement_write.h"
#include "engine/operations/queries/page_request.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/read/read_capacity.h"
#include "engine/read/read_path.h"
#include "engine/read/read_throttling.h"
#include "engine/write/write_capacity.h"
#include "engine/write/write_path.h"

namespace holdfast {
namespace {

using partiql::BoundStatement;
using partiql::StatementKind;

Status CheckConstraints(const ExecuteStatementRequest& request) {
  errors::Constraints constraints;
  constraints.Enum(request.return_consumed_capacity, "returnConsumedCapacity");
  ConstrainStatement(request.statement, request.parameters, constraints);
  if (request.next_token.has_value()) {
    constraints.LengthAtLeast(request.next_token->size(), 1, *request.next_token, "nextToken");
    constraints.LengthAtMost(request.next_token->size(), limits::kNextTokenLengthMax, *request.next_token, "nextToken");
  }
  if (request.limit.has_value()) constraints.AtLeast(*request.limit, 1, "limit");
  constraints.Enum(request.return_values_on_condition_check_failure, "returnValuesOnConditionCheckFailure");
  return constraints.Report();
}

ReturnConsumedCapacity ReturnConsumedCapacityOf(const ExecuteStatementRequest& request) {
  return request.return_consumed_capacity.value_or(ReturnConsumedCapacity::kNone);
}

uint64_t Fingerprint(const ExecuteStatementRequest& request) {
  static const std::vector<AttributeValue> kNone;
  return FingerprintOf(*request.statement, request.parameters.has_value() ? *request.parameters : kNone);
}

Result<SelectStart> StartOf(const ExecuteStatementRequest& request) {
  if (!request.next_token.has_value()) return SelectStart();
  std::optional<NextToken> token = NextToken::Parse(*request.next_token);
  if (!token.has_value()) return errors::UndecodableNextToken();
  if (token->fingerprint != Fingerprint(request)) return errors::NextTokenOfOtherRequest();
  return SelectStart{token->read, std::move(token->position)};
}

Result<ExecuteStatementResponse> ReadSelectedItem(const ExecuteStatementRequest& request, const ItemRead& read,
                                                  ThroughputLimits* throughput, WorkBudget* budget) {
  HOLDFAST_ASSIGN_OR_RETURN(FoundItem found, ExecuteRead(read, budget));
  HOLDFAST_RETURN_IF_ERROR(ChargeUnits(throughput, read, found));
  ExecuteStatementResponse response;
  if (found.item.has_value()) response.items.push_back(*std::move(found.item));
  const ReturnConsumedCapacity capacity = ReturnConsumedCapacityOf(request);
  if (capacity != ReturnConsumedCapacity::kNone) {
    response.consumed_capacity =
        CapacityOf(*read.table, ReadUnitsOf(read, found), capacity == ReturnConsumedCapacity::kIndexes);
  }
  return response;
}

Result<ExecuteStatementResponse> ReadSelectedPage(const ExecuteStatementRequest& request, SelectStart start,
                                                  PagedSelect& select, ThroughputLimits* throughput,
                                                  WorkBudget* budget) {
  std::optional<size_t> limit;
  if (request.limit.has_value()) limit = static_cast<size_t>(*request.limit);
  HOLDFAST_ASSIGN_OR_RETURN(SelectedPage page, ExecuteSelect(select, std::move(start), limit,
                                                             ReturnConsumedCapacityOf(request), throughput, budget));
  ExecuteStatementResponse response;
  response.items = std::move(page.items);
  response.consumed_capacity = std::move(page.capacity);
  if (page.last_item == nullptr) return response;
  const ReadTarget& target = select.page.target;
  HOLDFAST_ASSIGN_OR_RETURN(ScanPosition position, PositionOf(target, page.last_item->attributes()));
  response.next_token =
      NextToken{Fingerprint(request), static_cast<uint32_t>(page.last_read), std::move(position)}.ToText();
  response.last_evaluated_key = LastEvaluatedKey(target, page.last_item->attributes());
  return response;
}

Result<ExecuteStatementResponse> ExecuteSelectStatement(const DatabaseState& database,
                                                        const ExecuteStatementRequest& request,
                                                        const BoundStatement& statement, WorkBudget* budget) {
  HOLDFAST_ASSIGN_OR_RETURN(SelectStart start, StartOf(request));
  SelectPlan plan;
  HOLDFAST_RETURN_IF_ERROR(PlanSelect(database, statement, request.consistent_read, plan));
  ThroughputLimits* const throughput = database.throughput.get();
  if (const ItemRead* const read = std::get_if<ItemRead>(&plan)) {
    return ReadSelectedItem(request, *read, throughput, budget);
  }
  return ReadSelectedPage(request, std::move(start), std::get<PagedSelect>(plan), throughput, budget);
}

Result<ExecuteStatementResponse> ExecuteWriteStatement(DatabaseState& database, const ExecuteStatementRequest& request,
                                                       const BoundStatement& statement, WorkBudget* budget) {
  HOLDFAST_ASSIGN_OR_RETURN(std::shared_ptr<Table> table, FindTable(database, statement->table));
  StatementWrite write;
  HOLDFAST_ASSIGN_OR_RETURN(WriteAction action, write.Plan(table, statement, /*in_transaction=*/false));
  action.return_item_on_condition_failure =
      request.return_values_on_condition_check_failure.is(ReturnValuesOnConditionCheckFailure::kAllOld);
  HOLDFAST_ASSIGN_OR_RETURN(
      const Effect effect,
      ExecuteWrite(std::move(action), database.commits, *database.clock, database.options.item_collection_bytes_max,
                   database.options.max_memory_bytes, database.throughput.get(), budget));

  ExecuteStatementResponse response;
  if (std::optional<ResponseItem> returned = write.Returned(statement, effect)) {
    response.items.push_back(*std::move(returned));
  }
  if (ReturnConsumedCapacityOf(request) != ReturnConsumedCapacity::kNone) {
    WriteCapacityCounter tally(WriteCapacityCounter::Mode::kPlain);
    tally.Add(*table, effect);
    response.consumed_capacity =
        std::move(tally).Take(request.return_consumed_capacity.is(ReturnConsumedCapacity::kIndexes)).front();
  }
  return response;
}

}  // namespace

Result<ExecuteStatementResponse> ExecuteStatement(DatabaseState& database, const ExecuteStatementRequest& request,
                                                  WorkBudget* budget) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  HOLDFAST_RETURN_IF_ERROR(CheckParameters(request.parameters));
  if (!Spend(budget, request.statement->size() * work::kStepsPerStatementByte)) return errors::WorkBudgetExhausted();
  HOLDFAST_ASSIGN_OR_RETURN(const BoundStatement statement, BindStatement(*request.statement, request.parameters));
  switch (statement->kind) {
    case StatementKind::kSelect:
      return ExecuteSelectStatement(database, request, statement, budget);
    case StatementKind::kExists:
      return errors::ExistsOutsideTransaction();
    case StatementKind::kInsert:
    case StatementKind::kUpdate:
    case StatementKind::kDelete:
      break;
  }
  return ExecuteWriteStatement(database, request, statement, budget);
}

}  // namespace holdfast
