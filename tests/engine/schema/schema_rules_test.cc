#include "engine/schema/schema_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/schema/table_definitions.h"

namespace holdfast {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Names(const std::vector<KeyAttribute>& attributes) {
  std::vector<std::string> names;
  for (const KeyAttribute& attribute : attributes) names.push_back(attribute.name);
  return names;
}

TEST(SchemaRules, AKeyTakesItsTypesFromTheDefinitions) {
  TableDefinition definition = PlainTable();
  definition.attribute_definitions = {Define("sk", ScalarAttributeType::kBinary),
                                      Define("pk", ScalarAttributeType::kNumber)};
  const Result<TableSchema> schema = BuildTableSchema(definition);
  ASSERT_TRUE(schema.ok()) << schema.error().message;
  EXPECT_EQ(schema->name, "Plain");
  EXPECT_EQ(schema->partition_key().name, "pk");
  EXPECT_EQ(schema->partition_key().type, ScalarAttributeType::kNumber);
  ASSERT_NE(schema->sort_key(), nullptr);
  EXPECT_EQ(schema->sort_key()->name, "sk");
  EXPECT_EQ(schema->sort_key()->type, ScalarAttributeType::kBinary);
}

TEST(SchemaRules, ATableWithoutRangeKeyHasNoSortKey) {
  TableDefinition definition = PlainTable();
  definition.attribute_definitions = {Define("pk")};
  definition.key_schema = {Hash("pk")};
  const Result<TableSchema> schema = BuildTableSchema(definition);
  ASSERT_TRUE(schema.ok()) << schema.error().message;
  EXPECT_EQ(schema->sort_key(), nullptr);
  EXPECT_EQ(schema->key.size(), 1u);
}

TEST(SchemaRules, IndexesKeepTheirOrderAndIncludedNamesAreSorted) {
  TableDefinition definition = IndexedTable();
  definition.global_secondary_indexes->push_back(GlobalIndexOf("earlier", {Hash("b"), Range("a")}));
  definition.global_secondary_indexes->back().projection = Include({"z", "pk", "m"});
  const Result<TableSchema> schema = BuildTableSchema(definition);
  ASSERT_TRUE(schema.ok()) << schema.error().message;
  ASSERT_EQ(schema->local_indexes.size(), 1u);
  EXPECT_FALSE(schema->local_indexes[0].global);
  EXPECT_THAT(Names(schema->local_indexes[0].key.range), ElementsAre("a"));
  ASSERT_EQ(schema->global_indexes.size(), 2u);
  EXPECT_EQ(schema->global_indexes[0].name, "global");
  EXPECT_TRUE(schema->global_indexes[0].global);
  EXPECT_EQ(schema->global_indexes[1].name, "earlier");
  EXPECT_EQ(schema->global_indexes[1].projection, ProjectionType::kInclude);
  EXPECT_THAT(schema->global_indexes[1].non_key_attributes, ElementsAre("m", "pk", "z"));
}

TEST(SchemaRules, AGlobalIndexMayHaveFourHashAndFourRangeAttributes) {
  TableDefinition definition = PlainTable();
  std::vector<KeySchemaElement> key;
  for (const char* name : {"h1", "h2", "h3", "h4"}) key.push_back(Hash(name));
  for (const char* name : {"r1", "r2", "r3", "r4"}) key.push_back(Range(name));
  for (const KeySchemaElement& element : key) {
    definition.attribute_definitions->push_back(Define(*element.attribute_name, ScalarAttributeType::kNumber));
  }
  definition.global_secondary_indexes = {GlobalIndexOf("wide", key)};
  const Result<TableSchema> schema = BuildTableSchema(definition);
  ASSERT_TRUE(schema.ok()) << schema.error().message;
  const KeySchema& wide = schema->global_indexes[0].key;
  EXPECT_THAT(Names(wide.hash), ElementsAre("h1", "h2", "h3", "h4"));
  EXPECT_THAT(Names(wide.range), ElementsAre("r1", "r2", "r3", "r4"));
  ASSERT_NE(wide.Find("r3"), nullptr);
  EXPECT_EQ(wide.Find("r3")->type, ScalarAttributeType::kNumber);
  EXPECT_EQ(wide.Find("pk"), nullptr);
}

TEST(SchemaRules, UnusualIndexesAreAccepted) {
  TableDefinition definition = IndexedTable("Table");
  // A local index over the table's own sort key, a global index with the table's key, one with the table's name.
  definition.local_secondary_indexes->push_back(LocalIndex("same-range", {Hash("pk"), Range("sk")}));
  definition.global_secondary_indexes->push_back(GlobalIndexOf("same-key", {Hash("pk"), Range("sk")}));
  definition.global_secondary_indexes->push_back(GlobalIndexOf("Table", {Hash("sk")}));
  EXPECT_TRUE(BuildTableSchema(definition).ok());
}

TEST(SchemaRules, AHundredIncludedAttributesAreAcceptedAndOneMoreIsNot) {
  TableDefinition definition = IndexedTable();
  definition.global_secondary_indexes->clear();
  for (int i = 0; i < 5; ++i) {
    std::vector<std::string> names;
    for (int j = 0; j < 20; ++j) names.push_back("n" + std::to_string(j));
    definition.global_secondary_indexes->push_back(GlobalIndexOf("global" + std::to_string(i), {Hash("b")}));
    definition.global_secondary_indexes->back().projection = Include(names);
  }
  EXPECT_TRUE(BuildTableSchema(definition).ok());
  // The same attribute in another index counts again.
  definition.local_secondary_indexes->front().projection = Include({"n0"});
  EXPECT_FALSE(BuildTableSchema(definition).ok());
}

}  // namespace
}  // namespace holdfast
