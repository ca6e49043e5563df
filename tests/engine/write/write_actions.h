// Builds actions of write plans without requests, for tests.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/expressions/condition_expression.h"
#include "engine/expressions/update_expression.h"
#include "engine/values/item.h"
#include "engine/write/write_path.h"
#include "engine/write/write_plan.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/engine/tables/table_of.h"
#include "tests/support/outcomes.h"

namespace holdfast::testing {

// Builds actions on one item of `table`. Owns the key, the condition and the update of these actions, and must outlive
// them. A later call of If or Update also replaces the condition or the update of earlier actions that have one.
class ActionSource {
 public:
  ActionSource(std::shared_ptr<Table> table, std::string_view pk, std::string_view sk,
               ExpressionAttributeValues values = {})
      : table_(std::move(table)), key_{{"pk", S(pk)}, {"sk", S(sk)}}, values_(std::move(values)) {}
  ActionSource(const ActionSource&) = delete;
  ActionSource& operator=(const ActionSource&) = delete;

  ActionSource& If(std::string_view condition) {
    Placeholders placeholders(nullptr, &values_);
    condition_ = ConditionExpression::Parse(ExpressionKind::kCondition, condition, &placeholders, {}).value();
    return *this;
  }
  WriteAction Put(std::initializer_list<std::pair<std::string_view, AttributeValue>> more) const {
    ValueBuilder builder(ValueBuilder::Root::kMap);
    builder.BeginMap();
    for (const auto& [name, value] : key_.view()) {
      builder.Name(name);
      builder.Value(value);
    }
    for (const auto& [name, value] : more) {
      builder.Name(name);
      builder.Value(value.view());
    }
    builder.EndMap();
    WriteAction action = Action(WriteKind::kPut);
    action.item = Item::Create(std::move(builder).TakeMap());
    return action;
  }
  WriteAction Update(std::string_view update) {
    Placeholders placeholders(nullptr, &values_);
    update_ = UpdateExpression::Parse(update, &placeholders).value();
    WriteAction action = Action(WriteKind::kUpdate);
    action.update = &*update_;
    return action;
  }
  WriteAction Delete() const { return Action(WriteKind::kDelete); }
  WriteAction Check() const { return Action(WriteKind::kConditionCheck); }
  WriteAction UpdateNothing() const { return Action(WriteKind::kUpdate); }

  TableKey key() const { return {key_.Find("pk")->bytes(), key_.Find("sk")->bytes()}; }
  // The item that the table has now; null if none.
  ItemRef Stored() const {
    const uint64_t hash = table_->items().HashOf(key().partition);
    LatchLock lock(&table_->items().latch(PartitionMap::ShardOf(hash)));
    return table_->items().Find(hash, key().partition, key().sort);
  }

 private:
  WriteAction Action(WriteKind kind) const {
    WriteAction action{kind, table_, key(), table_->items().HashOf(key().partition)};
    action.key_attributes = &key_;
    action.condition = condition_.has_value() ? &*condition_ : nullptr;
    return action;
  }

  const std::shared_ptr<Table> table_;
  const AttributeMap key_;
  const ExpressionAttributeValues values_;
  std::optional<ConditionExpression> condition_;
  std::optional<UpdateExpression> update_;
};

}  // namespace holdfast::testing
