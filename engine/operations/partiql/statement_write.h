// The write plan of an INSERT, UPDATE or DELETE, and of an EXISTS in a transaction: one action on one item.
#pragma once

#include <memory>
#include <optional>

#include "engine/base/result.h"
#include "engine/expressions/condition_expression.h"
#include "engine/expressions/update_expression.h"
#include "engine/partiql/item_key.h"
#include "engine/partiql/statement.h"
#include "engine/tables/table.h"
#include "engine/values/attribute_value.h"
#include "engine/values/response_item.h"
#include "engine/write/effects.h"
#include "engine/write/write_plan.h"

namespace holdfast {

// What the action of a statement points to: it must not be moved while the action is used.
class StatementWrite {
 public:
  StatementWrite() = default;
  StatementWrite(const StatementWrite&) = delete;
  StatementWrite& operator=(const StatementWrite&) = delete;

  // Plans the statement on `table`; statement and parameters must outlive the action. Errors: what is known without the
  // item. `in_transaction`: a WHERE that does not name one item is a key that does not match the schema.
  Result<WriteAction> Plan(std::shared_ptr<Table> table, const partiql::BoundStatement& statement, bool in_transaction);

  // The size of the item that the statement has in it; 0 if it has none.
  size_t carried_bytes() const { return carried_bytes_; }

  // What RETURNING asks for; nothing if it is empty.
  std::optional<ResponseItem> Returned(const partiql::BoundStatement& statement, const Effect& effect) const;

 private:
  Result<WriteAction> PlanInsert(std::shared_ptr<Table> table, const partiql::BoundStatement& statement);
  Result<TableKey> FindKey(const Table& table, const partiql::BoundStatement& statement,
                           const partiql::ItemKeyMatch& match, bool in_transaction) const;

  // INSERT.
  AttributeMap item_;
  size_t carried_bytes_ = 0;
  std::optional<UpdateExpression> update_;
  std::optional<ConditionExpression> condition_;
};

}  // namespace holdfast
