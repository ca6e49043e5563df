// The errors of CreateTable, in the order of its checks.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/operations/tables/create_table.h"
#include "tests/engine/operations/test_database.h"
#include "tests/engine/schema/table_definitions.h"

namespace holdfast {
namespace {

const std::string kInvalid = "One or more parameter values were invalid: ";
const std::string kOneError = "1 validation error detected: ";
const std::string kFailed = "' failed to satisfy constraint: Member must ";

// A valid definition, a change that makes it invalid, and the message of the error, which is DynamoDB's except for
// features that only DynamoDB has.
struct Refusal {
  std::string name;
  TableDefinition definition;
  std::function<void(TableDefinition&)> spoil;
  std::string message;
};

void ExpectRefusals(const std::vector<Refusal>& refusals) {
  for (const Refusal& refusal : refusals) {
    SCOPED_TRACE(refusal.name);
    TestDatabase database;
    TableDefinition definition = refusal.definition;
    const Result<CreateTableResponse> accepted = CreateTable(database.state, definition);
    ASSERT_TRUE(accepted.ok()) << accepted.error().message;
    // The table exists now. Errors of the definition are reported before the error that the name is taken.
    refusal.spoil(definition);
    const Result<CreateTableResponse> refused = CreateTable(database.state, definition);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::kValidation);
    EXPECT_EQ(refused.error().message, refusal.message);
  }
}

TEST(CreateTable, ReportsABadNameWithoutOtherErrors) {
  const auto named = [](std::string name) {
    return [name](TableDefinition& d) {
      d.table_name = name;
      d.key_schema.reset();
    };
  };
  ExpectRefusals({
      {"absent", PlainTable(),
       [](TableDefinition& d) {
         d.table_name.reset();
         d.key_schema.reset();
       },
       "The parameter 'TableName' is required but was not present in the request"},
      {"short", PlainTable(), named("ab"),
       kOneError + "Value 'ab' at 'tableName" + kFailed + "have length greater than or equal to 3"},
      {"pattern", PlainTable(), named("abc;"),
       kOneError + "Value 'abc;' at 'tableName" + kFailed + "satisfy regular expression pattern: [a-zA-Z0-9_.-]+"},
      {"long", PlainTable(), named(std::string(256, 'n')),
       kOneError + "Value '" + std::string(256, 'n') + "' at 'tableName" + kFailed +
           "have length less than or equal to 255"},
      {"empty", PlainTable(), named(""),
       "2 validation errors detected: Value '' at 'tableName" + kFailed +
           "satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value '' at 'tableName" + kFailed +
           "have length greater than or equal to 3"},
      // Unlike most operations, CreateTable takes no ARN as TableName.
      {"ARN", PlainTable(), named("arn:aws:dynamodb:us-east-1:000000000000:table/Plain"),
       kOneError + "Value 'arn:aws:dynamodb:us-east-1:000000000000:table/Plain' at 'tableName" + kFailed +
           "satisfy regular expression pattern: [a-zA-Z0-9_.-]+"},
  });
}

TEST(CreateTable, RefusesViolationsOfTheServiceModel) {
  const std::string long_name(256, 'a');
  ExpectRefusals({
      {"no key schema", PlainTable(), [](TableDefinition& d) { d.key_schema.reset(); },
       kOneError + "Value null at 'keySchema" + kFailed + "not be null"},
      {"no definitions", PlainTable(), [](TableDefinition& d) { d.attribute_definitions.reset(); },
       kOneError + "Value null at 'attributeDefinitions" + kFailed + "not be null"},
      {"empty key schema", PlainTable(), [](TableDefinition& d) { d.key_schema->clear(); },
       kOneError + "Value '[]' at 'keySchema" + kFailed + "have length greater than or equal to 1"},
      {"three keys", PlainTable(), [](TableDefinition& d) { d.key_schema->push_back(Range("third")); },
       kOneError +
           "Value '[KeySchemaElement(attributeName=pk, keyType=HASH), KeySchemaElement(attributeName=sk, "
           "keyType=RANGE), KeySchemaElement(attributeName=third, keyType=RANGE)]' at 'keySchema" +
           kFailed + "have length less than or equal to 2"},
      {"key element empty", PlainTable(), [](TableDefinition& d) { (*d.key_schema)[1] = {}; },
       "2 validation errors detected: Value null at 'keySchema.2.member.attributeName" + kFailed +
           "not be null; Value null at 'keySchema.2.member.keyType" + kFailed + "not be null"},
      {"key name empty", PlainTable(), [](TableDefinition& d) { (*d.key_schema)[0].attribute_name = ""; },
       kOneError + "Value '' at 'keySchema.1.member.attributeName" + kFailed +
           "have length greater than or equal to 1"},
      {"key name long", PlainTable(), [&](TableDefinition& d) { (*d.key_schema)[0].attribute_name = long_name; },
       kOneError + "Value '" + long_name + "' at 'keySchema.1.member.attributeName" + kFailed +
           "have length less than or equal to 255"},
      {"key type unknown", PlainTable(),
       [](TableDefinition& d) { (*d.key_schema)[0].key_type = EnumField<KeyType>::FromText("hash"); },
       kOneError + "Value 'hash' at 'keySchema.1.member.keyType" + kFailed + "satisfy enum value set: [HASH, RANGE]"},
      {"definition incomplete", PlainTable(), [](TableDefinition& d) { (*d.attribute_definitions)[1] = {}; },
       "2 validation errors detected: Value null at 'attributeDefinitions.2.member.attributeName" + kFailed +
           "not be null; Value null at 'attributeDefinitions.2.member.attributeType" + kFailed + "not be null"},
      {"attribute type unknown", PlainTable(),
       [](TableDefinition& d) {
         (*d.attribute_definitions)[0].attribute_type = EnumField<ScalarAttributeType>::FromText("BOOL");
       },
       kOneError + "Value 'BOOL' at 'attributeDefinitions.1.member.attributeType" + kFailed +
           "satisfy enum value set: [B, N, S]"},
      {"billing mode unknown", PlainTable(),
       [](TableDefinition& d) { d.billing_mode = EnumField<BillingMode>::FromText("FREE"); },
       kOneError + "Value 'FREE' at 'billingMode" + kFailed + "satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]"},
      {"no read units", ProvisionedTable(),
       [](TableDefinition& d) {
         d.provisioned_throughput = {0, 5};
       },
       kOneError + "Value '0' at 'provisionedThroughput.readCapacityUnits" + kFailed +
           "have value greater than or equal to 1"},
      {"write before read", ProvisionedTable(),
       [](TableDefinition& d) {
         d.provisioned_throughput = {-1, 0};
       },
       "2 validation errors detected: Value '0' at 'provisionedThroughput.writeCapacityUnits" + kFailed +
           "have value greater than or equal to 1; Value '-1' at 'provisionedThroughput.readCapacityUnits" + kFailed +
           "have value greater than or equal to 1"},
      {"half a throughput", ProvisionedTable(),
       [](TableDefinition& d) { d.provisioned_throughput->write_capacity_units.reset(); },
       kOneError + "Value null at 'provisionedThroughput.writeCapacityUnits" + kFailed + "not be null"},
      {"local index empty", IndexedTable(), [](TableDefinition& d) { d.local_secondary_indexes->front() = {}; },
       "3 validation errors detected: Value null at 'localSecondaryIndexes.1.member.indexName" + kFailed +
           "not be null; Value null at 'localSecondaryIndexes.1.member.keySchema" + kFailed +
           "not be null; Value null at 'localSecondaryIndexes.1.member.projection" + kFailed + "not be null"},
      {"local index with three keys", IndexedTable(),
       [](TableDefinition& d) {
         d.local_secondary_indexes->front().key_schema = {Hash("pk"), Hash("a"), Hash("b")};
       },
       kOneError +
           "Value '[KeySchemaElement(attributeName=pk, keyType=HASH), KeySchemaElement(attributeName=a, "
           "keyType=HASH), KeySchemaElement(attributeName=b, keyType=HASH)]' at "
           "'localSecondaryIndexes.1.member.keySchema" +
           kFailed + "have length less than or equal to 2"},
      {"index name short", IndexedTable(),
       [](TableDefinition& d) { d.global_secondary_indexes->front().index_name = "g"; },
       kOneError + "Value 'g' at 'globalSecondaryIndexes.1.member.indexName" + kFailed +
           "have length greater than or equal to 3"},
      {"projection absent", IndexedTable(),
       [](TableDefinition& d) { d.global_secondary_indexes->front().projection.reset(); },
       kOneError + "Value null at 'globalSecondaryIndexes.1.member.projection" + kFailed + "not be null"},
      {"projection type unknown", IndexedTable(),
       [](TableDefinition& d) {
         d.global_secondary_indexes->front().projection->projection_type = EnumField<ProjectionType>::FromText("all");
       },
       kOneError + "Value 'all' at 'globalSecondaryIndexes.1.member.projection.projectionType" + kFailed +
           "satisfy enum value set: [ALL, INCLUDE, KEYS_ONLY]"},
      {"nothing included", IndexedTable(),
       [](TableDefinition& d) { d.local_secondary_indexes->front().projection = Include({}); },
       kOneError + "Value '[]' at 'localSecondaryIndexes.1.member.projection.nonKeyAttributes" + kFailed +
           "have length greater than or equal to 1"},
      {"21 included", IndexedTable(),
       [](TableDefinition& d) {
         d.local_secondary_indexes->front().projection = Include(std::vector<std::string>(21, "n"));
       },
       kOneError +
           "Value '[n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n]' at "
           "'localSecondaryIndexes.1.member.projection.nonKeyAttributes" +
           kFailed + "have length less than or equal to 20"},
      {"included name empty", IndexedTable(),
       [](TableDefinition& d) {
         d.local_secondary_indexes->front().projection = Include({"n", ""});
       },
       kOneError + "Value '' at 'localSecondaryIndexes.1.member.projection.nonKeyAttributes.2.member" + kFailed +
           "have length greater than or equal to 1"},
      {"index throughput 0", IndexedTable(),
       [](TableDefinition& d) {
         d.global_secondary_indexes->front().provisioned_throughput = {1, 0};
       },
       kOneError + "Value '0' at 'globalSecondaryIndexes.1.member.provisionedThroughput.writeCapacityUnits" + kFailed +
           "have value greater than or equal to 1"},
      {"stream undecided", PlainTable(), [](TableDefinition& d) { d.stream_specification = StreamSpecification(); },
       kOneError + "Value null at 'streamSpecification.streamEnabled" + kFailed + "not be null"},
      {"tag without value", PlainTable(),
       [](TableDefinition& d) {
         d.tags = {{"key", std::nullopt}};
       },
       kOneError + "Value null at 'tags.1.member.value" + kFailed + "not be null"},
      {"too short names of a local and a global index", IndexedTable(),
       [](TableDefinition& d) {
         d.local_secondary_indexes->front().index_name = "l";
         d.global_secondary_indexes->front().index_name = "g";
       },
       "2 validation errors detected: Value 'g' at 'globalSecondaryIndexes.1.member.indexName" + kFailed +
           "have length greater than or equal to 3; Value 'l' at 'localSecondaryIndexes.1.member.indexName" + kFailed +
           "have length greater than or equal to 3"},
      {"two members", PlainTable(),
       [](TableDefinition& d) {
         d.billing_mode = EnumField<BillingMode>::FromText("");
         d.key_schema.reset();
       },
       "2 validation errors detected: Value '' at 'billingMode" + kFailed +
           "satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]; Value null at 'keySchema" + kFailed +
           "not be null"},
  });
}

// If these members were ignored, the table would not be the requested one.
TEST(CreateTable, RefusesFeaturesThatOnlyDynamoDbHas) {
  ExpectRefusals({
      {"vector indexes", PlainTable(), [](TableDefinition& d) { d.cloud_only.vector_indexes = true; },
       kInvalid + "VectorIndexes is not supported by Holdfast"},
      {"source of a global table", PlainTable(),
       [](TableDefinition& d) { d.cloud_only.global_table_source_arn = true; },
       kInvalid + "GlobalTableSourceArn is not supported by Holdfast"},
      {"replication of settings", PlainTable(),
       [](TableDefinition& d) { d.cloud_only.global_table_settings_replication_mode = true; },
       kInvalid + "GlobalTableSettingsReplicationMode is not supported by Holdfast"},
  });
}

TEST(CreateTable, RefusesThroughputThatDoesNotFitTheBillingMode) {
  ExpectRefusals({
      {"on-demand with units", PlainTable(),
       [](TableDefinition& d) {
         d.provisioned_throughput = {5, 5};
       },
       kInvalid + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
                  "PAY_PER_REQUEST"},
      {"provisioned without", ProvisionedTable(), [](TableDefinition& d) { d.provisioned_throughput.reset(); },
       kInvalid + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED"},
      {"provisioned by default", PlainTable(), [](TableDefinition& d) { d.billing_mode = {}; },
       kInvalid + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED"},
      {"read out of bounds first", ProvisionedTable(),
       [](TableDefinition& d) {
         d.provisioned_throughput = {1'000'000'000'001, 1'000'000'000'001};
       },
       "Given value 1000000000001 for ReadCapacityUnits is out of bounds"},
      {"write out of bounds", ProvisionedTable(),
       [](TableDefinition& d) {
         d.provisioned_throughput = {1, INT64_MAX};
       },
       "Given value 9223372036854775807 for WriteCapacityUnits is out of bounds"},
  });
}

TEST(CreateTable, RefusesInvalidKeySchemas) {
  ExpectRefusals({
      {"defined twice", PlainTable(), [](TableDefinition& d) { d.attribute_definitions->push_back(Define("pk")); },
       "Attribute Name is duplicated: pk"},
      {"defined twice differently", PlainTable(),
       [](TableDefinition& d) { d.attribute_definitions->push_back(Define("sk", ScalarAttributeType::kNumber)); },
       "Attribute Name is duplicated: sk"},
      {"nothing defined", PlainTable(), [](TableDefinition& d) { d.attribute_definitions->clear(); },
       "Invalid KeySchema: Some index key attribute have no definition"},
      {"too little defined", PlainTable(), [](TableDefinition& d) { d.attribute_definitions->pop_back(); },
       "Invalid KeySchema: Some index key attribute have no definition"},
      {"another defined", PlainTable(),
       [](TableDefinition& d) {
         d.attribute_definitions = {Define("pk"), Define("b")};
       },
       kInvalid + "Some index key attributes are not defined in AttributeDefinitions. Keys: [pk, sk], "
                  "AttributeDefinitions: [pk, b]"},
      {"one attribute twice", PlainTable(),
       [](TableDefinition& d) {
         d.key_schema = {Hash("pk"), Range("pk")};
       },
       "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
      {"range first", PlainTable(),
       [](TableDefinition& d) {
         d.key_schema = {Range("pk"), Hash("sk")};
       },
       "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
      {"range only", PlainTable(),
       [](TableDefinition& d) {
         d.attribute_definitions = {Define("pk")};
         d.key_schema = {Range("pk")};
       },
       "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
      {"two hashes", PlainTable(),
       [](TableDefinition& d) {
         d.key_schema = {Hash("pk"), Hash("sk")};
       },
       "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"},
      {"too much defined", PlainTable(),
       [](TableDefinition& d) { d.attribute_definitions->push_back(Define("other")); },
       kInvalid + "Number of attributes in KeySchema does not exactly match number of attributes defined in "
                  "AttributeDefinitions"},
      {"too much defined, with indexes", IndexedTable(),
       [](TableDefinition& d) { d.attribute_definitions->push_back(Define("other")); },
       kInvalid + "Some AttributeDefinitions are not used. AttributeDefinitions: [pk, sk, a, b, other], keys used: "
                  "[pk, sk, a, b]"},
  });
}

TEST(CreateTable, RefusesInvalidLocalIndexes) {
  const auto local = [](auto spoil) {
    return [spoil](TableDefinition& d) { spoil(d.local_secondary_indexes->front()); };
  };
  ExpectRefusals({
      {"empty list", IndexedTable(), [](TableDefinition& d) { d.local_secondary_indexes->clear(); },
       kInvalid + "List of LocalSecondaryIndexes is empty"},
      {"empty list, no other index", PlainTable(), [](TableDefinition& d) { d.local_secondary_indexes.emplace(); },
       kInvalid + "List of LocalSecondaryIndexes is empty"},
      {"table without sort key", IndexedTable(), [](TableDefinition& d) { d.key_schema->pop_back(); },
       kInvalid + "Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex"},
      {"undefined key", IndexedTable(), local([](LocalSecondaryIndex& index) {
         index.key_schema = {Hash("pk"), Range("ghost")};
       }),
       kInvalid + "Some index key attributes are not defined in AttributeDefinitions. Keys: [pk, ghost], "
                  "AttributeDefinitions: [pk, sk, a, b]"},
      {"one attribute twice", IndexedTable(), local([](LocalSecondaryIndex& index) {
         index.key_schema = {Hash("pk"), Range("pk")};
       }),
       "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
      {"range first", IndexedTable(), local([](LocalSecondaryIndex& index) {
         index.key_schema = {Range("pk"), Range("a")};
       }),
       "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
      {"two hashes", IndexedTable(), local([](LocalSecondaryIndex& index) {
         index.key_schema = {Hash("pk"), Hash("a")};
       }),
       "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"},
      {"no range key", IndexedTable(), local([](LocalSecondaryIndex& index) { index.key_schema = {Hash("pk")}; }),
       kInvalid + "Index KeySchema does not have a range key for index: local"},
      {"another hash key", IndexedTable(), local([](LocalSecondaryIndex& index) {
         index.key_schema = {Hash("b"), Range("a")};
       }),
       kInvalid + "Index KeySchema does not have the same leading hash key as table KeySchema for index: local. "
                  "index hash key: b, table hash key: pk"},
      {"six", IndexedTable(),
       [](TableDefinition& d) {
         for (int i = 0; i < 5; ++i) {
           d.local_secondary_indexes->push_back(LocalIndex("more" + std::to_string(i), {Hash("pk"), Range("a")}));
         }
       },
       kInvalid + "Number of LocalSecondaryIndexes exceeds per-table limit of 5"},
      {"projection without type", IndexedTable(),
       local([](LocalSecondaryIndex& index) { index.projection = Projection(); }),
       kInvalid + "Unknown ProjectionType: null"},
      {"names with ALL", IndexedTable(),
       local([](LocalSecondaryIndex& index) { index.projection->non_key_attributes = {"n"}; }),
       kInvalid + "ProjectionType is ALL, but NonKeyAttributes is specified"},
      {"names with KEYS_ONLY", IndexedTable(), local([](LocalSecondaryIndex& index) {
         index.projection = Include({"n"});
         index.projection->projection_type = ProjectionType::kKeysOnly;
       }),
       kInvalid + "ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified"},
      {"INCLUDE without names", IndexedTable(),
       local([](LocalSecondaryIndex& index) { index.projection = Project(ProjectionType::kInclude); }),
       kInvalid + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified"},
      {"one name twice", IndexedTable(), local([](LocalSecondaryIndex& index) {
         index.projection = Include({"n", "m", "n"});
       }),
       kInvalid + "Duplicate element in NonKeyAttributes: n"},
      {"two of one name", IndexedTable(),
       [](TableDefinition& d) { d.local_secondary_indexes->push_back(d.local_secondary_indexes->front()); },
       kInvalid + "Duplicate index name: local"},
  });
}

TEST(CreateTable, RefusesInvalidGlobalIndexes) {
  const auto global = [](auto spoil) {
    return [spoil](TableDefinition& d) { spoil(d.global_secondary_indexes->front()); };
  };
  // A table with many attributes. One index uses them all, and another one is made invalid.
  TableDefinition wide = PlainTable("Wide");
  std::vector<KeySchemaElement> hashes, ranges;
  for (const char* name : {"c1", "c2", "c3", "c4", "c5"}) {
    wide.attribute_definitions->push_back(Define(name));
    hashes.push_back(Hash(name));
    ranges.push_back(Range(name));
  }
  wide.global_secondary_indexes = {
      GlobalIndexOf("spoiled", {Hash("c1")}),
      GlobalIndexOf("rest", {Hash("c1"), Hash("c2"), Hash("c3"), Range("c4"), Range("c5")})};
  std::vector<KeySchemaElement> five_ranges = ranges;
  five_ranges.insert(five_ranges.begin(), Hash("pk"));
  TableDefinition provisioned = ProvisionedTable("Provisioned");
  provisioned.attribute_definitions->push_back(Define("b"));
  provisioned.global_secondary_indexes = {GlobalIndexOf("global", {Hash("b")})};
  provisioned.global_secondary_indexes->front().provisioned_throughput = {1, 1};

  ExpectRefusals({
      {"empty list", IndexedTable(), [](TableDefinition& d) { d.global_secondary_indexes->clear(); },
       kInvalid + "List of GlobalSecondaryIndexes is empty"},
      {"21", IndexedTable(),
       [](TableDefinition& d) {
         for (int i = 0; i < 20; ++i) {
           d.global_secondary_indexes->push_back(GlobalIndexOf("more" + std::to_string(i), {Hash("b")}));
         }
       },
       kInvalid + "GlobalSecondaryIndex count exceeds the per-table limit of 20"},
      {"undefined key", IndexedTable(), global([](GlobalSecondaryIndex& index) { index.key_schema = {Hash("q")}; }),
       kInvalid + "Some index key attributes are not defined in AttributeDefinitions. Keys: [q], "
                  "AttributeDefinitions: [pk, sk, a, b]"},
      {"five hashes", wide, global([&](GlobalSecondaryIndex& index) { index.key_schema = hashes; }),
       kInvalid + "The KeySchema exceeds the maximum allowed number of HASH key attributes"},
      {"five ranges", wide, global([&](GlobalSecondaryIndex& index) { index.key_schema = five_ranges; }),
       kInvalid + "The KeySchema exceeds the maximum allowed number of RANGE key attributes"},
      {"hash after range", wide, global([](GlobalSecondaryIndex& index) {
         index.key_schema = {Hash("c1"), Range("c2"), Hash("c3")};
       }),
       kInvalid + "All HASH key attributes must precede RANGE key attributes in the KeySchema"},
      {"repeated attribute", wide, global([](GlobalSecondaryIndex& index) {
         index.key_schema = {Hash("c1"), Hash("c2"), Range("c1")};
       }),
       "The KeySchema contains multiple key attributes with the same name"},
      {"one attribute twice", IndexedTable(), global([](GlobalSecondaryIndex& index) {
         index.key_schema = {Hash("b"), Range("b")};
       }),
       "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
      {"range first", IndexedTable(), global([](GlobalSecondaryIndex& index) { index.key_schema = {Range("b")}; }),
       "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
      {"projection without type", IndexedTable(),
       global([](GlobalSecondaryIndex& index) { index.projection = Projection(); }),
       kInvalid + "Unknown ProjectionType: null"},
      {"named like the local index", IndexedTable(),
       global([](GlobalSecondaryIndex& index) { index.index_name = "local"; }),
       kInvalid + "Duplicate index name: local"},
      {"two of one name", IndexedTable(),
       [](TableDefinition& d) { d.global_secondary_indexes->push_back(d.global_secondary_indexes->front()); },
       kInvalid + "Duplicate index name: global"},
      {"units on demand", IndexedTable(), global([](GlobalSecondaryIndex& index) {
         index.provisioned_throughput = {1, 1};
       }),
       kInvalid + "ProvisionedThroughput should not be specified for index: global when BillingMode is "
                  "PAY_PER_REQUEST"},
      {"no units", provisioned, global([](GlobalSecondaryIndex& index) { index.provisioned_throughput.reset(); }),
       kInvalid + "ProvisionedThroughput is not specified for index: global"},
      {"units out of bounds", provisioned, global([](GlobalSecondaryIndex& index) {
         index.provisioned_throughput = {1'000'000'000'001, 1};
       }),
       "Given value 1000000000001 for ReadCapacityUnits is out of bounds for index global"},
      {"101 non-key attributes in all indexes", IndexedTable(),
       [](TableDefinition& d) {
         LocalSecondaryIndex index = d.local_secondary_indexes->front();
         index.projection = Include({});
         for (int i = 0; i < 20; ++i) index.projection->non_key_attributes->push_back("n" + std::to_string(i));
         d.local_secondary_indexes->assign(5, index);
         for (size_t i = 0; i < 5; ++i) (*d.local_secondary_indexes)[i].index_name = "local" + std::to_string(i);
         d.global_secondary_indexes->front().projection = Include({"m"});
       },
       kInvalid + "Number of NonKeyAttributes over all indexes exceeds per-table limit of 100"},
  });
}

TEST(CreateTable, RefusesInvalidOnDemandAndWarmThroughput) {
  const std::string see =
      "See: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
      "on-demand-capacity-mode.html#on-demand-capacity-mode-initial";
  TableDefinition provisioned = ProvisionedTable();
  provisioned.attribute_definitions->push_back(Define("b"));
  provisioned.global_secondary_indexes = {GlobalIndexOf("global", {Hash("b")})};
  provisioned.global_secondary_indexes->front().provisioned_throughput = {7, 8};
  std::vector<Refusal> refusals = {
      {"limits on a provisioned table, even if they are out of range", provisioned,
       [](TableDefinition& d) {
         d.on_demand_throughput = {0, 0};
       },
       kInvalid + "MaxReadRequestUnits for OnDemandThroughput cannot be specified when table BillingMode is "
                  "PROVISIONED."},
      {"the write limit alone", provisioned,
       [](TableDefinition& d) {
         d.on_demand_throughput = {std::nullopt, 10};
       },
       kInvalid + "MaxWriteRequestUnits for OnDemandThroughput cannot be specified when table BillingMode is "
                  "PROVISIONED."},
      {"limits on a provisioned table's index", provisioned,
       [](TableDefinition& d) {
         d.global_secondary_indexes->front().on_demand_throughput = {1, 1};
       },
       kInvalid + "MaxReadRequestUnits for OnDemandThroughput for index: global cannot be specified when table "
                  "BillingMode is PROVISIONED."},
      {"index limit out of range", IndexedTable(),
       [](TableDefinition& d) {
         d.global_secondary_indexes->front().on_demand_throughput = {std::nullopt, 0};
       },
       kInvalid + "Requested MaxWriteRequestUnits for OnDemandThroughput for index : global is outside of valid range"},
      {"warm read below on-demand", PlainTable(),
       [](TableDefinition& d) {
         d.warm_throughput = {11'999, 1};
       },
       kInvalid +
           "Requested ReadUnitsPerSecond for WarmThroughput for table is lower than initial throughput for OnDemand. " +
           see},
      {"warm write below on-demand", PlainTable(),
       [](TableDefinition& d) {
         d.warm_throughput = {std::nullopt, 3'999};
       },
       kInvalid +
           "Requested WriteUnitsPerSecond for WarmThroughput for table is lower than initial throughput for "
           "OnDemand. " +
           see},
      {"warm index below on-demand", IndexedTable(),
       [](TableDefinition& d) {
         d.global_secondary_indexes->front().warm_throughput = {1, std::nullopt};
       },
       kInvalid +
           "Requested ReadUnitsPerSecond for WarmThroughput for index global is lower than initial throughput for "
           "OnDemand. " +
           see},
      {"warm below provisioned", provisioned,
       [](TableDefinition& d) {
         d.warm_throughput = {4, 5};
       },
       kInvalid + "Requested ReadUnitsPerSecond for WarmThroughput for table is lower than ReadCapacityUnits of "
                  "ProvisionedThroughput"},
      {"warm index below provisioned", provisioned,
       [](TableDefinition& d) {
         d.global_secondary_indexes->front().warm_throughput = {7, 7};
       },
       kInvalid + "Requested WriteUnitsPerSecond for WarmThroughput for index global is lower than "
                  "WriteCapacityUnits of ProvisionedThroughput"},
  };
  for (const int64_t units : {0, -1, -2}) {
    refusals.push_back({"limit " + std::to_string(units), PlainTable(),
                        [units](TableDefinition& d) {
                          d.on_demand_throughput = {units, 1};
                        },
                        kInvalid + "Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of "
                                   "valid range"});
  }
  ExpectRefusals(refusals);
}

TEST(CreateTable, RefusesContradictorySettings) {
  const auto sse = [](SseSpecification specification) {
    return [specification](TableDefinition& d) { d.sse_specification = specification; };
  };
  ExpectRefusals({
      {"stream without view", PlainTable(),
       [](TableDefinition& d) {
         d.stream_specification = {true, {}};
       },
       kInvalid + "Table is being created with a stream enabled, UpdateViewType is required"},
      {"view without stream", PlainTable(),
       [](TableDefinition& d) {
         d.stream_specification = {false, StreamViewType::kNewImage};
       },
       kInvalid + "Table is being created with a stream disabled, UpdateViewType should not be specified"},
      {"SSE type while off", PlainTable(), sse({false, SseType::kKms, std::nullopt}),
       kInvalid + "SSEType can not be specified if Enabled is false"},
      {"key while off", PlainTable(), sse({false, {}, "key"}),
       kInvalid + "KMSMasterKeyId can not be specified if Enabled is false"},
      {"key without type", PlainTable(), sse({true, {}, "key"}),
       kInvalid + "SSEType KMS is required if KMSMasterKeyId is specified"},
      {"AES256", PlainTable(), sse({true, SseType::kAes256, std::nullopt}),
       kInvalid + "SSEType AES256 is not supported"},
      {"table class", PlainTable(), [](TableDefinition& d) { d.table_class = EnumField<TableClass>::FromText(""); },
       "Invalid table-class parameter provided. Please try again with a valid table-class value: [STANDARD, "
       "STANDARD_INFREQUENT_ACCESS]."},
  });
}

TEST(CreateTable, RefusesBadTags) {
  const auto tagged = [](std::vector<Tag> tags) { return [tags](TableDefinition& d) { d.tags = tags; }; };
  std::vector<Tag> too_many;
  for (int i = 0; i < 51; ++i) too_many.push_back({"key" + std::to_string(i), ""});
  const std::string long_key(129, 'k'), long_value(257, 'v');
  ExpectRefusals({
      {"empty key", PlainTable(), tagged({{"", "v"}}), "The Tag Key provided is invalid, Key: "},
      {"long key", PlainTable(), tagged({{long_key, "v"}}), "The Tag Key provided is invalid, Key: " + long_key},
      {"key characters", PlainTable(), tagged({{"a!", "v"}}), "The Tag Key provided is invalid, Key: a!"},
      {"long value", PlainTable(), tagged({{"k", long_value}}),
       "The Tag Value provided is invalid, Value: " + long_value},
      {"value characters", PlainTable(), tagged({{"k", std::string("a\0", 2)}}),
       "The Tag Value provided is invalid, Value: " + std::string("a\0", 2)},
      {"reserved", PlainTable(), tagged({{"AwS:k", "v"}}), "Tag Key cannot be prefixed with aws:, Key: AwS:k"},
      {"twice", PlainTable(), tagged({{"k", "v"}, {"K", "v"}, {"k", "w"}}),
       "Duplicate Tag Keys provided as input: Duplicate Tag Key found k"},
      {"51", PlainTable(), tagged(too_many), "Number of Tags exceed the current limit for the provided ResourceArn"},
  });
}

}  // namespace
}  // namespace holdfast
