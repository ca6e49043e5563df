// What a write does, as values: computed while the items are locked, installed if every action of the plan can be.
// Index entries, stream records, capacity and item-collection metrics are derived from effects.
#pragma once

#include <cstddef>
#include <optional>

#include "absl/container/inlined_vector.h"
#include "engine/indexes/index_effects.h"
#include "engine/values/item.h"
#include "engine/write/write_plan.h"

namespace holdfast {

struct Effect {
  const WriteAction* action;
  // The item's versions before and after; null where there is none. A ConditionCheck has both the same.
  ItemRef before;
  ItemRef after;
  // `after`, while it may still be given its commit number; null if nothing is to be installed.
  Ref<Item> created = nullptr;
  IndexEffects indexes = {};
  // Of the item's collection after the plan, in a table with local indexes, if the action asks for it.
  std::optional<size_t> collection_bytes = std::nullopt;

  // Whether the item is different afterwards. A write whose result equals what is stored changes nothing.
  bool changes() const { return before.get() != after.get(); }
};

using Effects = absl::InlinedVector<Effect, 1>;

}  // namespace holdfast
