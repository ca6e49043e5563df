// The index changes of a write, as values: ComputeIndexEffects derives them from the item's old and new image, and
// InstallEffects applies them.
#pragma once

#include <optional>
#include <string>

#include "absl/container/inlined_vector.h"
#include "engine/indexes/index_entry.h"
#include "engine/tables/table.h"
#include "engine/values/item.h"

namespace holdfast {

// The keys of the entries to erase and to put. If the key of an entry stays the same, the entry is only put: it then
// refers to the new version of the item.
template <typename EntryKey>
struct IndexEntryChange {
  std::optional<EntryKey> erase;
  std::optional<EntryKey> put;
};

struct GlobalIndexEffect {
  GlobalIndex* index;
  IndexEntryChange<GlobalEntryKey> entry;
};

struct LocalIndexEffect {
  // The index's position among the table's local indexes.
  size_t position;
  IndexEntryChange<std::string> entry;
};

struct IndexEffects {
  absl::InlinedVector<GlobalIndexEffect, 1> global;
  absl::InlinedVector<LocalIndexEffect, 1> local;
};

// `before` and `after` are null where there is no item. `global_indexes` must outlive the effects.
IndexEffects ComputeIndexEffects(const Table& table, const GlobalIndexes& global_indexes, const Item* before,
                                 const Item* after);

}  // namespace holdfast
