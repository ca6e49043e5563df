// The items of a partition that the key condition of a Query selects: every operator on every key type, on a table, a
// local and a global index, in both directions, whole and in pages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "tests/engine/operations/queries/page_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAreArray;

// The values of one key type in DynamoDB's order, which are also used as operands.
struct KeyValues {
  ScalarAttributeType type;
  std::vector<AttributeValue> ascending;
};

std::vector<KeyValues> KeyTypes() {
  const std::string zero(1, '\0');
  return {
      // Ordered by UTF-8 bytes: without collation, prefixes first, and U+FF5E before an emoji.
      {ScalarAttributeType::kString,
       {S(zero), S(zero + zero), S("A"), S("B"), S("a"), S("a" + zero), S("a" + zero + "b"), S("ab"), S("abc"), S("b"),
        S("\xc3\xa9"), S("\xef\xbd\x9e"), S("\xf0\x9f\x98\x80")}},
      {ScalarAttributeType::kNumber,
       {N("-9.9999999999999999999999999999999999999e125"), N("-100"), N("-99.9"), N("-2"), N("-0.01"), N("-1e-130"),
        N("0"), N("1e-130"), N("0.5"), N("1"), N("1.00000000000000000000000000000000001"), N("2"), N("10"),
        N("1e125")}},
      {ScalarAttributeType::kBinary,
       {B(zero), B(zero + "\xff"), B("\x01"), B("\x7f"), B("\x80"), B("\x80" + zero), B("\xff"), B("\xff\xff"),
        B("\xff\xff\x01")}},
  };
}

// A table whose sort key, local index key `l` and global index sort key `r` are all of `type`.
TableDefinition TableOf(ScalarAttributeType type) {
  TableDefinition definition = PlainTable(kItems);
  definition.attribute_definitions = {Define("pk"), Define("sk", type), Define("l", type), Define("g"),
                                      Define("r", type)};
  definition.local_secondary_indexes = {LocalIndex("local", {Hash("pk"), Range("l")})};
  definition.global_secondary_indexes = {GlobalIndexOf("global", {Hash("g"), Range("r")})};
  return definition;
}

// Stores in partition `p` an item for each value: all its sort keys are the value, and `place` is the position of the
// value in the order. Also stores one item in another partition.
void StoreAll(ItemTable& table, const KeyValues& key_type) {
  for (size_t i = 0; i < key_type.ascending.size(); ++i) {
    const AttributeValue& value = key_type.ascending[i];
    table.Store({{"pk", S("p")},
                 {"sk", value},
                 {"l", value},
                 {"g", S("p")},
                 {"r", value},
                 {"place", AttributeValue::Number(static_cast<int64_t>(i))}});
  }
  table.Store({{"pk", S("another")},
               {"sk", key_type.ascending[0]},
               {"l", key_type.ascending[0]},
               {"g", S("another")},
               {"r", key_type.ascending[0]}});
}

struct Operator {
  std::string condition;
  // Whether the value at position `place` of the order is selected by operands at positions `low` and `high`. Only
  // BETWEEN uses `high`.
  std::function<bool(size_t place, size_t low, size_t high)> selects;
  bool two_operands = false;
};
const Operator kOperators[] = {
    {"K = :low", [](size_t place, size_t low, size_t) { return place == low; }},
    {"K < :low", [](size_t place, size_t low, size_t) { return place < low; }},
    {"K <= :low", [](size_t place, size_t low, size_t) { return place <= low; }},
    {"K > :low", [](size_t place, size_t low, size_t) { return place > low; }},
    {"K >= :low", [](size_t place, size_t low, size_t) { return place >= low; }},
    {":low < K", [](size_t place, size_t low, size_t) { return place > low; }},
    {":low >= K", [](size_t place, size_t low, size_t) { return place <= low; }},
    {"K BETWEEN :low AND :high", [](size_t place, size_t low, size_t high) { return place >= low && place <= high; },
     true},
};

struct Source {
  const char* index;
  const char* partition;
  const char* sort;
};
constexpr Source kSources[] = {{nullptr, "pk", "sk"}, {"local", "pk", "l"}, {"global", "g", "r"}};

QueryRequest Request(const Source& source, std::string condition, const std::vector<AttributeValue>& operands) {
  condition.replace(condition.find('K'), 1, source.sort);
  Values values = {{":p", S("p")}, {":low", operands[0]}};
  if (operands.size() > 1) values.emplace_back(":high", operands[1]);
  QueryRequest request =
      QueryTable(std::string(source.partition) + " = :p AND " + condition, Fields(std::move(values)));
  if (source.index != nullptr) request.index_name = source.index;
  request.projection_expression = "place";
  return request;
}

// Sends the request in both directions, without a limit and in pages of two.
void ExpectPlaces(ItemTable& table, QueryRequest request, std::vector<size_t> places) {
  for (const bool forward : {true, false}) {
    request.scan_index_forward = forward;
    std::vector<std::string> expected;
    for (const size_t place : places) expected.push_back("{place: " + std::to_string(place) + "}");
    request.limit.reset();
    EXPECT_THAT(FirstPage(table.state, request), ElementsAreArray(expected)) << (forward ? "forward" : "backward");
    request.limit = 2;
    const Pages pages = AllPages(table.state, request);
    EXPECT_THAT(pages.items, ElementsAreArray(expected)) << (forward ? "forward" : "backward") << ", in pages";
    EXPECT_EQ(pages.pages, places.size() / 2 + 1);
    std::reverse(places.begin(), places.end());
  }
}

TEST(QueryKeyRanges, EveryOperatorOnEveryTypeOfKey) {
  for (const KeyValues& key_type : KeyTypes()) {
    ItemTable table(TableOf(key_type.type));
    StoreAll(table, key_type);
    const size_t count = key_type.ascending.size();
    for (const Source& source : kSources) {
      for (const Operator& op : kOperators) {
        for (size_t low = 0; low < count; ++low) {
          for (size_t high = low; high < (op.two_operands ? count : low + 1); ++high) {
            SCOPED_TRACE(source.sort + (" " + op.condition) + " :low=" + std::to_string(low) +
                         " :high=" + std::to_string(high) + " type " + std::to_string(static_cast<int>(key_type.type)));
            std::vector<AttributeValue> operands = {key_type.ascending[low]};
            if (op.two_operands) operands.push_back(key_type.ascending[high]);
            std::vector<size_t> places;
            for (size_t place = 0; place < count; ++place) {
              if (op.selects(place, low, high)) places.push_back(place);
            }
            ExpectPlaces(table, Request(source, op.condition, operands), places);
          }
        }
      }
    }
  }
}

TEST(QueryKeyRanges, PrefixesOfStringsAndBinaries) {
  for (const KeyValues& key_type : KeyTypes()) {
    if (key_type.type == ScalarAttributeType::kNumber) continue;
    ItemTable table(TableOf(key_type.type));
    StoreAll(table, key_type);
    for (const Source& source : kSources) {
      for (const AttributeValue& prefix : key_type.ascending) {
        SCOPED_TRACE(source.sort + (" begins with " + std::string(prefix.view().bytes())));
        std::vector<size_t> places;
        for (size_t place = 0; place < key_type.ascending.size(); ++place) {
          if (key_type.ascending[place].view().bytes().starts_with(prefix.view().bytes())) places.push_back(place);
        }
        ASSERT_FALSE(places.empty());
        ExpectPlaces(table, Request(source, "begins_with(K, :low)", {prefix}), places);
      }
    }
  }
}

// Operands between the stored values, and beyond them.
TEST(QueryKeyRanges, OperandsNeedNotBeStored) {
  ItemTable table(TableOf(ScalarAttributeType::kNumber));
  StoreAll(table, {ScalarAttributeType::kNumber, {N("10"), N("20"), N("30")}});
  for (const Source& source : kSources) {
    SCOPED_TRACE(source.sort);
    ExpectPlaces(table, Request(source, "K > :low", {N("15")}), {1, 2});
    ExpectPlaces(table, Request(source, "K <= :low", {N("15")}), {0});
    ExpectPlaces(table, Request(source, "K BETWEEN :low AND :high", {N("9"), N("29.9")}), {0, 1});
    ExpectPlaces(table, Request(source, "K BETWEEN :low AND :high", {N("11"), N("19")}), {});
    ExpectPlaces(table, Request(source, "K > :low", {N("31")}), {});
    ExpectPlaces(table, Request(source, "K < :low", {N("-1")}), {});
    ExpectPlaces(table, Request(source, "K = :low", {N("2e1")}), {1});
  }
}

TEST(QueryKeyRanges, WithoutASortConditionTheWholePartitionIsRead) {
  ItemTable table(TableOf(ScalarAttributeType::kNumber));
  StoreAll(table, {ScalarAttributeType::kNumber, {N("-1"), N("0"), N("1")}});
  for (const Source& source : kSources) {
    QueryRequest request = QueryTable(std::string(source.partition) + " = :p", Fields({{":p", S("p")}}));
    if (source.index != nullptr) request.index_name = source.index;
    request.projection_expression = "place";
    ExpectPlaces(table, request, {0, 1, 2});
    request.expression_fields = Fields({{":p", S("nobody")}});
    ExpectPlaces(table, request, {});
  }
}

TEST(QueryKeyRanges, LegacyKeyConditionsSelectTheSameItems) {
  ItemTable table(TableOf(ScalarAttributeType::kNumber));
  StoreAll(table, {ScalarAttributeType::kNumber, {N("1"), N("2"), N("3"), N("4")}});
  struct Case {
    ComparisonOperator op;
    std::vector<AttributeValue> operands;
    std::vector<size_t> places;
  };
  const Case cases[] = {
      {ComparisonOperator::kEq, {N("2")}, {1}},       {ComparisonOperator::kLt, {N("2")}, {0}},
      {ComparisonOperator::kLe, {N("2")}, {0, 1}},    {ComparisonOperator::kGt, {N("2")}, {2, 3}},
      {ComparisonOperator::kGe, {N("2")}, {1, 2, 3}}, {ComparisonOperator::kBetween, {N("2"), N("3")}, {1, 2}}};
  for (const Case& c : cases) {
    QueryRequest request;
    request.table_name = kItems;
    request.key_conditions = {{"pk", {ComparisonOperator::kEq, {{S("p")}}}}, {"sk", {c.op, c.operands}}};
    request.projection_expression = "place";
    ExpectPlaces(table, request, c.places);
  }
}

// Items with equal index keys are in the order of their table keys.
TEST(QueryKeyRanges, EqualIndexKeysAreOrderedByTheTablesKey) {
  ItemTable table(IndexedTable(kItems));
  for (const char* pk : {"p2", "p1"}) {
    for (const char* sk : {"2", "1", "3"}) table.Store(ItemWith(pk, sk, {{"a", S("tie")}, {"b", S("tie")}}));
  }
  QueryRequest request = QueryIndex("global", "b = :b", Fields({{":b", S("tie")}}));
  request.projection_expression = "pk, sk";
  const std::vector<std::string> ordered = {R"({pk: "p1", sk: "1"})", R"({pk: "p1", sk: "2"})",
                                            R"({pk: "p1", sk: "3"})", R"({pk: "p2", sk: "1"})",
                                            R"({pk: "p2", sk: "2"})", R"({pk: "p2", sk: "3"})"};
  EXPECT_THAT(FirstPage(table.state, request), ElementsAreArray(ordered));
  request.limit = 1;
  EXPECT_THAT(AllPages(table.state, request).items, ElementsAreArray(ordered));
  request.scan_index_forward = false;
  EXPECT_THAT(AllPages(table.state, request).items, ElementsAreArray(ordered.rbegin(), ordered.rend()));

  request = QueryIndex("local", "pk = :p AND a = :a", Fields({{":p", S("p2")}, {":a", S("tie")}}));
  request.projection_expression = "pk, sk";
  request.limit = 1;
  EXPECT_THAT(AllPages(table.state, request).items, ElementsAreArray(ordered.begin() + 3, ordered.end()));
}

}  // namespace
}  // namespace holdfast::testing
