#include "engine/read/item_reads.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/read/stored_entries.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/engine/tables/table_of.h"

namespace holdfast::testing {
namespace {

TEST(ItemReads, OneByItsKey) {
  const std::shared_ptr<Table> table = TableOf(PlainTable());
  StoreEntry(table->items(), "p", "s");
  const ItemRef found = ReadItem(*table, {"p", "s"});
  ASSERT_TRUE(found != nullptr);
  EXPECT_EQ(Text(found->attributes()), R"({k: "p/s"})");
  EXPECT_TRUE(ReadItem(*table, {"p", "t"}) == nullptr);
  EXPECT_TRUE(ReadItem(*table, {"q", "s"}) == nullptr);
  EraseEntry(table->items(), "p", "s");
  EXPECT_EQ(Text(found->attributes()), R"({k: "p/s"})") << "what was read stays as it was";
}

// In the order they were asked for, whatever the order in which they are locked; one partition may be read
// twice.
TEST(ItemReads, SeveralTogether) {
  const std::shared_ptr<Table> first = TableOf(PlainTable("First"), 1);
  const std::shared_ptr<Table> second = TableOf(PlainTable("Second"), 2);
  std::vector<ItemRead> reads;
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) names.push_back(std::to_string(i));
  for (const std::string& name : names) {
    const std::shared_ptr<Table>& table = name.size() % 2 == 0 ? first : second;
    reads.push_back({table, {name, "s"}});
    reads.push_back({table, {name, "absent"}});
    StoreEntry(table->items(), name, "s");
  }
  const std::vector<ItemRef> items = ReadItemsTogether(reads);
  ASSERT_EQ(items.size(), reads.size());
  for (size_t i = 0; i < names.size(); ++i) {
    ASSERT_TRUE(items[2 * i] != nullptr);
    EXPECT_EQ(items[2 * i]->attributes().Find("k")->bytes(), names[i] + "/s");
    EXPECT_TRUE(items[2 * i + 1] == nullptr);
  }
  EXPECT_TRUE(ReadItemsTogether({}).empty());
}

}  // namespace
}  // namespace holdfast::testing
