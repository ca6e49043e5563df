#include "engine/indexes/index_effects.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "engine/indexes/index_entry.h"
#include "tests/engine/expressions/expression_builders.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/engine/tables/table_of.h"

namespace holdfast::testing {
namespace {

using Image = std::optional<AttributeMap>;

Image ItemWith(const char* a, const char* b, const char* note = "") {
  return AttributeMap{{"pk", S("p")}, {"sk", S("s")}, {"a", S(a)}, {"b", S(b)}, {"note", S(note)}};
}
Image ItemWithoutIndexKeys() { return AttributeMap{{"pk", S("p")}, {"sk", S("s")}}; }

// The effects on the indexes of IndexedTable as text, `-` for an erased entry, `+` for a put one, `-+` for a moved one.
std::string Changes(const Image& before, const Image& after) {
  const std::shared_ptr<Table> table = TableOf(IndexedTable());
  const ItemRef before_item = before.has_value() ? ItemRef(Item::Create(*before)) : nullptr;
  const ItemRef after_item = after.has_value() ? ItemRef(Item::Create(*after)) : nullptr;
  const GlobalIndexes& indexes = table->global_indexes();
  const IndexEffects effects = ComputeIndexEffects(*table, indexes, before_item.get(), after_item.get());
  std::string changes;
  for (const LocalIndexEffect& local : effects.local) {
    const IndexSchema& index = table->schema().local_indexes[local.position];
    changes += index.name;
    if (local.entry.erase.has_value()) {
      changes += '-';
      EXPECT_EQ(local.entry.erase, LocalEntryKeyOf(table->schema(), index, *before));
    }
    if (local.entry.put.has_value()) {
      changes += '+';
      EXPECT_EQ(local.entry.put, LocalEntryKeyOf(table->schema(), index, *after));
    }
    changes += ' ';
  }
  for (const GlobalIndexEffect& global : effects.global) {
    changes += global.index->schema.name;
    if (global.entry.erase.has_value()) {
      changes += '-';
      EXPECT_EQ(global.entry.erase,
                GlobalEntryKeyOf(table->schema(), global.index->schema, global.index->entries.hash(), *before));
    }
    if (global.entry.put.has_value()) {
      changes += '+';
      EXPECT_EQ(global.entry.put,
                GlobalEntryKeyOf(table->schema(), global.index->schema, global.index->entries.hash(), *after));
    }
    changes += ' ';
  }
  return changes;
}

TEST(IndexEffects, EntriesArePutErasedMovedAndReplaced) {
  const Image none;
  EXPECT_EQ(Changes(none, ItemWithoutIndexKeys()), "");
  EXPECT_EQ(Changes(ItemWithoutIndexKeys(), none), "");
  EXPECT_EQ(Changes(none, ItemWith("1", "1")), "local+ global+ ");
  EXPECT_EQ(Changes(ItemWith("1", "1"), none), "local- global- ");
  EXPECT_EQ(Changes(ItemWithoutIndexKeys(), ItemWith("1", "1")), "local+ global+ ");
  EXPECT_EQ(Changes(ItemWith("1", "1"), ItemWithoutIndexKeys()), "local- global- ");
  EXPECT_EQ(Changes(ItemWith("1", "1", "old"), ItemWith("1", "1", "new")), "local+ global+ ") << "in place";
  EXPECT_EQ(Changes(ItemWith("1", "1"), ItemWith("2", "1")), "local-+ global+ ");
  EXPECT_EQ(Changes(ItemWith("1", "1"), ItemWith("1", "2")), "local+ global-+ ");
}

}  // namespace
}  // namespace holdfast::testing
