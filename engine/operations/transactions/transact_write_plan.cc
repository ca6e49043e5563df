#include "engine/operations/transactions/transact_write_plan.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "engine/base/limits.h"
#include "engine/errors/item_errors.h"
#include "engine/errors/transaction_errors.h"
#include "engine/indexes/index_key_rules.h"
#include "engine/operations/items/single_item_write.h"
#include "engine/operations/items/update_rules.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/request_rules/sequence_hash.h"
#include "engine/operations/transactions/transaction_request.h"

namespace holdfast {
namespace {

constexpr ValidationLayer kLayer = validation_layers::kTransactWriteItems;

// A uniform view of an action of any kind.
struct ActionView {
  WriteKind kind;
  // The name that errors use for the kind, for example "put" or "conditionCheck".
  std::string_view member;
  const TransactWriteItem::Action* common;
  // The item of a Put; the Key of other actions.
  const std::optional<AttributeMap>* attributes;
  // Null unless the action is an Update.
  const std::optional<std::string>* update_expression;

  bool is_put() const { return kind == WriteKind::kPut; }
};

int CountKinds(const TransactWriteItem& action) {
  return action.condition_check.has_value() + action.put.has_value() + action.delete_item.has_value() +
         action.update.has_value();
}

// `action` has exactly one kind.
ActionView ViewOf(const TransactWriteItem& action) {
  if (const auto& put = action.put) return {WriteKind::kPut, "put", &*put, &put->item, nullptr};
  if (const auto& update = action.update) {
    return {WriteKind::kUpdate, "update", &*update, &update->key, &update->update_expression};
  }
  if (const auto& deletion = action.delete_item)
    return {WriteKind::kDelete, "delete", &*deletion, &deletion->key, nullptr};
  const auto& check = action.condition_check;
  return {WriteKind::kConditionCheck, "conditionCheck", &*check, &check->key, nullptr};
}

void ConstrainAction(const ActionView& action, size_t position, errors::Constraints& constraints) {
  constraints.EnterElement(kTransactItems, position, action.member);
  ConstrainTableName(action.common->table_name, constraints);
  constraints.NotNull(action.attributes->has_value(), action.is_put() ? "item" : "key");
  if (action.update_expression != nullptr) {
    constraints.NotNull(action.update_expression->has_value(), "updateExpression");
  }
  if (action.kind == WriteKind::kConditionCheck) {
    constraints.NotNull(action.common->condition_expression.has_value(), "conditionExpression");
  }
  constraints.Enum(action.common->return_values_on_condition_check_failure, "returnValuesOnConditionCheckFailure");
}

Status CheckConstraints(const TransactWriteItemsRequest& request) {
  errors::Constraints constraints;
  ConstrainToken(request.client_request_token, constraints);
  constraints.Enum(request.return_consumed_capacity, "returnConsumedCapacity");
  constraints.Enum(request.return_item_collection_metrics, "returnItemCollectionMetrics");
  const bool present = request.transact_items.has_value();
  ConstrainTransactItems(present, present ? request.transact_items->size() : 0, constraints);
  for (size_t i = 0; present && i < request.transact_items->size(); ++i) {
    const TransactWriteItem& action = (*request.transact_items)[i];
    if (CountKinds(action) == 1) ConstrainAction(ViewOf(action), i, constraints);
  }
  return constraints.Report();
}

// The first problem of an item or a key, in the order in which TransactWriteItems reports them: a top-level attribute
// with an empty name, then too deep nesting, then the other problems in the order of the values. The JSON decoder notes
// empty names before all values; in an AttributeMap that a program has built, an earlier problem of a value hides them.
const ValueProblem* FirstProblem(const AttributeMap& attributes) {
  const ValueProblem* const problem = attributes.problem();
  if (problem == nullptr) return nullptr;
  const ValueProblem* const other = ProblemBesidesNesting(problem);
  const bool unnamed = other != nullptr && other->kind == ValueProblem::Kind::kEmptyAttributeName;
  if (unnamed && attributes.Find("").has_value()) return other;
  const ValueProblem* const nesting = NestingProblem(problem);
  return nesting != nullptr ? nesting : other;
}

// Checks and compiles one action by itself, without its table.
Status CompileAction(const ActionView& action, const EngineOptions& options, CompiledTransaction::Action& compiled) {
  const TransactWriteItem::Action& common = *action.common;
  const bool has_update = action.update_expression != nullptr && action.update_expression->has_value();
  // The values of an item are checked before the expressions, those of a Key after them.
  const ValueProblem* problem = FirstProblem(**action.attributes);
  if (action.is_put()) HOLDFAST_RETURN_IF_ERROR(CheckValue(kLayer, problem));
  Placeholders placeholders(common.expression_fields);
  HOLDFAST_RETURN_IF_ERROR(placeholders.Check(kLayer.wording, ValueNesting::kLimitedWhenStored));
  if (has_update) {
    HOLDFAST_ASSIGN_OR_RETURN(
        compiled.update, WithLayerPrefix(kLayer, UpdateExpression::Parse(**action.update_expression, &placeholders)));
  }
  HOLDFAST_RETURN_IF_ERROR(
      ParseCondition(kLayer, common.condition_expression, &placeholders, options, &compiled.condition));
  // Unlike PutItem and DeleteItem, an action without expressions may have names and values.
  if (has_update || common.condition_expression.has_value()) HOLDFAST_RETURN_IF_ERROR(placeholders.CheckAllUsed());
  return CheckValue(kLayer, problem);
}

// The checks that the service makes before it matches keys with schemas: those of IndexKeyCheck::kBeforeKeys, and
// values that no key of the table can have.
Status CheckValuesForTable(const ActionView& action, const Table& table, const CompiledTransaction::Action& compiled) {
  const AttributeMapView attributes = **action.attributes;
  HOLDFAST_RETURN_IF_ERROR(CheckKeyValues(table.schema(), attributes));
  if (action.is_put()) {
    HOLDFAST_RETURN_IF_ERROR(CheckIndexRulesOfItem(table, attributes, IndexKeyCheck::kBeforeKeys));
    if (attributes.size_bytes() > limits::kItemBytesMax) return errors::ItemTooLarge();
  }
  if (!compiled.update.has_value()) return {};
  return CheckIndexKeysOfUpdate(
      table, [&](std::string_view attribute) { return compiled.update->AssignedValue(attribute); },
      IndexKeyCheck::kBeforeKeys);
}

// Makes the other checks of the action against the table's schema, after CheckValuesForTable. The caller returns an
// error as a cancellation.
Result<TableKey> CheckAgainstSchema(const ActionView& action, const Table& table,
                                    const CompiledTransaction::Action& compiled) {
  const AttributeMap& attributes = **action.attributes;
  HOLDFAST_ASSIGN_OR_RETURN(const TableKey key, action.is_put() ? KeyOfItem(table.schema(), attributes)
                                                                : KeyOfLookup(table.schema(), attributes));
  if (action.is_put()) {
    HOLDFAST_RETURN_IF_ERROR(CheckIndexRulesOfItem(table, attributes, IndexKeyCheck::kAfterKeys));
  }
  if (compiled.update.has_value()) {
    HOLDFAST_RETURN_IF_ERROR(CheckUpdateTargets(table, *compiled.update, IndexKeyCheck::kAfterKeys));
  }
  HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(table, compiled.condition));
  return key;
}

// The service limits the size of the request: of its items, keys and expression values.
Status CheckPayload(const std::vector<TransactWriteItem>& actions) {
  size_t size = 0;
  for (const TransactWriteItem& action : actions) {
    const ActionView view = ViewOf(action);
    size += (*view.attributes)->view().size_bytes();
    if (!view.common->expression_fields.values.has_value()) continue;
    for (const auto& [name, value] : *view.common->expression_fields.values) size += value.view().size_bytes();
  }
  if (size > limits::kTransactionBytesMax) return errors::TransactionTooLarge(size);
  return {};
}

WriteAction PlanAction(const ActionView& action, std::shared_ptr<Table> table, const TableKey& key,
                       const CompiledTransaction::Action& compiled) {
  const uint64_t hash = table->items().HashOf(key.partition);
  WriteAction planned{action.kind, std::move(table), key, hash};
  if (action.is_put()) {
    planned.item = Item::Create(**action.attributes);
  } else {
    planned.key_attributes = &**action.attributes;
  }
  planned.update = compiled.update.has_value() ? &*compiled.update : nullptr;
  planned.condition = compiled.condition.has_value() ? &*compiled.condition : nullptr;
  planned.return_item_on_condition_failure =
      action.common->return_values_on_condition_check_failure.is(ReturnValuesOnConditionCheckFailure::kAllOld);
  return planned;
}

}  // namespace

Result<CompiledTransaction> PlanTransaction(const DatabaseState& database, const TransactWriteItemsRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  const std::vector<TransactWriteItem>& actions = *request.transact_items;
  CompiledTransaction transaction;
  transaction.actions.resize(actions.size());
  for (size_t i = 0; i < actions.size(); ++i) {
    if (CountKinds(actions[i]) != 1) return errors::NotOneKindOfAction();
    HOLDFAST_RETURN_IF_ERROR(CompileAction(ViewOf(actions[i]), database.options, transaction.actions[i]));
  }
  HOLDFAST_RETURN_IF_ERROR(CheckPayload(actions));

  absl::InlinedVector<std::shared_ptr<Table>, 4> tables;
  tables.reserve(actions.size());
  for (const TransactWriteItem& action : actions) {
    HOLDFAST_ASSIGN_OR_RETURN(std::shared_ptr<Table> table, FindTable(database, *ViewOf(action).common->table_name));
    tables.push_back(std::move(table));
  }
  for (size_t i = 0; i < actions.size(); ++i) {
    HOLDFAST_RETURN_IF_ERROR(CheckValuesForTable(ViewOf(actions[i]), *tables[i], transaction.actions[i]));
  }
  absl::InlinedVector<ItemName, 4> names;
  names.reserve(actions.size());
  transaction.plan.reserve(actions.size());
  for (size_t i = 0; i < actions.size(); ++i) {
    const ActionView action = ViewOf(actions[i]);
    const Result<TableKey> key = CheckAgainstSchema(action, *tables[i], transaction.actions[i]);
    if (!key.ok()) return errors::TransactionCanceledAt(i, actions.size(), key.error());
    names.push_back({tables[i]->number(), *key});
    transaction.plan.push_back(PlanAction(action, std::move(tables[i]), *key, transaction.actions[i]));
    transaction.plan.back().measures_collection =
        request.return_item_collection_metrics.is(ReturnItemCollectionMetrics::kSize);
  }
  HOLDFAST_RETURN_IF_ERROR(CheckDistinctItems(names));
  return transaction;
}

const std::string& TableNameOf(const TransactWriteItem& action) { return *ViewOf(action).common->table_name; }

uint64_t Fingerprint(const TransactWriteItemsRequest& request) {
  SequenceHash hash;
  for (const TransactWriteItem& item : *request.transact_items) {
    const ActionView action = ViewOf(item);
    const TransactWriteItem::Action& common = *action.common;
    hash.Add(action.member);
    hash.Add(*common.table_name);
    hash.Add((*action.attributes)->view().packed());
    hash.Add(action.update_expression == nullptr ? std::string_view() : std::string_view(**action.update_expression));
    hash.Add(common.condition_expression.has_value() ? std::string_view(*common.condition_expression) : "");
    hash.Add(common.return_values_on_condition_check_failure.text());
    hash.AddSorted(common.expression_fields.names, [](const std::string& name) { return std::string_view(name); });
    hash.AddSorted(common.expression_fields.values, [](const AttributeValue& value) { return value.view().packed(); });
  }
  return hash.state();
}

}  // namespace holdfast
