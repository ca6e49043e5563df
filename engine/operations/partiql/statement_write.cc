#include "engine/operations/partiql/statement_write.h"

#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/item_errors.h"
#include "engine/errors/partiql_errors.h"
#include "engine/expressions/projection_expression.h"
#include "engine/indexes/index_key_rules.h"
#include "engine/operations/items/update_rules.h"
#include "engine/operations/request_rules/validation_layer.h"
#include "engine/partiql/item_key.h"

namespace holdfast {
namespace {

using partiql::BoundStatement;
using partiql::ItemKeyMatch;
using partiql::StatementKind;

constexpr ValidationLayer kLayer = validation_layers::kStatements;

WriteKind KindOf(StatementKind kind) {
  switch (kind) {
    case StatementKind::kInsert:
      return WriteKind::kPut;
    case StatementKind::kUpdate:
      return WriteKind::kUpdate;
    case StatementKind::kDelete:
      return WriteKind::kDelete;
    case StatementKind::kSelect:
    case StatementKind::kExists:
      break;
  }
  return WriteKind::kConditionCheck;
}

Result<TableKey> FindKey(const Table& table, const BoundStatement& statement, const ItemKeyMatch& match,
                         bool in_transaction) {
  if (!in_transaction) return partiql::KeyOfMatch(table.schema(), match);
  // An EXISTS may say pk = 'a' AND pk = 'b': it then reads the item with the first value, and is false, because Plan
  // keeps its whole WHERE as the condition.
  const bool accepted =
      match.problem == ItemKeyMatch::Problem::kNone ||
      (match.problem == ItemKeyMatch::Problem::kSeveralValues && statement->kind == StatementKind::kExists);
  if (!accepted) return errors::KeyDoesNotMatchSchema();
  return KeyOfValues(table.schema(), *match.partition, match.sort);
}

}  // namespace

Result<WriteAction> StatementWrite::PlanInsert(std::shared_ptr<Table> table, const BoundStatement& statement) {
  item_ = statement.InsertedItem();
  HOLDFAST_RETURN_IF_ERROR(CheckValue(kLayer, item_.problem()));
  Ref<Item> item = Item::Create(item_);
  inserted_item_bytes_ = item->size_bytes();
  if (inserted_item_bytes_ > limits::kItemBytesMax) return errors::ItemTooLarge();
  HOLDFAST_ASSIGN_OR_RETURN(const TableKey key, KeyOfItem(table->schema(), item_));
  HOLDFAST_RETURN_IF_ERROR(CheckIndexRulesOfItem(*table, item_));
  const uint64_t hash = table->items().HashOf(key.partition);
  WriteAction action{WriteKind::kPut, std::move(table), key, hash};
  action.item = std::move(item);
  action.presence = ItemPresence::kForbidden;
  return action;
}

Result<WriteAction> StatementWrite::Plan(std::shared_ptr<Table> table, const BoundStatement& statement,
                                         bool in_transaction) {
  if (statement->kind == StatementKind::kInsert) return PlanInsert(std::move(table), statement);
  const ItemKeyMatch match = partiql::MatchItemKey(table->schema(), statement, /*accepts_in_operator=*/false);
  HOLDFAST_ASSIGN_OR_RETURN(const TableKey key, FindKey(*table, statement, match, in_transaction));

  // An UPDATE never creates an item, so it needs no key attributes for a new one.
  static const AttributeMap kNoKey;
  const uint64_t hash = table->items().HashOf(key.partition);
  WriteAction action{KindOf(statement->kind), table, key, hash};
  action.key_attributes = &kNoKey;
  const bool deletes = statement->kind == StatementKind::kDelete;
  action.presence = deletes ? ItemPresence::kIfPresent : ItemPresence::kRequired;
  action.returns_item = statement->returning.has_value();
  if (statement->kind == StatementKind::kUpdate) {
    update_.emplace(statement.Update(), UpdateDialect::kPartiql);
    HOLDFAST_RETURN_IF_ERROR(CheckUpdateTargets(*table, *update_));
    action.update = &*update_;
  }
  // The item has the key that WHERE names, so a WHERE that only names the key needs no condition.
  if (!match.only_key || match.problem != ItemKeyMatch::Problem::kNone) {
    condition_.emplace(statement.Where());
    HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*table, condition_->paths()));
    action.condition = &*condition_;
  }
  return action;
}

std::optional<ResponseItem> StatementWrite::Returned(const BoundStatement& statement, const Effect& effect) const {
  if (!statement->returning.has_value()) return std::nullopt;
  const ItemRef& item = statement->returning->new_image ? effect.after : effect.before;
  if (item == nullptr) return std::nullopt;
  if (!statement->returning->modified) return item;
  AttributeMap modified = ProjectPaths(item->attributes(), update_->targets());
  if (modified.empty()) return std::nullopt;
  return modified;
}

}  // namespace holdfast
