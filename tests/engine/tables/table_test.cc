#include "engine/tables/table.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "engine/base/stored_bytes.h"
#include "engine/tables/table_description.h"
#include "engine/values/attribute_value.h"

namespace holdfast {
namespace {

IndexSchema Index(std::string name, bool global) {
  IndexSchema index;
  index.name = std::move(name);
  index.global = global;
  index.key.hash = {{"pk", ScalarAttributeType::kString}};
  return index;
}

TableSchema SchemaWithIndexes() {
  TableSchema schema;
  schema.name = "Slots";
  schema.key.hash = {{"pk", ScalarAttributeType::kString}};
  schema.local_indexes = {Index("local-a", false), Index("local-b", false)};
  schema.global_indexes = {Index("global-a", true), Index("global-b", true)};
  return schema;
}

TEST(Table, FindsIndexesByName) {
  const Table table(SchemaWithIndexes(), {}, {});
  EXPECT_EQ(table.FindLocalIndex("local-b"), 1u);
  EXPECT_EQ(table.FindLocalIndex("global-a"), std::nullopt);
  ASSERT_NE(table.FindGlobalIndex("global-b"), nullptr);
  EXPECT_EQ(table.FindGlobalIndex("global-b")->ordinal, 1u);
  EXPECT_EQ(table.FindGlobalIndex("local-a"), nullptr);
  EXPECT_TRUE(table.has_global_indexes());
  EXPECT_EQ(table.global_indexes().size(), 2u);
}

TEST(Table, AcceptsDataPlaneRequestsUnlessItIsBeingCreatedOrDeleted) {
  Table table(SchemaWithIndexes(), {}, {});
  EXPECT_TRUE(table.accepts_data_plane_requests());
  table.set_status(TableStatus::kCreating);
  EXPECT_FALSE(table.accepts_data_plane_requests());
  table.set_status(TableStatus::kUpdating);
  EXPECT_TRUE(table.accepts_data_plane_requests());
  table.set_status(TableStatus::kDeleting);
  EXPECT_FALSE(table.accepts_data_plane_requests());
}

TEST(Table, SettingsAreChangedInPlaceAndReadAsCopies) {
  Table table(SchemaWithIndexes(), {}, {});
  const TableSettings before = table.settings();
  const bool was_protected = table.ChangeSettings(
      [](TableSettings& settings) { return std::exchange(settings.deletion_protection_enabled, true); });
  EXPECT_FALSE(was_protected);
  EXPECT_FALSE(before.deletion_protection_enabled);
  EXPECT_TRUE(table.settings().deletion_protection_enabled);
}

// UpdateTable changes the settings before the structure: in between, the index is in the structure and, as the deleted
// index, in the settings.
TEST(Table, AnIndexWhoseDeletionBeginsIsDescribedOnce) {
  Table table(SchemaWithIndexes(), {}, {});
  table.ChangeSettings([](TableSettings& settings) {
    for (const char* name : {"global-a", "global-b"}) settings.global_indexes[name];
    settings.changes.deleted_index = Index("global-a", true);
  });
  const std::shared_ptr<GlobalIndex> deleted = table.FindGlobalIndex("global-a");
  for (const bool dropped : {false, true}) {
    if (dropped) table.DropGlobalIndex(*deleted);
    const std::vector<GlobalIndexDescription> indexes = MakeTableDescription(table, absl::Now()).global_indexes;
    ASSERT_EQ(indexes.size(), 2u) << dropped;
    EXPECT_EQ(indexes[0].schema.name, "global-b");
    EXPECT_EQ(indexes[0].status, TableStatus::kActive);
    EXPECT_EQ(indexes[1].schema.name, "global-a");
    EXPECT_EQ(indexes[1].status, TableStatus::kDeleting);
  }
}

// Allows for what threads have counted but not yet added to the total.
constexpr size_t kUncounted = 1 << 17;

TEST(Table, TheStructuresOfEachCopyAreCounted) {
  constexpr size_t kCopies = 200;
  const Table table(SchemaWithIndexes(), {}, {});
  const size_t before = StoredBytes::Total();
  {
    std::vector<std::unique_ptr<Table>> copies;
    for (size_t i = 0; i < kCopies; ++i) copies.push_back(std::make_unique<Table>(table, Table::Identity(), nullptr));
    // The copy, its two global indexes, and the sizes of its two local orders, each in 64 shards.
    const size_t structures = sizeof(Table) + 2 * sizeof(GlobalIndex) + 2 * 64 * 64;
    EXPECT_GT(StoredBytes::Total() + kUncounted, before + kCopies * structures);
  }
  EXPECT_LT(StoredBytes::Total(), before + kUncounted);
}

// Readers may still hold references to the structure that had the index.
TEST(Table, ADroppedIndexIsCountedUntilTheTableIsDestroyed) {
  constexpr size_t kIndexes = 200;
  const size_t before = StoredBytes::Total();
  {
    Table table(SchemaWithIndexes(), {}, {});
    for (size_t i = 0; i < kIndexes; ++i) table.DropGlobalIndex(*table.AddGlobalIndex(Index("added", true)));
    EXPECT_GT(StoredBytes::Total() + kUncounted, before + kIndexes * sizeof(GlobalIndex));
  }
  EXPECT_LT(StoredBytes::Total(), before + kUncounted);
}

TEST(Table, AnArnNamesRegionAccountAndTable) {
  EXPECT_EQ(TableArn("eu-west-1", "123456789012", "Slots"), "arn:aws:dynamodb:eu-west-1:123456789012:table/Slots");
}

// Puts `count` items into `table`, and returns one of them.
ItemRef Fill(Table& table, int count) {
  ItemRef kept;
  for (int i = 0; i < count; ++i) {
    const std::string key = std::to_string(i);
    const uint64_t hash = table.items().HashOf(key);
    kept = Item::Create(AttributeMap{{"pk", AttributeValue::String(key)}});
    LatchLock lock(&table.items().latch(PartitionMap::ShardOf(hash)));
    table.items().Put(hash, key, "", kept);
  }
  return kept;
}

TEST(Table, TheContentsOfALargeTableAreLeftToTheBackgroundWorker) {
  const auto background = std::make_shared<BackgroundQueue>();
  background->SetWorker([] {});
  auto table = std::make_unique<Table>(SchemaWithIndexes(), Table::Identity(), TableSettings());
  table->set_background_queue(background);
  const ItemRef kept = Fill(*table, 5'000);
  table.reset();
  EXPECT_FALSE(kept.unique()) << "the items are not destroyed yet";
  int parts = 0;
  while (background->DestroyPart()) ++parts;
  EXPECT_GT(parts, 10);
  EXPECT_TRUE(kept.unique());
}

TEST(Table, TheSourceOfAnUnfinishedRestoreIsLeftToTheBackgroundWorker) {
  const auto background = std::make_shared<BackgroundQueue>();
  background->SetWorker([] {});
  auto restored = std::make_unique<Table>(SchemaWithIndexes(), Table::Identity(), TableSettings());
  restored->set_background_queue(background);
  ItemRef kept;
  {
    Table original(SchemaWithIndexes(), {}, {});
    kept = Fill(original, 5'000);
    restored->RestoreItems(original.items().TakeImage(), 0, /*same_local_indexes=*/false);
  }
  restored.reset();
  EXPECT_FALSE(kept.unique()) << "the items are not destroyed yet";
  while (background->DestroyPart()) continue;
  EXPECT_TRUE(kept.unique());
}

TEST(Table, ASmallTableAndOneWithoutAWorkerAreDestroyedImmediately) {
  const auto background = std::make_shared<BackgroundQueue>();
  background->SetWorker([] {});
  auto small = std::make_unique<Table>(SchemaWithIndexes(), Table::Identity(), TableSettings());
  small->set_background_queue(background);
  const ItemRef of_small = Fill(*small, 10);
  small.reset();
  EXPECT_TRUE(of_small.unique());

  background->SetWorker(nullptr);
  auto large = std::make_unique<Table>(SchemaWithIndexes(), Table::Identity(), TableSettings());
  large->set_background_queue(background);
  const ItemRef of_large = Fill(*large, 5'000);
  large.reset();
  EXPECT_TRUE(of_large.unique());
}

}  // namespace
}  // namespace holdfast
