// The effects of a write, as values: computed before anything is changed, and installed only if no action of the plan
// has failed. Index entries, stream records, capacity and item-collection metrics are derived from effects.
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
  // The item's versions before and after the write; null if there is none. The same object if nothing changes, as in a
  // ConditionCheck.
  ItemRef before;
  ItemRef after;
  // `after` as a mutable item, so that InstallEffects can set its commit number. Null if the write creates no version:
  // it is a deletion, or changes nothing.
  Ref<Item> created = nullptr;
  IndexEffects indexes = {};
  // The size of the item's collection after the plan was installed, if the action requests it and the table has local
  // indexes.
  std::optional<size_t> collection_bytes = std::nullopt;

  // Whether the item is different afterwards. A write whose result equals what is stored changes nothing.
  bool changes() const { return before.get() != after.get(); }
};

using Effects = absl::InlinedVector<Effect, 2>;

}  // namespace holdfast
