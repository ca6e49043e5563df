// A copy that is made while a table changes: the change ends in the original and in the copy, in each by its
// own clock.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "engine/engine.h"
#include "engine/operations.h"
#include "tests/engine/schema/table_definitions.h"

namespace holdfast {
namespace {

constexpr char kTable[] = "Slots";

EngineOptions RealisticOptions() {
  EngineOptions options;
  options.realistic_timing = true;
  return options;
}

GlobalIndexDescription IndexOf(Database& database) {
  const Result<DescribeTableResponse> response = database.DescribeTable({kTable});
  if (!response.ok() || response->table.global_indexes.size() != 1) return {};
  return response->table.global_indexes.front();
}

size_t CountThroughIndex(Database& database) {
  ScanRequest request;
  request.table_name = kTable;
  request.index_name = "by_colour";
  const Result<ScanResponse> response = database.Scan(request);
  return response.ok() ? response->count : 0;
}

void Put(Database& database, const std::string& pk) {
  PutItemRequest request;
  request.table_name = kTable;
  request.item = AttributeMap{{"pk", AttributeValue::String(pk)},
                              {"sk", AttributeValue::String("s")},
                              {"colour", AttributeValue::String("red")}};
  const Result<PutItemResponse> response = database.PutItem(request);
  EXPECT_TRUE(response.ok()) << response.error().message;
}

TableUpdate CreateIndex() {
  TableUpdate update;
  update.table_name = kTable;
  update.attribute_definitions = {Define("colour")};
  update.global_secondary_index_updates.emplace().emplace_back().create = GlobalIndexOf("by_colour", {Hash("colour")});
  return update;
}

TEST(TableChangeCopies, OriginalAndForkFinishAnIndexByTheirOwnClocks) {
  Engine engine(RealisticOptions(), nullptr, 1);
  Database& database = engine.database("000000000000", "us-east-1");
  database.StopClock(absl::FromUnixSeconds(1'000'000));
  ASSERT_TRUE(database.CreateTable(PlainTable(kTable)).ok());
  // The table becomes ACTIVE by the clock alone, without a request for it.
  database.AdvanceClock(absl::Seconds(4));
  Put(database, "before");
  ASSERT_TRUE(database.UpdateTable(CreateIndex()).ok());
  database.AdvanceClock(absl::Minutes(1));
  EXPECT_EQ(IndexOf(database).backfilling, true);

  const std::unique_ptr<Database> fork = database.Fork();
  Put(*fork, "in the fork");
  EXPECT_EQ(IndexOf(*fork).status, TableStatus::kCreating);
  EXPECT_EQ(IndexOf(*fork).backfilling, true);
  fork->AdvanceClock(absl::Minutes(10));
  EXPECT_EQ(IndexOf(*fork).status, TableStatus::kActive);
  EXPECT_EQ(CountThroughIndex(*fork), 2u);
  EXPECT_EQ(IndexOf(database).status, TableStatus::kCreating);
  database.AdvanceClock(absl::Minutes(10));
  EXPECT_EQ(CountThroughIndex(database), 1u);
}

TEST(TableChangeCopies, ARestoredDatabaseFinishesTheCreationOfItsIndex) {
  Engine engine(RealisticOptions(), nullptr, 1);
  Database& database = engine.database("000000000000", "us-east-1");
  database.StopClock(absl::FromUnixSeconds(1'000'000));
  ASSERT_TRUE(database.CreateTable(PlainTable(kTable)).ok());
  database.AdvanceClock(absl::Seconds(4));
  ASSERT_TRUE(database.UpdateTable(CreateIndex()).ok());
  const Snapshot snapshot = database.TakeSnapshot();
  for (int round = 0; round < 2; ++round) {
    Put(database, "item");
    database.AdvanceClock(absl::Minutes(10));
    EXPECT_EQ(IndexOf(database).status, TableStatus::kActive);
    EXPECT_EQ(CountThroughIndex(database), 1u);
    database.Restore(snapshot);
    EXPECT_EQ(IndexOf(database).status, TableStatus::kCreating);
    EXPECT_EQ(IndexOf(database).item_count, 0u);
  }
}

}  // namespace
}  // namespace holdfast
