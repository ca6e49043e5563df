#include "engine/indexes/index_effects.h"

#include <utility>

namespace holdfast {
namespace {

template <typename EntryKey>
IndexEntryChange<EntryKey> ChangeOfEntry(std::optional<EntryKey> before, std::optional<EntryKey> after) {
  // The put replaces the entry with the same key.
  if (before == after) before.reset();
  return {std::move(before), std::move(after)};
}

}  // namespace

IndexEffects ComputeIndexEffects(const Table& table, const GlobalIndexes& global_indexes, const Item* before,
                                 const Item* after) {
  IndexEffects effects;
  const TableSchema& schema = table.schema();
  for (size_t position = 0; position < schema.local_indexes.size(); ++position) {
    const IndexSchema& index = schema.local_indexes[position];
    const auto key_of = [&](const Item* item) {
      return item == nullptr ? std::nullopt : LocalEntryKeyOf(schema, index, item->attributes());
    };
    IndexEntryChange<std::string> change = ChangeOfEntry(key_of(before), key_of(after));
    if (change.erase.has_value() || change.put.has_value()) effects.local.push_back({position, std::move(change)});
  }
  for (const std::shared_ptr<GlobalIndex>& index : global_indexes) {
    const auto key_of = [&](const Item* item) {
      return item == nullptr ? std::nullopt
                             : GlobalEntryKeyOf(schema, index->schema, index->entries.hash(), item->attributes());
    };
    IndexEntryChange<GlobalEntryKey> change = ChangeOfEntry(key_of(before), key_of(after));
    if (change.erase.has_value() || change.put.has_value()) effects.global.push_back({index.get(), std::move(change)});
  }
  return effects;
}

}  // namespace holdfast
