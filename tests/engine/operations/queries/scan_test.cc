#include "engine/operations/queries/scan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/engine/operations/queries/page_requests.h"
#include "tests/support/seeded_test.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAreArray;

// Stores 40 partitions of 1 to 5 items, and returns the items as text. About half of the items have `b`, and about
// two thirds of those without `b` have `a`.
std::vector<std::string> StoreMany(ItemTable& table) {
  std::vector<std::string> stored;
  for (int p = 0; p < 40; ++p) {
    for (int s = 0; s <= p % 5; ++s) {
      const std::string pk = "p" + std::to_string(p);
      const std::string sk = "s" + std::to_string(s);
      AttributeMap item = Key(pk, sk);
      if ((p + s) % 3 != 0) item = ItemWith(pk, sk, {{"a", S("a" + std::to_string(s % 2))}});
      if ((p + s) % 2 == 0) item = ItemWith(pk, sk, {{"b", S("b" + std::to_string(p % 7))}});
      stored.push_back(Format(item));
      table.Store(std::move(item));
    }
  }
  return stored;
}

TEST(Scan, ReadsEveryItemOnceWhateverThePageSize) {
  ItemTable table(IndexedTable(kItems));
  const std::vector<std::string> stored = StoreMany(table);
  for (const char* index : {"", "local", "global"}) {
    SCOPED_TRACE(index);
    std::vector<std::string> expected;
    for (const std::string& item : stored) {
      const bool has_key = *index == '\0' || item.find(*index == 'l' ? "{a:" : "{b:") != std::string::npos;
      if (has_key) expected.push_back(item);
    }
    ScanRequest request = ScanTable();
    if (*index != '\0') request.index_name = index;
    const std::vector<std::string> whole = FirstPage(table.state, request);
    EXPECT_THAT(whole, UnorderedElementsAreArray(expected));
    for (const int limit : {1, 2, 7, 1000}) {
      request.limit = limit;
      const Pages pages = AllPages(table.state, request);
      EXPECT_THAT(pages.items, ElementsAreArray(whole)) << "the order does not depend on the page size";
      EXPECT_EQ(pages.pages, expected.size() / static_cast<size_t>(limit) + 1);
    }
  }
}

TEST(Scan, TheItemsOfAPartitionAreAdjacent) {
  ItemTable table;
  StoreMany(table);
  ScanRequest request = ScanTable();
  request.projection_expression = "pk";
  const std::vector<std::string> partitions = FirstPage(table.state, request);
  std::set<std::string> seen;
  for (size_t i = 0; i < partitions.size(); ++i) {
    if (i > 0 && partitions[i] == partitions[i - 1]) continue;
    EXPECT_TRUE(seen.insert(partitions[i]).second) << partitions[i] << " comes twice";
  }
  EXPECT_EQ(seen.size(), 40u);
}

TEST(Scan, SegmentsPartitionTheTable) {
  ItemTable table(IndexedTable(kItems));
  StoreMany(table);
  for (const char* index : {"", "local", "global"}) {
    ScanRequest request = ScanTable();
    if (*index != '\0') request.index_name = index;
    const std::vector<std::string> whole = FirstPage(table.state, request);
    for (const int total : {1, 2, 3, 8, 100, 4097}) {
      SCOPED_TRACE(std::string(index) + " in " + std::to_string(total));
      std::vector<std::string> joined;
      for (int segment = 0; segment < total; ++segment) {
        ScanRequest part = request;
        part.total_segments = total;
        part.segment = segment;
        part.limit = 3;
        for (std::string& item : AllPages(table.state, part).items) joined.push_back(std::move(item));
      }
      EXPECT_THAT(joined, ElementsAreArray(whole)) << "segments are consecutive ranges of Scan's order";
    }
  }
}

TEST(Scan, ManySegmentsHoldEveryItemOnce) {
  ItemTable table;
  table.Store(Key("p", "s"));
  ScanRequest request = ScanTable();
  constexpr int kSegments = 20'000;
  request.total_segments = kSegments;
  size_t found = 0;
  // Only the segment that contains the item accepts the item's key as a starting key.
  size_t accepting = 0;
  for (int segment = 0; segment < kSegments; ++segment) {
    request.segment = segment;
    request.exclusive_start_key.reset();
    const size_t here = Scan(table.state, request)->items->size();
    found += here;
    request.exclusive_start_key = Key("p", "s");
    const bool accepts = Scan(table.state, request).ok();
    accepting += accepts ? 1 : 0;
    ASSERT_EQ(accepts, here == 1) << segment;
  }
  EXPECT_EQ(found, 1u);
  EXPECT_EQ(accepting, 1u);
  request.total_segments = 1'000'000;
  request.segment = 999'999;
  request.exclusive_start_key.reset();
  EXPECT_EQ(Outcome(Scan(table.state, request)), "ok") << "the greatest number of segments";
}

TEST(Scan, FiltersMayUseKeysAndCountTowardTheLimit) {
  ItemTable table;
  for (int i = 0; i < 6; ++i) table.Store(Key("p", std::to_string(i)));
  ScanRequest request = ScanTable();
  request.filter_expression = "pk = :p AND sk >= :three";
  request.expression_fields = Fields({{":p", S("p")}, {":three", S("3")}});
  request.projection_expression = "sk";
  request.limit = 4;
  const auto page = Scan(table.state, request);
  ASSERT_EQ(Outcome(page), "ok");
  EXPECT_THAT(FormatAll(*page->items), ElementsAre(R"({sk: "3"})"));
  EXPECT_EQ(page->count, 1u);
  EXPECT_EQ(page->scanned_count, 4u);
  EXPECT_EQ(Format(page->last_evaluated_key), R"({pk: "p", sk: "3"})");
  EXPECT_THAT(AllPages(table.state, request).items, ElementsAre(R"({sk: "3"})", R"({sk: "4"})", R"({sk: "5"})"));
}

TEST(Scan, SelectCountReturnsNoItems) {
  ItemTable table;
  StoreMany(table);
  ScanRequest request = ScanTable();
  request.select = Select::kCount;
  const auto response = Scan(table.state, request);
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_FALSE(response->items.has_value());
  EXPECT_EQ(response->count, 120u);
  EXPECT_EQ(response->scanned_count, 120u);
}

TEST(Scan, AnEmptyTableIsOneEmptyPage) {
  ItemTable table;
  ScanRequest request = ScanTable();
  request.limit = 1;
  const auto response = Scan(table.state, request);
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_THAT(*response->items, IsEmpty());
  EXPECT_EQ(Format(response->last_evaluated_key), kAbsent);
}

TEST(Scan, APageEndsAtOneMegabyte) {
  ItemTable table;
  table.Store(ItemOfSize("p", "1", 409'600));
  table.Store(ItemOfSize("p", "2", 409'600));
  table.Store(ItemOfSize("p", "3", 229'375));
  ScanRequest request = ScanTable();
  EXPECT_EQ(Format(Scan(table.state, request)->last_evaluated_key), kAbsent) << "one byte short";
  table.Store(ItemOfSize("p", "3", 229'376));
  const auto page = Scan(table.state, request);
  EXPECT_EQ(page->count, 3u);
  EXPECT_EQ(Format(page->last_evaluated_key), R"({pk: "p", sk: "3"})");
}

TEST(Scan, ScansOfIndexesReturnProjectedAttributes) {
  TableDefinition definition = IndexedTable(kItems);
  definition.local_secondary_indexes->front().projection = Project(ProjectionType::kKeysOnly);
  definition.global_secondary_indexes->front().projection = Include({"x"});
  ItemTable table(definition);
  table.Store(ItemWith("p", "s", {{"a", S("a")}, {"b", S("b")}, {"x", N("1")}, {"y", N("2")}}));
  table.Store(Key("p", "none"));
  EXPECT_THAT(FirstPage(table.state, ScanIndex("local")), ElementsAre(R"({a: "a", pk: "p", sk: "s"})"));
  EXPECT_THAT(FirstPage(table.state, ScanIndex("global")), ElementsAre(R"({b: "b", pk: "p", sk: "s", x: 1})"));
  ScanRequest local = ScanIndex("local");
  local.select = Select::kAllAttributes;
  local.consistent_read = true;
  EXPECT_THAT(FirstPage(table.state, local), ElementsAre(R"({a: "a", b: "b", pk: "p", sk: "s", x: 1, y: 2})"));
  ScanRequest page = ScanIndex("global");
  page.limit = 1;
  EXPECT_EQ(Format(Scan(table.state, page)->last_evaluated_key), R"({b: "b", pk: "p", sk: "s"})");
}

// Whatever is written or deleted between pages, items that are not touched are returned once.
TEST(Scan, ContinuesWhileTheTableChanges) {
  HOLDFAST_SEEDED_RANDOM(random);
  ItemTable table;
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 30; ++i) table.Store(Key("stays" + std::to_string(i % 10), std::to_string(i)));
    ScanRequest request = ScanTable();
    request.limit = static_cast<int>(1 + random.Below(3));
    std::multiset<std::string> seen;
    do {
      const auto page = Scan(table.state, request);
      ASSERT_EQ(Outcome(page), "ok");
      for (const std::string& item : FormatAll(*page->items)) {
        if (item.find("stays") != std::string::npos) seen.insert(item);
      }
      request.exclusive_start_key = page->last_evaluated_key;
      const std::string passing = "passes" + std::to_string(random.Below(20));
      if (random.Below(2) == 0) {
        table.Store(Key(passing, "1"));
      } else {
        ASSERT_EQ(Outcome(DeleteItem(table.state, Delete(Key(passing, "1")))), "ok");
      }
    } while (request.exclusive_start_key.has_value());
    ASSERT_EQ(seen.size(), 30u);
    ASSERT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), 30u);
  }
}

}  // namespace
}  // namespace holdfast::testing
