// The order of Scan follows from the engine's seed, and copies of a database keep it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/operations.h"
#include "tests/engine/scanned_items.h"
#include "tests/engine/schema/table_definitions.h"

namespace holdfast {
namespace {

constexpr char kTable[] = "Slots";

void Fill(Database& database) {
  TableDefinition definition = PlainTable(kTable);
  definition.attribute_definitions = {Define("pk")};
  definition.key_schema = {Hash("pk")};
  ASSERT_TRUE(database.CreateTable(definition).ok());
  for (int i = 0; i < 100; ++i) {
    PutItemRequest request;
    request.table_name = kTable;
    request.item = AttributeMap{{"pk", AttributeValue::String(std::to_string(i))}};
    ASSERT_TRUE(database.PutItem(request).ok());
  }
}

// All partition keys, read in pages of seven.
std::vector<std::string> ScanInPages(Database& database) {
  std::vector<std::string> keys;
  ScanRequest request = testing::ScanOf(kTable);
  request.limit = 7;
  testing::ForEachItem(database, request,
                       [&keys](AttributeMapView item) { keys.emplace_back(item.Find("pk")->bytes()); });
  return keys;
}

TEST(ScanOrder, FollowsFromTheSeedAndIsKeptByCopies) {
  std::vector<std::vector<std::string>> orders;
  for (const uint64_t seed : {7u, 7u, 8u}) {
    Engine engine({.template_account = "111111111111"}, nullptr, seed);
    Database& database = engine.database("111111111111", "us-east-1");
    Fill(database);
    orders.push_back(ScanInPages(database));
    ASSERT_EQ(orders.back().size(), 100u);
    EXPECT_EQ(ScanInPages(*database.Fork()), orders.back());
    EXPECT_EQ(ScanInPages(engine.database("222222222222", "us-east-1")), orders.back());
    const Snapshot snapshot = database.TakeSnapshot();
    database.Reset();
    Fill(database);
    EXPECT_EQ(ScanInPages(database), orders.back());
    database.Restore(snapshot);
    EXPECT_EQ(ScanInPages(database), orders.back());
  }
  EXPECT_EQ(orders[0], orders[1]);
  EXPECT_NE(orders[0], orders[2]) << "with one order for all seeds, clients could choose keys whose hashes collide";
}

}  // namespace
}  // namespace holdfast
