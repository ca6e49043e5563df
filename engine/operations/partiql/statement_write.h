// The write plan of an INSERT, UPDATE or DELETE, and of an EXISTS in a transaction: one action on one item.
#pragma once

#include <memory>
#include <optional>

#include "engine/base/result.h"
#include "engine/expressions/condition_expression.h"
#include "engine/expressions/update_expression.h"
#include "engine/partiql/statement.h"
#include "engine/tables/table.h"
#include "engine/values/attribute_value.h"
#include "engine/values/response_item.h"
#include "engine/write/effects.h"
#include "engine/write/write_plan.h"

namespace holdfast {

// Plans a statement, and owns the objects that the planned action points to: it must outlive the action.
class StatementWrite {
 public:
  StatementWrite() = default;
  StatementWrite(const StatementWrite&) = delete;
  StatementWrite& operator=(const StatementWrite&) = delete;

  // Plans the statement on `table`; to be called once. Statement and parameters must outlive the action. Errors: those
  // that do not depend on the stored item. `in_transaction`: a WHERE that does not name one item is reported as
  // KeyDoesNotMatchSchema, except that an EXISTS with several values for a key attribute reads the item with the first.
  Result<WriteAction> Plan(std::shared_ptr<Table> table, const partiql::BoundStatement& statement, bool in_transaction);

  // The size of the item of an INSERT; 0 for other statements.
  size_t inserted_item_bytes() const { return inserted_item_bytes_; }

  // The item or attributes that RETURNING asks for; nothing if there are none, or the statement has no RETURNING.
  std::optional<ResponseItem> Returned(const partiql::BoundStatement& statement, const Effect& effect) const;

 private:
  Result<WriteAction> PlanInsert(std::shared_ptr<Table> table, const partiql::BoundStatement& statement);

  // The item of an INSERT. The key of the action points into it.
  AttributeMap item_;
  size_t inserted_item_bytes_ = 0;
  std::optional<UpdateExpression> update_;
  std::optional<ConditionExpression> condition_;
};

}  // namespace holdfast
