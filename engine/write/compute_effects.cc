#include "engine/write/compute_effects.h"

#include <optional>
#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/item_errors.h"
#include "engine/errors/partiql_errors.h"
#include "engine/indexes/index_key_rules.h"

namespace holdfast {
namespace {

AttributeMapView AttributesOf(const ItemRef& item) {
  return item == nullptr ? AttributeMapView::Empty() : item->attributes();
}

Effect UnchangedEffect(const WriteAction& action, ItemRef before) { return {&action, before, std::move(before)}; }

Effect NewVersionEffect(const WriteAction& action, ItemRef before, Ref<Item> after) {
  if (before != nullptr && before->attributes() == after->attributes())
    return UnchangedEffect(action, std::move(before));
  Effect effect{&action, std::move(before), Ref<const Item>(after)};
  effect.created = std::move(after);
  return effect;
}

// The table's settings are read while the item is latched. So once the response to a write that postpones the item's
// expiry, or to a change of the table's time to live, has been returned, the previous state causes no deletion.
bool HasExpired(const Table& table, const ExpiryWindow& expiry, const ItemRef& item) {
  return item != nullptr && table.ReadSettings([&](const TableSettings& settings) {
    const std::optional<std::string>& attribute = settings.time_to_live.attribute_name;
    return attribute.has_value() && expiry.HasExpired(item->attributes(), *attribute);
  });
}

// Whether another Region has written the item later than its stored version, in a change that is not applied here yet.
bool IsOutdated(const WriteAction& action) {
  const Replica* const replica = action.table->replica();
  return replica != nullptr && replica->HasChangeOf(action.key);
}

Effect ComputeDelete(const WriteAction& action, ItemRef before) {
  if (action.expiry != nullptr && (!HasExpired(*action.table, *action.expiry, before) || IsOutdated(action))) {
    return UnchangedEffect(action, std::move(before));
  }
  return {&action, std::move(before), nullptr};
}

Result<Effect> ComputeUpdate(const WriteAction& action, ItemRef before) {
  if (action.update == nullptr) {
    if (before != nullptr) return UnchangedEffect(action, std::move(before));
    return NewVersionEffect(action, nullptr, Item::Create(*action.key_attributes));
  }
  const AttributeMapView old_attributes = AttributesOf(before);
  HOLDFAST_ASSIGN_OR_RETURN(const std::optional<AttributeMap> updated,
                            action.update->Apply(old_attributes, before != nullptr, *action.key_attributes));
  if (!updated.has_value()) return UnchangedEffect(action, std::move(before));
  HOLDFAST_RETURN_IF_ERROR(CheckIndexRulesOfUpdatedItem(*action.table, old_attributes, *updated));
  Ref<Item> after = Item::Create(*updated);
  if (after->size_bytes() > limits::kItemBytesMax) return errors::UpdatedItemTooLarge();
  return NewVersionEffect(action, std::move(before), std::move(after));
}

}  // namespace

Result<Effect> ComputeEffect(const WriteAction& action, ItemRef before) {
  // This precedes the condition: an update expression that is too large is refused even if the condition is false.
  if (action.limits_update_expression_size && action.update != nullptr &&
      action.update->ChargeExceeds(limits::kItemBytesMax, AttributesOf(before))) {
    return errors::UpdatedItemTooLarge();
  }
  if (action.replicated != nullptr && !action.table->replica()->IsPending(*action.replicated)) {
    return UnchangedEffect(action, std::move(before));
  }
  const bool exists = before != nullptr;
  switch (action.presence) {
    case ItemPresence::kAny:
      break;
    case ItemPresence::kRequired:
      if (!exists) return errors::ConditionalCheckFailed();
      break;
    case ItemPresence::kForbidden:
      if (exists) return errors::DuplicateItem();
      break;
    case ItemPresence::kIfPresent:
      if (!exists) return UnchangedEffect(action, std::move(before));
  }
  if (action.condition != nullptr && !action.condition->Evaluate(AttributesOf(before))) {
    return errors::ConditionalCheckFailed();
  }
  switch (action.kind) {
    case WriteKind::kPut:
      return NewVersionEffect(action, std::move(before), action.item);
    case WriteKind::kUpdate:
      return ComputeUpdate(action, std::move(before));
    case WriteKind::kDelete:
      return ComputeDelete(action, std::move(before));
    case WriteKind::kConditionCheck:
      return UnchangedEffect(action, std::move(before));
  }
  return UnchangedEffect(action, std::move(before));
}

}  // namespace holdfast
