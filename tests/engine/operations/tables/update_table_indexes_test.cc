// Global indexes that are created on an existing table and deleted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "engine/base/stored_bytes.h"
#include "tests/engine/operations/queries/page_requests.h"
#include "tests/engine/operations/tables/table_updates.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> NamesOf(const std::vector<KeyAttribute>& attributes) {
  std::vector<std::string> names;
  for (const KeyAttribute& attribute : attributes) names.push_back(attribute.name);
  return names;
}

TEST(OnlineIndex, IsCreatingInTheResponseAndActiveInTheDescription) {
  ItemTable database;
  TableUpdate update = CreateIndexOver("byColour", "colour");
  // Ignored: `unused` is in no key, and the type of `pk` cannot be changed.
  update.attribute_definitions->push_back(Define("unused"));
  update.attribute_definitions->push_back(Define("pk", ScalarAttributeType::kNumber));
  const TableDescription response = ApplyUpdate(database.state, update);
  EXPECT_EQ(response.table_status, TableStatus::kUpdating);
  ASSERT_EQ(response.global_indexes.size(), 1u);
  EXPECT_EQ(response.global_indexes[0].status, TableStatus::kCreating);
  EXPECT_EQ(response.global_indexes[0].backfilling, false);
  EXPECT_FALSE(response.global_indexes[0].warm_throughput.has_value());

  const TableDescription table = Described(database.state);
  EXPECT_EQ(table.table_status, TableStatus::kActive);
  EXPECT_EQ(table.global_indexes[0].status, TableStatus::kActive);
  EXPECT_FALSE(table.global_indexes[0].backfilling.has_value());
  EXPECT_EQ(table.global_indexes[0].warm_throughput->units, (ThroughputUnits{12'000, 4'000}));
  EXPECT_THAT(NamesOf(table.attribute_definitions), ElementsAre("colour", "pk", "sk"));
}

// The memory of a deleted index is freed with its table.
TEST(OnlineIndex, CreatingAndDeletingIndexesEndsAtTheMemoryLimit) {
  EngineOptions options;
  options.max_memory_bytes = StoredBytes::Total() + 2'000'000;
  ItemTable database(PlainTable(kItems), options);
  int created = 0;
  for (; created < 1'000; ++created) {
    const auto response = UpdateTable(database.state, CreateIndexOver("byColour", "colour"));
    if (!response.ok()) {
      EXPECT_NE(Outcome(response).find("memory limit"), std::string::npos);
      break;
    }
    ApplyUpdate(database.state, DeleteIndex("byColour"));
  }
  EXPECT_GT(created, 100);
  EXPECT_LT(created, 600);
}

TEST(OnlineIndex, HasEntriesOfExistingItemsThatFitItsKey) {
  ItemTable database;
  database.Store(ItemWith("1", "a", {{"colour", S("red")}, {"size", N("2")}, {"more", S("x")}}));
  database.Store(ItemWith("2", "a", {{"colour", S("red")}, {"size", N("1")}}));
  database.Store(ItemWith("3", "a", {{"colour", S("blue")}, {"size", N("1")}}));
  // Of these items, only `longest` can be in the index.
  database.Store(ItemWith("missing", "a", {{"colour", S("red")}}));
  database.Store(ItemWith("type", "a", {{"colour", N("1")}, {"size", N("1")}}));
  database.Store(ItemWith("empty", "a", {{"colour", S("")}, {"size", N("1")}}));
  database.Store(ItemWith("long", "a", {{"colour", S(std::string(2'049, 'c'))}, {"size", N("1")}}));
  database.Store(ItemWith("longest", "a", {{"colour", S(std::string(2'048, 'c'))}, {"size", N("1")}}));

  GlobalSecondaryIndex index = GlobalIndexOf("byColour", {Hash("colour"), Range("size")});
  index.projection = Project(ProjectionType::kKeysOnly);
  ApplyUpdate(database.state, CreateIndex(index, {Define("colour"), Define("size", ScalarAttributeType::kNumber)}));
  const auto of_colour = [](std::string_view colour) {
    return QueryIndex("byColour", "colour = :c", Fields({{":c", S(colour)}}));
  };
  EXPECT_THAT(FirstPage(database.state, of_colour("red")),
              ElementsAre(Format(ItemWith("2", "a", {{"colour", S("red")}, {"size", N("1")}})),
                          Format(ItemWith("1", "a", {{"colour", S("red")}, {"size", N("2")}}))));
  EXPECT_EQ(FirstPage(database.state, of_colour("blue")).size(), 1u);
  EXPECT_EQ(FirstPage(database.state, of_colour(std::string(2'048, 'c'))).size(), 1u);
  EXPECT_EQ(Described(database.state).global_indexes[0].item_count, 4u);

  // Items that are not in the index can be changed in other attributes, corrected, or deleted.
  EXPECT_EQ(Outcome(UpdateItem(database.state, Update(Key("type", "a"), "SET note = :o", Fields({{":o", S("o")}})))),
            "ok");
  EXPECT_EQ(Described(database.state).global_indexes[0].item_count, 4u);
  EXPECT_EQ(
      Outcome(UpdateItem(database.state, Update(Key("type", "a"), "SET colour = :c", Fields({{":c", S("red")}})))),
      "ok");
  EXPECT_EQ(Outcome(DeleteItem(database.state, Delete(Key("empty", "a")))), "ok");
  EXPECT_EQ(Described(database.state).global_indexes[0].item_count, 5u);
}

TEST(OnlineIndex, RestrictsTypesOfItsKeyUntilItIsDeleted) {
  ItemTable database;
  ApplyUpdate(database.state, CreateIndexOver("byColour", "colour"));
  const AttributeMap wrong = ItemWith("1", "a", {{"colour", N("1")}});
  EXPECT_EQ(Outcome(PutItem(database.state, Put(wrong))),
            "One or more parameter values were invalid: Type mismatch for Index Key colour Expected: S Actual: N "
            "IndexName: byColour");
  ApplyUpdate(database.state, DeleteIndex("byColour"));
  EXPECT_EQ(Outcome(PutItem(database.state, Put(wrong))), "ok");
}

TEST(OnlineIndex, IsDeletingInTheResponseAndGoneInTheDescription) {
  ItemTable database(IndexedTable(kItems));
  database.Store(ItemWith("1", "a", {{"b", S("x")}}));
  const std::shared_ptr<Table> table = database.state.tables.Find(kItems);
  const std::shared_ptr<GlobalIndex> index = table->FindGlobalIndex("global");
  ASSERT_EQ(index->entries.item_count(), 1u);
  const TableDescription response = ApplyUpdate(database.state, DeleteIndex("global"));
  EXPECT_EQ(response.table_status, TableStatus::kUpdating);
  ASSERT_EQ(response.global_indexes.size(), 1u);
  EXPECT_EQ(response.global_indexes[0].status, TableStatus::kDeleting);

  const TableDescription described = Described(database.state);
  EXPECT_EQ(described.table_status, TableStatus::kActive);
  EXPECT_THAT(described.global_indexes, IsEmpty());
  EXPECT_THAT(NamesOf(described.attribute_definitions), ElementsAre("a", "pk", "sk"));
  EXPECT_THAT(FirstPage(database.state, ScanIndex("global")),
              ElementsAre("The table does not have the specified index: global"));
  EXPECT_EQ(index->entries.item_count(), 0u);
  EXPECT_TRUE(table->settings().global_indexes.empty());
}

TEST(OnlineIndex, OrdinalsOfDeletedIndexesAreNotReused) {
  ItemTable database(IndexedTable(kItems));
  const std::shared_ptr<Table> table = database.state.tables.Find(kItems);
  EXPECT_EQ(table->FindGlobalIndex("global")->ordinal, 0u);
  for (size_t round = 1; round < 4; ++round) {
    ApplyUpdate(database.state, CreateIndexOver("again", "c"));
    EXPECT_EQ(table->FindGlobalIndex("again")->ordinal, round);
    ApplyUpdate(database.state, DeleteIndex("again"));
  }
}

TEST(OnlineIndex, IsNotReadBeforeItIsActive) {
  ItemTable database;
  const std::shared_ptr<Table> table = database.state.tables.Find(kItems);
  IndexSchema schema;
  schema.name = "byColour";
  schema.global = true;
  schema.key.hash = {{"colour", ScalarAttributeType::kString}};
  table->AddGlobalIndex(schema);
  EXPECT_THAT(FirstPage(database.state, ScanIndex("byColour")),
              ElementsAre("Cannot read from backfilling global secondary index: byColour"));
  // Until the index is active, items that do not fit its key are accepted, and get no entry.
  EXPECT_EQ(Outcome(PutItem(database.state, Put(ItemWith("1", "a", {{"colour", N("1")}})))), "ok");
  EXPECT_EQ(Outcome(PutItem(database.state, Put(ItemWith("2", "a", {{"colour", S("red")}})))), "ok");
  EXPECT_EQ(table->FindGlobalIndex("byColour")->entries.item_count(), 1u);
}

TEST(OnlineIndex, OneRequestCreatesAnIndexAndUpdatesAnother) {
  ItemTable database(ProvisionedIndexedTable());
  database.Store(ItemWith("1", "a", {{"b", S("x")}, {"c", S("y")}}));
  GlobalSecondaryIndex index = GlobalIndexOf("second", {Hash("c"), Range("b")});
  index.provisioned_throughput = {3, 4};
  // Other indexes may change in the same request.
  ApplyUpdate(database.state, SetIndexUnits("global", 7, 7, CreateIndex(index, {Define("c"), Define("b")})));
  const TableDescription table = Described(database.state);
  ASSERT_EQ(table.global_indexes.size(), 2u);
  EXPECT_EQ(table.global_indexes[0].provisioned_throughput, (ThroughputUnits{7, 7}));
  EXPECT_EQ(table.global_indexes[1].provisioned_throughput, (ThroughputUnits{3, 4}));
  EXPECT_EQ(table.global_indexes[1].item_count, 1u);
  EXPECT_THAT(NamesOf(table.attribute_definitions), ElementsAre("a", "b", "c", "pk", "sk"));
}

}  // namespace
}  // namespace holdfast::testing
