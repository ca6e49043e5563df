#include "engine/indexes/index_entry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/engine/expressions/expression_builders.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/engine/tables/table_of.h"

namespace holdfast::testing {
namespace {

// Local index `local` on a (S); global index `global` on b and c (S), sorted by d (N) and e (S).
TableDefinition Definition(const Projection& projection = Project(ProjectionType::kAll)) {
  TableDefinition definition = PlainTable();
  definition.attribute_definitions = {Define("pk"), Define("sk"), Define("a"),
                                      Define("b"),  Define("c"),  Define("d", ScalarAttributeType::kNumber),
                                      Define("e")};
  definition.local_secondary_indexes = {LocalIndex("local", {Hash("pk"), Range("a")})};
  definition.global_secondary_indexes = {GlobalIndexOf("global", {Hash("b"), Hash("c"), Range("d"), Range("e")})};
  definition.local_secondary_indexes->front().projection = projection;
  definition.global_secondary_indexes->front().projection = projection;
  return definition;
}
struct Schema {
  explicit Schema(const TableDefinition& definition = Definition()) : table(TableOf(definition)) {}
  const TableSchema& get() const { return table->schema(); }
  const IndexSchema& local() const { return get().local_indexes.front(); }
  const IndexSchema& global() const { return get().global_indexes.front(); }

  const std::shared_ptr<Table> table;
};

AttributeMap ItemWithGlobalKey(std::string_view b, std::string_view c, std::string_view d, std::string_view e,
                               std::string_view pk = "p", std::string_view sk = "s") {
  return {{"pk", S(pk)}, {"sk", S(sk)}, {"b", S(b)}, {"c", S(c)}, {"d", N(d)}, {"e", S(e)}};
}

TEST(IndexEntry, AnItemIsInAnIndexIfItHasItsWholeKey) {
  const Schema schema;
  EXPECT_TRUE(GlobalEntryKeyOf(schema.get(), schema.global(), PartitionHash(0), ItemWithGlobalKey("b", "c", "1", "e"))
                  .has_value());
  const std::vector<AttributeMap> outside = {
      {{"pk", S("p")}, {"sk", S("s")}},
      {{"pk", S("p")}, {"sk", S("s")}, {"c", S("c")}, {"d", N("1")}, {"e", S("e")}},
      {{"pk", S("p")}, {"sk", S("s")}, {"b", S("b")}, {"d", N("1")}, {"e", S("e")}},
      {{"pk", S("p")}, {"sk", S("s")}, {"b", S("b")}, {"c", S("c")}, {"e", S("e")}},
      {{"pk", S("p")}, {"sk", S("s")}, {"b", S("b")}, {"c", S("c")}, {"d", N("1")}},
      // Items from before the index was created may have values of other types, or empty ones.
      {{"pk", S("p")}, {"sk", S("s")}, {"b", S("b")}, {"c", S("c")}, {"d", S("1")}, {"e", S("e")}},
      {{"pk", S("p")}, {"sk", S("s")}, {"b", Null()}, {"c", S("c")}, {"d", N("1")}, {"e", S("e")}},
      {{"pk", S("p")}, {"sk", S("s")}, {"b", S("")}, {"c", S("c")}, {"d", N("1")}, {"e", S("e")}},
  };
  for (const AttributeMap& item : outside) {
    EXPECT_FALSE(HasIndexKey(schema.global(), item)) << Text(item);
    EXPECT_FALSE(GlobalEntryKeyOf(schema.get(), schema.global(), PartitionHash(0), item).has_value()) << Text(item);
  }
  EXPECT_TRUE(LocalEntryKeyOf(schema.get(), schema.local(), AttributeMap{{"pk", S("p")}, {"sk", S("s")}, {"a", S("a")}})
                  .has_value());
  EXPECT_FALSE(LocalEntryKeyOf(schema.get(), schema.local(), AttributeMap{{"pk", S("p")}, {"sk", S("s")}}).has_value());
}

TEST(IndexEntry, KeyPartsAreSeparatedUnambiguously) {
  const Schema schema;
  const std::string zero(1, '\0');
  const std::vector<std::pair<std::string, std::string>> distinct = {
      {"ab", "c"},       {"a", "bc"}, {"abc", zero},          {"a" + zero, "c"},
      {"a", zero + "c"}, {"a", "c"},  {"a" + zero + "c", "c"}};
  std::vector<std::string> partitions;
  for (const auto& [b, c] : distinct) {
    partitions.push_back(
        GlobalEntryKeyOf(schema.get(), schema.global(), PartitionHash(0), ItemWithGlobalKey(b, c, "1", "e"))
            ->partition);
  }
  std::sort(partitions.begin(), partitions.end());
  EXPECT_EQ(std::adjacent_find(partitions.begin(), partitions.end()), partitions.end());
}

TEST(IndexEntry, EntriesAreSortedByRangeAttributesThenTheTablesKey) {
  const Schema schema;
  const std::string zero(1, '\0');
  const std::vector<AttributeMap> ascending = {
      ItemWithGlobalKey("b", "c", "-10", "z"),
      ItemWithGlobalKey("b", "c", "-2", "a"),
      ItemWithGlobalKey("b", "c", "0", "a"),
      ItemWithGlobalKey("b", "c", "2", "a", "p", "s"),
      ItemWithGlobalKey("b", "c", "2", "a", "p", "t"),
      ItemWithGlobalKey("b", "c", "2", "a", "p" + zero, "a"),
      ItemWithGlobalKey("b", "c", "2", "a", "pp", "a"),
      ItemWithGlobalKey("b", "c", "2", "a" + zero, "a"),
      ItemWithGlobalKey("b", "c", "2", "a" + zero + "b"),
      ItemWithGlobalKey("b", "c", "2", "ab"),
      ItemWithGlobalKey("b", "c", "10", "a"),
  };
  std::string last;
  for (const AttributeMap& item : ascending) {
    const GlobalEntryKey key = *GlobalEntryKeyOf(schema.get(), schema.global(), PartitionHash(0), item);
    EXPECT_LT(last, key.sort) << Text(item);
    EXPECT_EQ(key.hash, PartitionHash(0)(key.partition));
    last = key.sort;
  }
}

TEST(IndexEntry, ALocalEntryIsSortedByItsAttributeThenTheTablesSortKey) {
  const Schema schema;
  const auto key = [&](const char* a, const char* sk) {
    return *LocalEntryKeyOf(schema.get(), schema.local(), AttributeMap{{"pk", S("p")}, {"sk", S(sk)}, {"a", S(a)}});
  };
  EXPECT_LT(key("a", "z"), key("ab", "a"));
  EXPECT_LT(key("a", "a"), key("a", "b"));
  EXPECT_LT(key("ab", "z"), key("b", "a"));
}

TEST(IndexEntry, HasKeysAndProjectedAttributes) {
  const AttributeMap item = {{"pk", S("p")}, {"sk", S("s")}, {"a", S("a")},  {"b", S("b")},  {"c", S("c")},
                             {"d", N("1")},  {"e", S("e")},  {"x", S("xx")}, {"y", S("yyy")}};
  struct Case {
    Projection projection;
    std::string local;
    std::string global;
  };
  const Case cases[] = {
      {Project(ProjectionType::kAll), Text(item), Text(item)},
      {Project(ProjectionType::kKeysOnly), R"({a: "a", pk: "p", sk: "s"})",
       R"({b: "b", c: "c", d: 1, e: "e", pk: "p", sk: "s"})"},
      {Include({"x", "gone", "a"}), R"({a: "a", pk: "p", sk: "s", x: "xx"})",
       R"({a: "a", b: "b", c: "c", d: 1, e: "e", pk: "p", sk: "s", x: "xx"})"},
  };
  for (const Case& c : cases) {
    const Schema schema(Definition(c.projection));
    for (const IndexSchema* index : {&schema.local(), &schema.global()}) {
      const AttributeMap entry = ProjectEntry(schema.get(), *index, item);
      EXPECT_EQ(Text(entry), index->global ? c.global : c.local);
      EXPECT_EQ(EntrySizeBytes(schema.get(), *index, item), entry.view().size_bytes());
      for (const auto& [name, value] : item.view()) {
        EXPECT_EQ(Projects(schema.get(), *index, name), entry.Find(name).has_value()) << name;
      }
    }
  }
}

TEST(IndexEntry, EntriesInAllLocalIndexesCountTowardsTheLimitOfTheItem) {
  TableDefinition definition = Definition();
  definition.local_secondary_indexes->push_back(LocalIndex("keys", {Hash("pk"), Range("b")}));
  definition.local_secondary_indexes->back().projection = Project(ProjectionType::kKeysOnly);
  const Schema schema(definition);
  const auto too_large = [&](const std::string& first, const std::string& second, size_t bytes) {
    return IsTooLargeForLocalIndexes(
        schema.get(),
        AttributeMap{
            {"pk", S("p")}, {"sk", S("s")}, {first, S("1")}, {second, S("2")}, {"x", S(std::string(bytes, 'x'))}});
  };
  // The item has 11 bytes besides x's value; the entry in `keys` has 8: pk, sk and b.
  EXPECT_FALSE(too_large("a", "b", (409'600 - 8) / 2 - 11));
  EXPECT_TRUE(too_large("a", "b", (409'600 - 8) / 2 - 10));
  EXPECT_FALSE(too_large("b", "z", 409'600 - 8 - 11));
  EXPECT_TRUE(too_large("b", "z", 409'600 - 8 - 10));
  EXPECT_FALSE(too_large("y", "z", 409'600 - 11));
}

TEST(IndexEntry, TwoVersionsHaveTheSameEntryIfTheirProjectedAttributesAreEqual) {
  const Schema schema(Definition(Include({"x"})));
  const auto item = [](const char* x, const char* y) {
    return AttributeMap{{"pk", S("p")}, {"sk", S("s")}, {"a", S("a")}, {"x", Ss({x, "m"})}, {"y", S(y)}};
  };
  EXPECT_TRUE(SameEntry(schema.get(), schema.local(), item("x", "1"), item("x", "2")));
  EXPECT_FALSE(SameEntry(schema.get(), schema.local(), item("x", "1"), item("z", "1")));
  const Schema all;
  EXPECT_FALSE(SameEntry(all.get(), all.local(), item("x", "1"), item("x", "2")));
  EXPECT_TRUE(SameEntry(all.get(), all.local(), item("x", "1"), item("x", "1")));
}

}  // namespace
}  // namespace holdfast::testing
