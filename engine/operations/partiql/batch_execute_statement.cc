#include "engine/operations/partiql/batch_execute_statement.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <string_view>
#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/constraints.h"
#include "engine/errors/error_detail.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/partiql_errors.h"
#include "engine/errors/request_errors.h"
#include "engine/errors/tables/throughput_errors.h"
#include "engine/errors/transaction_errors.h"
#include "engine/operations/partiql/select_plan.h"
#include "engine/operations/partiql/statement_request.h"
#include "engine/operations/partiql/statement_write.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/transactions/transaction_request.h"
#include "engine/partiql/item_key.h"
#include "engine/read/read_capacity.h"
#include "engine/read/read_path.h"
#include "engine/read/read_throttling.h"
#include "engine/schema/key_rules.h"
#include "engine/tables/capacity_units.h"
#include "engine/write/write_capacity.h"
#include "engine/write/write_path.h"

namespace holdfast {
namespace {

using partiql::BoundStatement;
using partiql::StatementKind;

Status CheckConstraints(const BatchExecuteStatementRequest& request) {
  errors::Constraints constraints;
  constraints.Enum(request.return_consumed_capacity, "returnConsumedCapacity");
  ConstrainStatements(request.statements, "statements", limits::kBatchStatementsMax, constraints);
  return constraints.Report();
}

// A statement of the batch, as it is bound, planned and executed.
struct BatchMember {
  std::optional<BoundStatement> statement;
  std::shared_ptr<Table> table;
  // The plan of a SELECT.
  ItemRead read;
  // The plan of a write: `action` points into `write`.
  StatementWrite write;
  std::optional<WriteAction> action;
  // The error that refused the statement before it was executed.
  std::optional<Error> error;

  bool planned() const { return statement.has_value() && !error.has_value(); }
  bool reads() const { return (*statement)->reads(); }
  const TableKey& key() const { return reads() ? read.key : action->key; }
};

Status Bind(const BatchStatementRequest& request, BatchMember& member) {
  HOLDFAST_RETURN_IF_ERROR(CheckParameters(request.parameters));
  HOLDFAST_ASSIGN_OR_RETURN(BoundStatement statement, BindStatement(*request.statement, request.parameters));
  if (statement->kind == StatementKind::kExists) return errors::ExistsOutsideTransaction();
  member.statement.emplace(std::move(statement));
  return {};
}

Status PlanRead(const BatchStatementRequest& request, BatchMember& member) {
  const BoundStatement& statement = *member.statement;
  const TableSchema& schema = member.table->schema();
  const partiql::ItemKeyMatch match = partiql::MatchItemKey(schema, statement, /*accepts_in_operator=*/true);
  if (statement->index.has_value() || match.problem == partiql::ItemKeyMatch::Problem::kMissing ||
      match.problem == partiql::ItemKeyMatch::Problem::kSeveralValues || !match.only_key) {
    HOLDFAST_RETURN_IF_ERROR(CheckSelectOfBatch(member.table, statement));
    return errors::SelectWithoutPrimaryKey("BatchExecuteStatement");
  }
  HOLDFAST_ASSIGN_OR_RETURN(const TableKey key, partiql::KeyOfMatch(schema, match));
  member.read = {member.table, key, statement->projection, request.consistent_read};
  return {};
}

Status Plan(const DatabaseState& database, const BatchStatementRequest& request, BatchMember& member) {
  HOLDFAST_ASSIGN_OR_RETURN(member.table, FindTable(database, (*member.statement)->table));
  if (member.reads()) return PlanRead(request, member);
  HOLDFAST_ASSIGN_OR_RETURN(member.action,
                            member.write.Plan(member.table, *member.statement, /*in_transaction=*/false));
  return {};
}

// The rules for the batch as a whole. Statements that could not be bound are ignored; those that could not be planned
// are ignored when items are compared, but count as reads or writes.
Status CheckBatchRules(const std::deque<BatchMember>& members) {
  const auto any = [&](bool reads) {
    return std::any_of(members.begin(), members.end(), [&](const BatchMember& member) {
      return member.statement.has_value() && member.reads() == reads;
    });
  };
  if (any(true) && any(false)) return errors::ReadsAndWritesInBatch();
  std::vector<ItemName> items;
  for (const BatchMember& member : members) {
    if (member.planned()) items.push_back({member.table->number(), member.key()});
  }
  if (!CheckDistinctItems(items).ok()) return errors::DuplicateKeysInBatch();
  return {};
}

// Adds up the capacity of the batch, for each table.
class BatchCapacity {
 public:
  explicit BatchCapacity(bool by_index) : by_index_(by_index) {}

  void AddRead(const BatchMember& member, const FoundItem& found) {
    reads_.push_back(CapacityOf(*member.table, ReadUnitsOf(member.read, found), by_index_));
  }
  void AddWrite(const BatchMember& member, const Effect& effect) { writes_.Add(*member.table, effect); }
  // The units of a failed write count in the total of its table's entry, but not as units of the table or an index.
  void AddFailedWrite(const BatchMember& member, const Error& error) {
    const size_t stored =
        error.detail != nullptr && error.detail->item != nullptr ? error.detail->item->size_bytes() : 0;
    failed_.emplace_back(member.table->name(), WriteUnits(std::max(stored, member.write.inserted_item_bytes())));
  }

  // One entry for each table of a member that succeeded; nothing if none did.
  std::optional<std::vector<ConsumedCapacity>> Take() && {
    std::vector<ConsumedCapacity> entries = std::move(writes_).Take(by_index_);
    for (ConsumedCapacity& read : reads_) {
      const auto entry = Find(entries, read.table_name);
      if (entry == entries.end()) {
        entries.push_back(std::move(read));
      } else {
        entry->table_units += read.table_units;
      }
    }
    for (const auto& [table, units] : failed_) {
      const auto entry = Find(entries, table);
      if (entry != entries.end()) entry->failed_units += units;
    }
    if (entries.empty()) return std::nullopt;
    return entries;
  }

 private:
  static std::vector<ConsumedCapacity>::iterator Find(std::vector<ConsumedCapacity>& entries, std::string_view table) {
    return std::find_if(entries.begin(), entries.end(),
                        [&](const ConsumedCapacity& entry) { return entry.table_name == table; });
  }

  const bool by_index_;
  WriteCapacityCounter writes_{WriteCapacityCounter::Mode::kPlain};
  std::vector<ConsumedCapacity> reads_;
  std::vector<std::pair<std::string, double>> failed_;
};

BatchStatementResponse ErrorResponse(const Error& error) {
  BatchStatementResponse response;
  response.error = {std::string(errors::CodeOf(error.kind)), error.message};
  return response;
}

Status ExecuteMemberReads(const DatabaseState& database, std::deque<BatchMember>& members, WorkBudget* budget,
                          std::vector<BatchStatementResponse>& responses, BatchCapacity& capacity) {
  ItemReadPlan plan;
  for (const BatchMember& member : members) {
    if (member.planned()) plan.reads.push_back(member.read);
  }
  HOLDFAST_ASSIGN_OR_RETURN(std::vector<FoundItem> found, ExecuteReads(plan, budget));
  size_t next = 0;
  for (size_t i = 0; i < members.size(); ++i) {
    if (!members[i].planned()) continue;
    FoundItem& item = found[next++];
    const Status charged = ChargeUnits(database.throughput.get(), members[i].read, item);
    if (charged.ok()) {
      capacity.AddRead(members[i], item);
      responses[i].item = std::move(item.item);
    } else {
      responses[i] = ErrorResponse(charged.error());
    }
    responses[i].table_name = members[i].table->name();
  }
  return {};
}

void ExecuteMemberWrite(DatabaseState& database, BatchMember& member, BatchStatementResponse& response,
                        BatchCapacity& capacity) {
  WriteAction action = *std::move(member.action);
  // The capacity of a failed write depends on the stored item, so the error has to contain it. The response does not.
  action.return_item_on_any_failure = true;
  const Result<Effect> effect =
      ExecuteWrite(std::move(action), database.commits, *database.clock, database.options.item_collection_bytes_max,
                   database.options.max_memory_bytes, database.throughput.get());
  if (effect.ok()) {
    capacity.AddWrite(member, *effect);
    response.item = member.write.Returned(*member.statement, *effect);
  } else {
    // A throttled write takes no units.
    if (!errors::IsThroughputExceeded(effect.error())) capacity.AddFailedWrite(member, effect.error());
    response = ErrorResponse(effect.error());
  }
  response.table_name = member.table->name();
}

}  // namespace

Result<BatchExecuteStatementResponse> BatchExecuteStatement(DatabaseState& database,
                                                            const BatchExecuteStatementRequest& request,
                                                            WorkBudget* budget) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  if (!SpendOnCompiling(*request.statements, budget)) return errors::WorkBudgetExhausted();
  // A deque does not move its elements: the action of a BatchMember points into the StatementWrite beside it.
  std::deque<BatchMember> members;
  BatchExecuteStatementResponse response;
  for (const BatchStatementRequest& statement : *request.statements) {
    BatchMember& member = members.emplace_back();
    Status status = Bind(statement, member);
    if (status.ok()) status = Plan(database, statement, member);
    if (!status.ok()) member.error = std::move(status).error();
    response.responses.push_back(member.error.has_value() ? ErrorResponse(*member.error) : BatchStatementResponse());
  }
  HOLDFAST_RETURN_IF_ERROR(CheckBatchRules(members));

  BatchCapacity capacity(request.return_consumed_capacity.is(ReturnConsumedCapacity::kIndexes));
  const auto reads = [](const BatchMember& member) { return member.planned() && member.reads(); };
  if (std::any_of(members.begin(), members.end(), reads)) {
    HOLDFAST_RETURN_IF_ERROR(ExecuteMemberReads(database, members, budget, response.responses, capacity));
  } else {
    // The budget is checked before the first write: after that write the request could not be executed again.
    const auto exceeds_budget = [budget](const BatchMember& member) {
      return member.planned() && !SpendOnWrite(*member.action, *budget);
    };
    if (budget != nullptr && std::any_of(members.begin(), members.end(), exceeds_budget)) {
      return errors::WorkBudgetExhausted();
    }
    for (size_t i = 0; i < members.size(); ++i) {
      if (members[i].planned()) ExecuteMemberWrite(database, members[i], response.responses[i], capacity);
    }
  }
  if (request.return_consumed_capacity.value_or(ReturnConsumedCapacity::kNone) != ReturnConsumedCapacity::kNone) {
    response.consumed_capacity = std::move(capacity).Take();
  }
  return response;
}

}  // namespace holdfast
