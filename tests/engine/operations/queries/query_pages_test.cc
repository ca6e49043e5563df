// The pages of a Query: where they end, their LastEvaluatedKey, and their counts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/operations/queries/page_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;

// Stores items 0 to count-1 in partition `p`. Their attribute `even` says whether their number is even.
void StoreNumbered(ItemTable& table, int count) {
  for (int i = 0; i < count; ++i) {
    const std::string sk = std::to_string(i);
    table.Store(ItemWith("p", sk, {{"even", Bool(i % 2 == 0)}, {"a", S(sk)}, {"b", S("p")}}));
  }
}

TEST(QueryPages, APageThatStoppedAtItsLimitHasALastEvaluatedKey) {
  ItemTable table;
  StoreNumbered(table, 3);
  struct Case {
    int limit;
    std::string last_evaluated_key;
  };
  for (const Case& c : {Case{1, R"({pk: "p", sk: "0"})"}, Case{2, R"({pk: "p", sk: "1"})"},
                        // The third item was the last one: the next page is empty.
                        Case{3, R"({pk: "p", sk: "2"})"}, Case{4, kAbsent}}) {
    SCOPED_TRACE(c.limit);
    QueryRequest request = QueryPartition("p");
    request.limit = c.limit;
    const auto response = Query(table.state, request);
    ASSERT_EQ(Outcome(response), "ok");
    EXPECT_EQ(response->items->size(), static_cast<size_t>(std::min(c.limit, 3)));
    EXPECT_EQ(Format(response->last_evaluated_key), c.last_evaluated_key);
  }
  QueryRequest rest = QueryPartition("p");
  rest.limit = 3;
  rest.exclusive_start_key = Key("p", "2");
  const auto empty = Query(table.state, rest);
  ASSERT_EQ(Outcome(empty), "ok");
  EXPECT_TRUE(empty->items->empty());
  EXPECT_EQ(Format(empty->last_evaluated_key), kAbsent);
}

TEST(QueryPages, AnEmptyPartitionIsOneEmptyPage) {
  ItemTable table;
  QueryRequest request = QueryPartition("nobody");
  request.limit = 1;
  const auto response = Query(table.state, request);
  ASSERT_EQ(Outcome(response), "ok");
  ASSERT_TRUE(response->items.has_value());
  EXPECT_TRUE(response->items->empty());
  EXPECT_EQ(response->count, 0u);
  EXPECT_EQ(response->scanned_count, 0u);
  EXPECT_EQ(Format(response->last_evaluated_key), kAbsent);
}

TEST(QueryPages, LastEvaluatedKeyOfAnIndexHasTheKeysOfIndexAndTable) {
  ItemTable table(IndexedTable(kItems));
  StoreNumbered(table, 2);
  QueryRequest local = QueryIndex("local", "pk = :p", Fields({{":p", S("p")}}));
  local.limit = 1;
  EXPECT_EQ(Format(Query(table.state, local)->last_evaluated_key), R"({a: "0", pk: "p", sk: "0"})");
  QueryRequest global = QueryIndex("global", "b = :p", Fields({{":p", S("p")}}));
  global.limit = 1;
  EXPECT_EQ(Format(Query(table.state, global)->last_evaluated_key), R"({b: "p", pk: "p", sk: "0"})");
}

TEST(QueryPages, LimitCountsEvaluatedItemsAndNotReturnedOnes) {
  ItemTable table;
  StoreNumbered(table, 7);
  QueryRequest request = QueryTable("pk = :pk", Fields({{":pk", S("p")}, {":true", Bool(true)}}));
  request.filter_expression = "even = :true";
  request.projection_expression = "sk";
  const auto whole = Query(table.state, request);
  ASSERT_EQ(Outcome(whole), "ok");
  EXPECT_EQ(whole->count, 4u);
  EXPECT_EQ(whole->scanned_count, 7u);
  request.limit = 3;
  const auto page = Query(table.state, request);
  ASSERT_EQ(Outcome(page), "ok");
  EXPECT_THAT(FormatAll(*page->items), ElementsAre(R"({sk: "0"})", R"({sk: "2"})"));
  EXPECT_EQ(page->count, 2u);
  EXPECT_EQ(page->scanned_count, 3u);
  EXPECT_EQ(Format(page->last_evaluated_key), R"({pk: "p", sk: "2"})") << "the last evaluated item";
  const Pages pages = AllPages(table.state, request);
  EXPECT_THAT(pages.items, ElementsAre(R"({sk: "0"})", R"({sk: "2"})", R"({sk: "4"})", R"({sk: "6"})"));
  EXPECT_EQ(pages.scanned_count, 7u);
}

TEST(QueryPages, APageWithoutItemsMayHaveALastEvaluatedKey) {
  ItemTable table;
  StoreNumbered(table, 2);
  QueryRequest request = QueryTable("pk = :pk", Fields({{":pk", S("p")}, {":x", S("x")}}));
  request.filter_expression = "nowhere = :x";
  request.limit = 1;
  const auto page = Query(table.state, request);
  ASSERT_EQ(Outcome(page), "ok");
  EXPECT_TRUE(page->items->empty());
  EXPECT_EQ(page->scanned_count, 1u);
  EXPECT_EQ(Format(page->last_evaluated_key), R"({pk: "p", sk: "0"})");
}

TEST(QueryPages, AnItemWithoutAnyProjectedAttributeIsStillCounted) {
  ItemTable table;
  StoreNumbered(table, 2);
  QueryRequest request = QueryPartition("p");
  request.projection_expression = "nowhere";
  const auto response = Query(table.state, request);
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_THAT(FormatAll(*response->items), ElementsAre("{}", "{}"));
  EXPECT_EQ(response->count, 2u);
}

TEST(QueryPages, SelectCountReturnsNoItems) {
  ItemTable table;
  StoreNumbered(table, 5);
  QueryRequest request = QueryTable("pk = :pk", Fields({{":pk", S("p")}, {":true", Bool(true)}}));
  request.filter_expression = "even = :true";
  request.select = Select::kCount;
  request.limit = 4;
  const auto response = Query(table.state, request);
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_FALSE(response->items.has_value());
  EXPECT_EQ(response->count, 2u);
  EXPECT_EQ(response->scanned_count, 4u);
  EXPECT_EQ(Format(response->last_evaluated_key), R"({pk: "p", sk: "3"})");
}

// A page ends with the item that brings it to 1,048,576 bytes or more.
TEST(QueryPages, APageEndsAtOneMegabyte) {
  struct Case {
    size_t third_item_bytes;
    size_t items_on_first_page;
  };
  // The first two items have 400,000 bytes each.
  for (const Case& c : {Case{248'575, 4}, Case{248'576, 3}, Case{300'000, 3}}) {
    SCOPED_TRACE(c.third_item_bytes);
    ItemTable table;
    table.Store(ItemOfSize("p", "1", 400'000));
    table.Store(ItemOfSize("p", "2", 400'000));
    table.Store(ItemOfSize("p", "3", c.third_item_bytes));
    table.Store(ItemOfSize("p", "4", 1'000));
    table.Store(ItemOfSize("p", "5", 1'000));
    const auto page = Query(table.state, QueryPartition("p"));
    ASSERT_EQ(Outcome(page), "ok");
    EXPECT_EQ(page->items->size(), c.items_on_first_page);
    EXPECT_EQ(Format(page->last_evaluated_key), Format(Key("p", std::to_string(c.items_on_first_page))));
    EXPECT_EQ(AllPages(table.state, QueryPartition("p")).pages, 2u);
  }
}

TEST(QueryPages, FilterAndProjectionDoNotMakeAPageLonger) {
  ItemTable table;
  for (int i = 0; i < 6; ++i) table.Store(ItemOfSize("p", std::to_string(i), 350'000));
  QueryRequest request = QueryTable("pk = :pk", Fields({{":pk", S("p")}, {":x", S("x")}}));
  request.filter_expression = "z = :x";
  request.projection_expression = "sk";
  const auto page = Query(table.state, request);
  ASSERT_EQ(Outcome(page), "ok");
  EXPECT_EQ(page->scanned_count, 3u);
  EXPECT_EQ(Format(page->last_evaluated_key), R"({pk: "p", sk: "2"})");
}

// The size limit of an index's page counts only projected attributes.
TEST(QueryPages, APageOfAKeysOnlyIndexHoldsManyLargeItems) {
  TableDefinition definition = IndexedTable(kItems);
  definition.global_secondary_indexes->front().projection = Project(ProjectionType::kKeysOnly);
  ItemTable table(definition);
  for (int i = 0; i < 5; ++i) {
    AttributeMap item = ItemWith("p", std::to_string(i), {{"b", S("p")}, {"z", S(std::string(400'000, 'z'))}});
    table.Store(std::move(item));
  }
  EXPECT_EQ(AllPages(table.state, QueryIndex("global", "b = :p", Fields({{":p", S("p")}}))).pages, 1u);
  EXPECT_EQ(AllPages(table.state, QueryPartition("p")).pages, 2u);
}

TEST(QueryPages, TheStartKeyNeedNotExist) {
  ItemTable table(IndexedTable(kItems));
  StoreNumbered(table, 4);
  QueryRequest request = QueryPartition("p");
  request.projection_expression = "sk";
  request.exclusive_start_key = Key("p", "1b");
  EXPECT_THAT(FirstPage(table.state, request), ElementsAre(R"({sk: "2"})", R"({sk: "3"})"));
  request.scan_index_forward = false;
  EXPECT_THAT(FirstPage(table.state, request), ElementsAre(R"({sk: "1"})", R"({sk: "0"})"));

  QueryRequest global = QueryIndex("global", "b = :p", Fields({{":p", S("p")}}));
  global.projection_expression = "sk";
  global.exclusive_start_key = ItemWith("p", "1b", {{"b", S("p")}});
  EXPECT_THAT(FirstPage(table.state, global), ElementsAre(R"({sk: "2"})", R"({sk: "3"})"));
}

// The next page includes items that were written meanwhile, if their keys follow its start key.
TEST(QueryPages, AQueryContinuesAfterTheLastItemOfItsPageWasDeleted) {
  ItemTable table;
  StoreNumbered(table, 5);
  QueryRequest request = QueryPartition("p");
  request.projection_expression = "sk";
  request.limit = 2;
  const auto first = Query(table.state, request);
  ASSERT_EQ(Format(first->last_evaluated_key), R"({pk: "p", sk: "1"})");
  ASSERT_EQ(Outcome(DeleteItem(table.state, Delete(Key("p", "1")))), "ok");
  ASSERT_EQ(Outcome(DeleteItem(table.state, Delete(Key("p", "2")))), "ok");
  table.Store(Key("p", "05"));
  table.Store(Key("p", "35"));
  request.exclusive_start_key = first->last_evaluated_key;
  EXPECT_THAT(FirstPage(table.state, request), ElementsAre(R"({sk: "3"})", R"({sk: "35"})"));
}

}  // namespace
}  // namespace holdfast::testing
