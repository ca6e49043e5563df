// Queries of indexes: the items that they find, the attributes that they return, and keys of several attributes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/operations/queries/page_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A table with local index `local` on a and global index `global` on b, both with `projection`.
TableDefinition Projecting(const Projection& projection) {
  TableDefinition definition = IndexedTable(kItems);
  definition.local_secondary_indexes->front().projection = projection;
  definition.global_secondary_indexes->front().projection = projection;
  return definition;
}
QueryRequest Local() { return QueryIndex("local", "pk = :p", Fields({{":p", S("p")}})); }
QueryRequest Global() { return QueryIndex("global", "b = :p", Fields({{":p", S("p")}})); }

TEST(QueryIndex, ReturnsKeysAndProjectedAttributes) {
  struct Case {
    Projection projection;
    std::string local;
    std::string global;
  };
  const Case cases[] = {
      {Project(ProjectionType::kAll), R"({a: "1", b: "p", pk: "p", sk: "s", x: 1, y: 2})",
       R"({a: "1", b: "p", pk: "p", sk: "s", x: 1, y: 2})"},
      {Include({"x", "gone"}), R"({a: "1", pk: "p", sk: "s", x: 1})", R"({b: "p", pk: "p", sk: "s", x: 1})"},
      {Project(ProjectionType::kKeysOnly), R"({a: "1", pk: "p", sk: "s"})", R"({b: "p", pk: "p", sk: "s"})"},
  };
  for (const Case& c : cases) {
    ItemTable table(Projecting(c.projection));
    table.Store(ItemWith("p", "s", {{"a", S("1")}, {"b", S("p")}, {"x", N("1")}, {"y", N("2")}}));
    EXPECT_THAT(FirstPage(table.state, Local()), ElementsAre(c.local));
    EXPECT_THAT(FirstPage(table.state, Global()), ElementsAre(c.global));
    QueryRequest projected = Local();
    projected.select = Select::kAllProjectedAttributes;
    EXPECT_THAT(FirstPage(table.state, projected), ElementsAre(c.local));
    projected = Global();
    projected.select = Select::kAllProjectedAttributes;
    EXPECT_THAT(FirstPage(table.state, projected), ElementsAre(c.global));
  }
}

TEST(QueryIndex, ALocalIndexFetchesAttributesThatItDoesNotProject) {
  ItemTable table(Projecting(Include({"x"})));
  table.Store(ItemWith("p", "s", {{"a", S("1")}, {"x", N("1")}, {"y", N("2")}}));
  QueryRequest request = Local();
  request.select = Select::kAllAttributes;
  EXPECT_THAT(FirstPage(table.state, request), ElementsAre(R"({a: "1", pk: "p", sk: "s", x: 1, y: 2})"));
  request = Local();
  request.projection_expression = "x, y";
  EXPECT_THAT(FirstPage(table.state, request), ElementsAre("{x: 1, y: 2}"));
  request.select = Select::kSpecificAttributes;
  EXPECT_THAT(FirstPage(table.state, request), ElementsAre("{x: 1, y: 2}"));
  request = QueryRequest();
  request.table_name = kItems;
  request.index_name = "local";
  request.key_conditions = {{"pk", {ComparisonOperator::kEq, {{S("p")}}}}};
  request.attributes_to_get = {"y"};
  EXPECT_THAT(FirstPage(table.state, request), ElementsAre("{y: 2}"));
}

TEST(QueryIndex, FetchedItemsCountForTheEndOfAPage) {
  ItemTable table(Projecting(Include({"x"})));
  for (const char* sk : {"1", "2", "3", "4", "5", "6"}) {
    table.Store(ItemWith("p", sk, {{"a", S(sk)}, {"y", S(std::string(300'000, 'y'))}}));
  }
  QueryRequest request = Local();
  request.select = Select::kAllAttributes;
  const auto first = Query(table.state, request);
  ASSERT_EQ(Outcome(first), "ok");
  EXPECT_EQ(first->count, 4u);
  EXPECT_EQ(Format(first->last_evaluated_key), R"({a: "4", pk: "p", sk: "4"})");
  const Pages all = AllPages(table.state, request);
  EXPECT_EQ(all.pages, 2u);
  EXPECT_EQ(all.count, 6u);
  request.select = Select::kAllProjectedAttributes;
  EXPECT_EQ(AllPages(table.state, request).pages, 1u);
}

TEST(QueryIndex, AGlobalIndexFetchesNothing) {
  ItemTable table(Projecting(Include({"x"})));
  table.Store(ItemWith("p", "s", {{"b", S("p")}, {"x", N("1")}, {"y", N("2")}}));
  QueryRequest request = Global();
  request.select = Select::kAllAttributes;
  EXPECT_THAT(
      FirstPage(table.state, request),
      ElementsAre("One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global "
                  "secondary index global because its projection type is not ALL"));
  request = Global();
  request.projection_expression = "x, y, pk";
  EXPECT_THAT(
      FirstPage(table.state, request),
      ElementsAre("One or more parameter values were invalid: Global secondary index global does not project [y]"));
  request.projection_expression = "x, pk";
  EXPECT_THAT(FirstPage(table.state, request), ElementsAre(R"({pk: "p", x: 1})"));
}

TEST(QueryIndex, AGlobalIndexThatProjectsAllReturnsAllAttributes) {
  ItemTable table(IndexedTable(kItems));
  table.Store(ItemWith("p", "s", {{"b", S("p")}, {"y", N("2")}}));
  QueryRequest request = Global();
  request.select = Select::kAllAttributes;
  EXPECT_THAT(FirstPage(table.state, request), ElementsAre(R"({b: "p", pk: "p", sk: "s", y: 2})"));
}

TEST(QueryIndex, HoldsOnlyItemsWithItsKey) {
  ItemTable table(IndexedTable(kItems));
  table.Store(Key("p", "neither"));
  table.Store(ItemWith("p", "local", {{"a", S("1")}}));
  table.Store(ItemWith("p", "global", {{"b", S("p")}}));
  QueryRequest local = Local();
  local.projection_expression = "sk";
  EXPECT_THAT(FirstPage(table.state, local), ElementsAre(R"({sk: "local"})"));
  QueryRequest global = Global();
  global.projection_expression = "sk";
  EXPECT_THAT(FirstPage(table.state, global), ElementsAre(R"({sk: "global"})"));

  // Updates add and remove the key attribute, and with it the entry.
  ASSERT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "neither"), "SET a = :s", Fields({{":s", S("2")}})))),
            "ok");
  ASSERT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "local"), "REMOVE a"))), "ok");
  EXPECT_THAT(FirstPage(table.state, local), ElementsAre(R"({sk: "neither"})"));
  ASSERT_EQ(Outcome(DeleteItem(table.state, Delete(Key("p", "global")))), "ok");
  EXPECT_THAT(FirstPage(table.state, global), IsEmpty());
}

TEST(QueryIndex, AnEntryMovesWithItsKeyAndIsUpToDate) {
  ItemTable table(IndexedTable(kItems));
  table.Store(ItemWith("p", "s", {{"a", S("1")}, {"b", S("p")}, {"n", N("1")}}));
  table.Store(ItemWith("p", "t", {{"a", S("2")}, {"b", S("p")}}));
  ASSERT_EQ(Outcome(UpdateItem(table.state,
                               Update(Key("p", "s"), "SET a = :a, n = :n", Fields({{":a", S("3")}, {":n", N("2")}})))),
            "ok");
  EXPECT_THAT(FirstPage(table.state, Local()),
              ElementsAre(R"({a: "2", b: "p", pk: "p", sk: "t"})", R"({a: "3", b: "p", n: 2, pk: "p", sk: "s"})"));
  EXPECT_THAT(FirstPage(table.state, Global()),
              ElementsAre(R"({a: "3", b: "p", n: 2, pk: "p", sk: "s"})", R"({a: "2", b: "p", pk: "p", sk: "t"})"));
  table.Store(ItemWith("p", "s", {{"b", S("q")}}));
  EXPECT_THAT(FirstPage(table.state, Global()), ElementsAre(R"({a: "2", b: "p", pk: "p", sk: "t"})"));
  QueryRequest moved = QueryIndex("global", "b = :q", Fields({{":q", S("q")}}));
  EXPECT_THAT(FirstPage(table.state, moved), ElementsAre(R"({b: "q", pk: "p", sk: "s"})"));
}

TEST(QueryIndex, OnlyALocalIndexReadsConsistently) {
  ItemTable table(IndexedTable(kItems));
  table.Store(ItemWith("p", "s", {{"a", S("1")}}));
  QueryRequest local = Local();
  local.consistent_read = true;
  EXPECT_EQ(Query(table.state, local)->count, 1u);
  QueryRequest global = Global();
  global.consistent_read = true;
  EXPECT_EQ(Outcome(Query(table.state, global)), "Consistent reads are not supported on global secondary indexes");
}

// A filter reads only projected attributes, and every index projects the key of the table.
TEST(QueryIndex, AFilterMayNameTheTablesKeyOnAnIndex) {
  ItemTable table(Projecting(Project(ProjectionType::kKeysOnly)));
  table.Store(ItemWith("p", "1", {{"b", S("p")}}));
  table.Store(ItemWith("p", "2", {{"b", S("p")}}));
  QueryRequest request = QueryIndex("global", "b = :p", Fields({{":p", S("p")}, {":two", S("2")}}));
  request.filter_expression = "sk = :two";
  EXPECT_THAT(FirstPage(table.state, request), ElementsAre(R"({b: "p", pk: "p", sk: "2"})"));
}

TEST(QueryIndex, AFilterOnAttributesThatTheIndexDoesNotProjectIsRefused) {
  ItemTable table(Projecting(Include({"x"})));
  table.Store(ItemWith("p", "1", {{"a", S("1")}, {"b", S("p")}, {"x", N("1")}, {"y", N("2")}}));
  const std::string prefix = "One or more parameter values were invalid: Secondary index ";
  QueryRequest global = Global();
  global.filter_expression = "x = :p OR attribute_exists(y.z) OR attribute_exists(z) OR attribute_exists(y)";
  EXPECT_THAT(FirstPage(table.state, global),
              ElementsAre(prefix + "global does not project one or more filter attributes: [y, z]"));
  QueryRequest local = Local();
  local.select = Select::kAllAttributes;
  local.filter_expression = "attribute_exists(y)";
  EXPECT_THAT(FirstPage(table.state, local),
              ElementsAre(prefix + "local does not project one or more filter attributes: [y]"));
  QueryRequest legacy;
  legacy.table_name = kItems;
  legacy.index_name = "global";
  legacy.key_conditions = {{"b", {ComparisonOperator::kEq, {{S("p")}}}}};
  legacy.query_filter = {{"y", {ComparisonOperator::kNotNull, {}}}};
  EXPECT_THAT(FirstPage(table.state, legacy),
              ElementsAre(prefix + "global does not project one or more filter attributes: [y]"));
  ScanRequest scan;
  scan.table_name = kItems;
  scan.index_name = "global";
  scan.filter_expression = "attribute_not_exists(y)";
  EXPECT_EQ(Scan(table.state, scan)->count, 1u) << "A scan treats them as absent.";
}

// Global index `wide`: hash attributes h1 and h2, range attributes r1 (S), r2 (N), r3 (S).
TableDefinition WideIndex() {
  TableDefinition definition = PlainTable(kItems);
  definition.attribute_definitions = {Define("pk"), Define("sk"), Define("h1"),
                                      Define("h2"), Define("r1"), Define("r2", ScalarAttributeType::kNumber),
                                      Define("r3")};
  definition.global_secondary_indexes = {
      GlobalIndexOf("wide", {Hash("h1"), Hash("h2"), Range("r1"), Range("r2"), Range("r3")})};
  return definition;
}
AttributeMap Wide(std::string_view sk, std::string_view h1, std::string_view h2, std::string_view r1,
                  std::string_view r2, std::string_view r3) {
  return ItemWith("p", sk, {{"h1", S(h1)}, {"h2", S(h2)}, {"r1", S(r1)}, {"r2", N(r2)}, {"r3", S(r3)}});
}
QueryRequest WideQuery(const std::string& range_condition, Values values) {
  values.emplace_back(":h1", S("hi"));
  values.emplace_back(":h2", S("j"));
  QueryRequest request = QueryIndex("wide", "h2 = :h2 AND h1 = :h1" + range_condition, Fields(std::move(values)));
  request.projection_expression = "sk";
  return request;
}

TEST(QueryIndex, KeysOfSeveralAttributesAreOrderedFromLeftToRight) {
  ItemTable table(WideIndex());
  table.Store(Wide("7", "hi", "j", "b", "-1", "a"));
  table.Store(Wide("6", "hi", "j", "ab", "1", "a"));
  table.Store(Wide("5", "hi", "j", "a", "10", "a"));
  table.Store(Wide("4", "hi", "j", "a", "2", "b"));
  table.Store(Wide("3", "hi", "j", "a", "2", "ab"));
  table.Store(Wide("2", "hi", "j", "a", "2", "a"));
  table.Store(Wide("1", "hi", "j", "a", "-3", "z"));
  // Not in the partition: their concatenated hash attributes are equal to those of the partition (x1), begin with them
  // (x2), or are in the other order (x3).
  table.Store(Wide("x1", "h", "ij", "a", "1", "a"));
  table.Store(Wide("x2", "hi", "jk", "a", "1", "a"));
  table.Store(Wide("x3", "j", "hi", "a", "1", "a"));
  // Not in the index: an attribute is missing.
  table.Store(ItemWith("p", "x4", {{"h1", S("hi")}, {"h2", S("j")}, {"r1", S("a")}, {"r2", N("1")}}));

  const auto sort_keys = [&](const std::string& range_condition, Values values) {
    QueryRequest request = WideQuery(range_condition, std::move(values));
    std::string formatted;
    for (const std::string& item : FirstPage(table.state, request)) formatted += item.substr(6, item.size() - 8);
    request.limit = 1;
    std::string paged;
    for (const std::string& item : AllPages(table.state, request).items) paged += item.substr(6, item.size() - 8);
    EXPECT_EQ(paged, formatted);
    request.limit.reset();
    request.scan_index_forward = false;
    std::string backward;
    for (const std::string& item : FirstPage(table.state, request)) backward += item.substr(6, item.size() - 8);
    EXPECT_EQ(std::string(backward.rbegin(), backward.rend()), formatted);
    return formatted;
  };
  EXPECT_EQ(sort_keys("", {}), "1234567");
  EXPECT_EQ(sort_keys(" AND r1 = :a", {{":a", S("a")}}), "12345");
  EXPECT_EQ(sort_keys(" AND begins_with(r1, :a)", {{":a", S("a")}}), "123456");
  EXPECT_EQ(sort_keys(" AND r1 > :a", {{":a", S("a")}}), "67");
  EXPECT_EQ(sort_keys(" AND r1 < :b", {{":b", S("b")}}), "123456");
  EXPECT_EQ(sort_keys(" AND r1 BETWEEN :a AND :b", {{":a", S("ab")}, {":b", S("b")}}), "67");
  EXPECT_EQ(sort_keys(" AND r1 = :a AND r2 >= :n", {{":a", S("a")}, {":n", N("2")}}), "2345");
  EXPECT_EQ(sort_keys(" AND r2 < :n AND r1 = :a", {{":a", S("a")}, {":n", N("2")}}), "1");
  EXPECT_EQ(sort_keys(" AND r1 = :a AND r2 = :n", {{":a", S("a")}, {":n", N("2")}}), "234");
  EXPECT_EQ(sort_keys(" AND r1 = :a AND r2 = :n AND r3 > :z", {{":a", S("a")}, {":n", N("2")}, {":z", S("a")}}), "34");
  EXPECT_EQ(sort_keys(" AND r1 = :a AND r2 = :n AND r3 = :z", {{":a", S("a")}, {":n", N("2.0")}, {":z", S("ab")}}),
            "3");
}

TEST(QueryIndex, TheLastEvaluatedKeyHasEveryKeyAttribute) {
  ItemTable table(WideIndex());
  table.Store(Wide("1", "hi", "j", "a", "2", "b"));
  QueryRequest request = WideQuery("", {});
  request.limit = 1;
  EXPECT_EQ(Format(Query(table.state, request)->last_evaluated_key),
            R"({h1: "hi", h2: "j", pk: "p", r1: "a", r2: 2, r3: "b", sk: "1"})");
}

TEST(QueryIndex, ConditionsOnRangeAttributesHaveNoGaps) {
  ItemTable table(WideIndex());
  const std::string kTail =
      " must have equality conditions specified in the query because a condition is present on key attribute ";
  struct Case {
    std::string range_condition;
    Values values;
    std::string message;
  };
  const Case cases[] = {
      {" AND r2 = :n", {{":n", N("1")}}, "RANGE key attributes r1" + kTail + "r2"},
      {" AND r1 = :s AND r3 = :s", {{":s", S("a")}}, "RANGE key attributes r2" + kTail + "r3"},
      {" AND r1 > :s AND r2 = :n", {{":s", S("a")}, {":n", N("1")}}, "RANGE key attributes r1" + kTail + "r2"},
      {" AND r3 = :s", {{":s", S("a")}}, "RANGE key attributes r1, r2" + kTail + "r3"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Outcome(Query(table.state, WideQuery(c.range_condition, c.values))), c.message);
  }
}

TEST(QueryIndex, EveryHashAttributeOfSeveralNeedsAnEquality) {
  ItemTable table(WideIndex());
  const auto outcome = [&](std::string condition, Values values) {
    return Outcome(Query(table.state, QueryIndex("wide", std::move(condition), Fields(std::move(values)))));
  };
  const AttributeValue h = S("h");
  EXPECT_THAT(outcome("h1 = :h", {{":h", h}}), ::testing::ContainsRegex("HASH key attributes h2 .*equality"));
  EXPECT_THAT(outcome("r1 = :h", {{":h", h}}), ::testing::ContainsRegex("HASH key attributes h1, h2 .*equality"));
  EXPECT_THAT(outcome("h1 = :h AND h2 > :h", {{":h", h}}),
              ::testing::ContainsRegex("HASH key attributes h2 .*equality"));
  EXPECT_EQ(outcome("h1 = :h AND h2 = :h", {{":h", h}}), "ok");
}

}  // namespace
}  // namespace holdfast::testing
