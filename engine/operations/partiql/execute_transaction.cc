#include "engine/operations/partiql/execute_transaction.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <string_view>
#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/constraints.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/item_errors.h"
#include "engine/errors/partiql_errors.h"
#include "engine/errors/transaction_errors.h"
#include "engine/operations/partiql/statement_request.h"
#include "engine/operations/partiql/statement_write.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/request_rules/sequence_hash.h"
#include "engine/operations/transactions/transaction_request.h"
#include "engine/operations/transactions/write_transaction.h"
#include "engine/partiql/item_key.h"
#include "engine/read/read_capacity.h"
#include "engine/read/read_path.h"
#include "engine/read/read_throttling.h"

namespace holdfast {
namespace {

using partiql::BoundStatement;
using partiql::ItemKeyMatch;
using partiql::StatementKind;

Status CheckConstraints(const ExecuteTransactionRequest& request) {
  errors::Constraints constraints;
  ConstrainToken(request.client_request_token, constraints);
  constraints.Enum(request.return_consumed_capacity, "returnConsumedCapacity");
  ConstrainStatements(request.transact_statements, "transactStatements", limits::kTransactionActionsMax, constraints);
  return constraints.Report();
}

// A statement of the transaction, as it is bound, planned and executed.
struct TransactMember {
  BoundStatement statement;
  // Null if there is no such table.
  std::shared_ptr<Table> table = nullptr;
  ItemKeyMatch match = {};
  // The plan of a write.
  StatementWrite write = {};
  // The error with which the statement cancels the transaction before anything is executed.
  std::optional<Error> reason = std::nullopt;

  explicit TransactMember(BoundStatement bound) : statement(std::move(bound)) {}
};
// A deque does not move its elements: the planned actions point into the StatementWrites of the members.
using TransactMembers = std::deque<TransactMember>;

Result<TransactMembers> BindStatements(const std::vector<ParameterizedStatement>& statements) {
  TransactMembers members;
  for (size_t i = 0; i < statements.size(); ++i) {
    HOLDFAST_RETURN_IF_ERROR(CheckParameters(statements[i].parameters));
    Result<BoundStatement> bound = BindStatement(*statements[i].statement, statements[i].parameters);
    if (!bound.ok()) return errors::InTransactStatement(i, bound.error());
    members.emplace_back(std::move(bound).value());
  }
  return members;
}

// The service limits the size of the request. Here only the parameters count, because literals are short.
Status CheckPayload(const std::vector<ParameterizedStatement>& statements) {
  size_t size = 0;
  for (const ParameterizedStatement& statement : statements) {
    if (!statement.parameters.has_value()) continue;
    for (const AttributeValue& parameter : *statement.parameters) size += parameter.view().size_bytes();
  }
  if (size > limits::kTransactionBytesMax) return errors::TransactionTooLarge(size);
  return {};
}

Status CheckReadsOrWrites(const TransactMembers& members) {
  const auto reads = [](const TransactMember& member) { return member.statement->reads(); };
  if (std::any_of(members.begin(), members.end(), reads) && !std::all_of(members.begin(), members.end(), reads)) {
    return errors::ReadsAndWritesInTransaction();
  }
  return {};
}

Status FindTables(const DatabaseState& database, TransactMembers& members) {
  for (TransactMember& member : members) {
    Result<std::shared_ptr<Table>> table = FindTable(database, member.statement->table);
    if (table.ok()) {
      member.table = std::move(table).value();
    } else if (table.error().kind == ErrorKind::kResourceNotFound) {
      member.reason = std::move(table).error();
    } else {
      return std::move(table).error();
    }
  }
  return {};
}

// Checks the rules for statements of transactions, and sets `member.match`, except for an INSERT. The statement's table
// must exist.
Status CheckRules(TransactMember& member) {
  const BoundStatement& statement = member.statement;
  if (statement->returning.has_value()) return errors::ReturningInTransaction();
  if (statement->index.has_value()) return errors::IndexReadInTransaction();
  if (statement->kind == StatementKind::kInsert) return {};
  member.match = partiql::MatchItemKey(member.table->schema(), statement, /*accepts_in_operator=*/statement->reads());
  const ItemKeyMatch::Problem problem = member.match.problem;
  const bool missing = problem == ItemKeyMatch::Problem::kMissing;
  const bool several = problem == ItemKeyMatch::Problem::kSeveralValues;
  if (statement->reads() && (missing || several || !member.match.only_key)) {
    return errors::SelectWithoutPrimaryKey("ExecuteTransaction");
  }
  if (statement->kind == StatementKind::kExists && (missing || (member.match.only_key && !several))) {
    return errors::ExistsNeedsItemReadWithCondition();
  }
  return {};
}

// Returns the cancellation of the transaction if a statement has a reason for it.
Status CheckReasons(const TransactMembers& members) {
  std::vector<CancellationReason> reasons;
  bool any = false;
  for (const TransactMember& member : members) {
    any = any || member.reason.has_value();
    reasons.push_back(errors::ReasonOf(member.reason.has_value() ? &*member.reason : nullptr));
  }
  if (!any) return {};
  return errors::TransactionCanceled(std::move(reasons));
}

// Binds the statements, finds their tables, and makes the checks that precede the planning of reads or writes.
Result<TransactMembers> Prepare(const DatabaseState& database, const ExecuteTransactionRequest& request,
                                WorkBudget* budget) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  const std::vector<ParameterizedStatement>& statements = *request.transact_statements;
  if (!SpendOnCompiling(statements, budget)) return errors::WorkBudgetExhausted();
  HOLDFAST_ASSIGN_OR_RETURN(TransactMembers members, BindStatements(statements));
  HOLDFAST_RETURN_IF_ERROR(CheckReadsOrWrites(members));
  HOLDFAST_RETURN_IF_ERROR(CheckPayload(statements));
  HOLDFAST_RETURN_IF_ERROR(FindTables(database, members));
  for (size_t i = 0; i < members.size(); ++i) {
    if (members[i].table == nullptr) continue;
    const Status rules = CheckRules(members[i]);
    if (!rules.ok()) return errors::InTransactStatement(i, rules.error());
  }
  HOLDFAST_RETURN_IF_ERROR(CheckReasons(members));
  return members;
}

Result<ItemReadPlan> PlanReads(TransactMembers& members) {
  ItemReadPlan plan;
  plan.transactional = true;
  for (TransactMember& member : members) {
    ItemRead& read = plan.reads.emplace_back();
    read.table = member.table;
    read.projection = member.statement->projection;
    if (member.match.problem != ItemKeyMatch::Problem::kNone) {
      member.reason = errors::KeyDoesNotMatchSchema();
      continue;
    }
    Result<TableKey> key = KeyOfValues(member.table->schema(), *member.match.partition, member.match.sort);
    if (key.ok()) {
      read.key = *key;
    } else {
      member.reason = std::move(key).error();
    }
  }
  HOLDFAST_RETURN_IF_ERROR(CheckReasons(members));
  return plan;
}

// The service reports every statement that does not name one item. [open] Here every statement that fails to match the
// schema in another way is reported as well, whereas TransactWriteItems reports only the first such action.
Result<WritePlan> PlanWrites(const std::vector<ParameterizedStatement>& statements, TransactMembers& members) {
  WritePlan plan;
  plan.reserve(members.size());
  for (size_t i = 0; i < members.size(); ++i) {
    TransactMember& member = members[i];
    Result<WriteAction> action = member.write.Plan(member.table, member.statement, /*in_transaction=*/true);
    if (!action.ok()) {
      member.reason = std::move(action).error();
      continue;
    }
    action->return_item_on_condition_failure =
        statements[i].return_values_on_condition_check_failure.is(ReturnValuesOnConditionCheckFailure::kAllOld);
    plan.push_back(std::move(action).value());
  }
  HOLDFAST_RETURN_IF_ERROR(CheckReasons(members));
  return plan;
}

Result<ExecuteTransactionResponse> ExecuteReadTransaction(const DatabaseState& database, TransactMembers& members,
                                                          const ExecuteTransactionRequest& request,
                                                          WorkBudget* budget) {
  HOLDFAST_ASSIGN_OR_RETURN(const ItemReadPlan plan, PlanReads(members));
  HOLDFAST_RETURN_IF_ERROR(CheckDistinctAccesses(plan.reads));
  HOLDFAST_ASSIGN_OR_RETURN(std::vector<FoundItem> found, ExecuteReads(plan, budget));
  HOLDFAST_RETURN_IF_ERROR(ChargeUnitsOfTransaction(database.throughput.get(), plan, found));
  ExecuteTransactionResponse response;
  for (FoundItem& item : found) response.responses.push_back(std::move(item.item));
  const ReturnConsumedCapacity capacity = request.return_consumed_capacity.value_or(ReturnConsumedCapacity::kNone);
  if (capacity != ReturnConsumedCapacity::kNone) {
    response.consumed_capacity = CapacityOf(plan, found, capacity == ReturnConsumedCapacity::kIndexes);
    SortByTableName(*response.consumed_capacity);
  }
  return response;
}

// A hash, to compare requests with the same ClientRequestToken. [open] It is not known what the service compares: here
// texts, parameters and ReturnValuesOnConditionCheckFailure.
uint64_t FingerprintOf(const std::vector<ParameterizedStatement>& statements) {
  SequenceHash hash;
  for (const ParameterizedStatement& statement : statements) {
    hash.Add(*statement.statement);
    hash.Add(statement.return_values_on_condition_check_failure.text());
    if (!statement.parameters.has_value()) continue;
    for (const AttributeValue& parameter : *statement.parameters) hash.Add(parameter.view().packed());
  }
  return hash.state();
}

// Longer than the longest ClientRequestToken, so no request of TransactWriteItems can have the same token. [open] It
// was not captured whether the two operations share their tokens; here they do not.
constexpr std::string_view kTokenPrefix = "ExecuteTransaction, of which the token is ";
static_assert(kTokenPrefix.size() > limits::kClientRequestTokenLengthMax);

Result<ExecuteTransactionResponse> ExecuteWriteStatements(DatabaseState& database, TransactMembers& members,
                                                          const ExecuteTransactionRequest& request,
                                                          WorkBudget* budget) {
  HOLDFAST_ASSIGN_OR_RETURN(const WritePlan plan, PlanWrites(*request.transact_statements, members));
  HOLDFAST_RETURN_IF_ERROR(CheckDistinctAccesses(plan));
  std::string token_text;
  std::optional<TransactionToken> token;
  if (request.client_request_token.has_value()) {
    token_text.append(kTokenPrefix).append(*request.client_request_token);
    token = {token_text, FingerprintOf(*request.transact_statements)};
  }
  HOLDFAST_ASSIGN_OR_RETURN(const TransactionOutcome outcome, ExecuteWriteTransaction(database, plan, token, budget));
  ExecuteTransactionResponse response;
  response.consumed_capacity = CapacityOfTransaction(plan, outcome, request.return_consumed_capacity);
  return response;
}

}  // namespace

Result<ExecuteTransactionResponse> ExecuteTransaction(DatabaseState& database, const ExecuteTransactionRequest& request,
                                                      WorkBudget* budget) {
  HOLDFAST_ASSIGN_OR_RETURN(TransactMembers members, Prepare(database, request, budget));
  if (members.front().statement->reads()) return ExecuteReadTransaction(database, members, request, budget);
  return ExecuteWriteStatements(database, members, request, budget);
}

}  // namespace holdfast
