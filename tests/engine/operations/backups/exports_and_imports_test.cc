// Operations on resources that this engine never has: exports, imports, global tables of the first version, Kinesis
// destinations. Lists (also that of DescribeKinesisStreamingDestination) are empty, and all other requests are refused
// with DynamoDB's errors.
#include "engine/operations/backups/exports_and_imports.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/operations/streams/describe_kinesis_streaming_destination.h"
#include "engine/operations/streams/kinesis_streaming_destination.h"
#include "engine/operations/tables/absent_global_tables.h"
#include "engine/operations/tables/create_table.h"
#include "tests/engine/operations/test_database.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/support/outcomes.h"

namespace holdfast::testing {
namespace {

const std::string kOne = "1 validation error detected: ";
const std::string kFailed = "' failed to satisfy constraint: Member must ";
const std::string kAtLeastOne = kFailed + "have value greater than or equal to 1";
const std::string kAtMost = kFailed + "have value less than or equal to ";

TEST(ListExportsAndImports, CheckTheirMembers) {
  TestDatabase database;
  const std::string foreign = "arn:aws:dynamodb:us-west-2:000000000000:table/Slots";
  EXPECT_EQ(Outcome(ListExports(database.state, {})), "ok");
  EXPECT_EQ(Outcome(ListExports(database.state, {{}, 0})), kOne + "Value '0' at 'maxResults" + kAtLeastOne);
  EXPECT_EQ(Outcome(ListExports(database.state, {{}, 26})), kOne + "Value '26' at 'maxResults" + kAtMost + "25");
  EXPECT_EQ(Outcome(ListExports(database.state, {foreign, {}})), kOne + "Invalid AWS region in '" + foreign + "'");
  EXPECT_EQ(Outcome(ListImports(database.state, {})), "ok");
  EXPECT_EQ(Outcome(ListImports(database.state, {{}, 0})), kOne + "Value '0' at 'pageSize" + kAtLeastOne);
  EXPECT_EQ(Outcome(ListImports(database.state, {{}, 26})), kOne + "Value '26' at 'pageSize" + kAtMost + "25");
}

TEST(DescribeExportAndImport, FindNothing) {
  TestDatabase database;
  const std::string of_export = "arn:aws:dynamodb:us-east-1:000000000000:table/Slots/export/01658528578619-c4d4e311";
  const std::string of_import = "arn:aws:dynamodb:us-east-1:000000000000:table/Slots/import/01658528578619-c4d4e311";
  EXPECT_EQ(Outcome(DescribeExport(database.state, {of_export})), "ExportNotFound: Export not found: " + of_export);
  EXPECT_EQ(Outcome(DescribeImport(database.state, {of_import})), "ImportNotFound: Import not found: " + of_import);
  EXPECT_EQ(Outcome(DescribeExport(database.state, {})), kOne + "Value null at 'exportArn" + kFailed + "not be null");
  EXPECT_EQ(Outcome(DescribeImport(database.state, {"x"})),
            kOne + "Value 'x' at 'importArn" + kFailed + "have length greater than or equal to 37");
}

TEST(GlobalTables, FirstVersionTablesDoNotExist) {
  const std::string length = "TableName must be at least 3 characters long and at most 255 characters long";
  TestDatabase database;
  EXPECT_EQ(Outcome(ListGlobalTables(database.state, {})), "ok");
  EXPECT_EQ(Outcome(ListGlobalTables(database.state, {{}, 0})), kOne + "Value '0' at 'limit" + kAtLeastOne);
  EXPECT_EQ(Outcome(DescribeGlobalTable(database.state, {"Slots"})),
            "GlobalTableNotFound: Global table with name: 'Slots' does not exist.");
  EXPECT_EQ(Outcome(DescribeGlobalTable(database.state, {})),
            kOne + "Value null at 'globalTableName" + kFailed + "not be null");
  EXPECT_EQ(Outcome(DescribeGlobalTable(database.state, {"ab"})), length);
  EXPECT_EQ(Outcome(DescribeGlobalTable(database.state, {"a;b"})),
            kOne + "Value 'a;b' at 'globalTableName" + kFailed + "satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
}

TEST(GlobalTables, CannotBeCreatedUpdatedOrScaled) {
  const std::string length = "TableName must be at least 3 characters long and at most 255 characters long";
  const std::string version =
      "One or more parameter values were invalid: DynamoDB global tables version 2017.11.29 is not supported. We "
      "recommend using DynamoDB global tables version 2019.11.21, instead of version 2017.11.29 (Legacy).";
  const std::string none = "Global table with name: 'Slots' does not exist.";
  TestDatabase database;
  ASSERT_EQ(Outcome(CreateTable(database.state, PlainTable("Slots"))), "ok");
  EXPECT_EQ(Outcome(CreateGlobalTable(database.state, {"Slots", true})), version);
  EXPECT_EQ(Outcome(CreateGlobalTable(database.state, {"ab", true})), length);
  EXPECT_EQ(Outcome(CreateGlobalTable(database.state, {})),
            "2 validation errors detected: Value null at 'replicationGroup" + kFailed + "not be null; Value null at " +
                "'globalTableName" + kFailed + "not be null");
  EXPECT_EQ(Outcome(UpdateGlobalTable(database.state, {"Slots", true})), version);
  EXPECT_EQ(Outcome(UpdateGlobalTable(database.state, {"Slots", false})),
            kOne + "Value null at 'replicaUpdates" + kFailed + "not be null");
  EXPECT_EQ(Outcome(DescribeGlobalTableSettings(database.state, {"Slots"})), "GlobalTableNotFound: " + none);
  EXPECT_EQ(Outcome(UpdateGlobalTableSettings(database.state, {"Slots"})), "GlobalTableNotFound: " + none);
  EXPECT_EQ(Outcome(DescribeGlobalTableSettings(database.state, {"ab"})), length);
  EXPECT_EQ(Outcome(DescribeTableReplicaAutoScaling(database.state, {"Slots"})), "ResourceNotFound: " + none);
  EXPECT_EQ(Outcome(UpdateTableReplicaAutoScaling(database.state, {"Slots"})), "ResourceNotFound: " + none);
  EXPECT_EQ(Outcome(DescribeTableReplicaAutoScaling(database.state, {})),
            "The parameter 'TableName' is required but was not present in the request");
}

TEST(KinesisStreamingDestination, CannotBeEnabledDisabledOrUpdated) {
  const std::string arn = "arn:aws:kinesis:us-east-1:000000000000:stream/changes";
  const std::string inactive =
      "Table is not in a valid state to enable Kinesis Streaming Destination: KinesisStreamingDestination must be "
      "ACTIVE to perform ";
  const std::string no_table = "ResourceNotFound: Requested resource not found: Table: Ghost not found";
  TestDatabase database;
  ASSERT_EQ(Outcome(CreateTable(database.state, PlainTable("Slots"))), "ok");
  EXPECT_EQ(Outcome(EnableKinesisStreamingDestination(database.state, {"Slots", arn, {}})),
            "User does not have a permission to use kinesis stream");
  EXPECT_EQ(Outcome(DisableKinesisStreamingDestination(database.state, {"Slots", arn, {}})),
            inactive + "DISABLE operation.");
  EXPECT_EQ(Outcome(UpdateKinesisStreamingDestination(database.state, {"Slots", arn, {}})),
            inactive + "UPDATE operation.");
  EXPECT_EQ(Outcome(EnableKinesisStreamingDestination(database.state, {"Ghost", arn, {}})), no_table);
  EXPECT_EQ(Outcome(DisableKinesisStreamingDestination(database.state, {"Ghost", arn, {}})), no_table);
  EXPECT_EQ(Outcome(UpdateKinesisStreamingDestination(database.state, {"Ghost", arn, {}})), no_table);
  EXPECT_EQ(Outcome(EnableKinesisStreamingDestination(database.state, {"Ghost", {}, {}})),
            kOne + "Value null at 'streamArn" + kFailed + "not be null");
  EXPECT_EQ(Outcome(EnableKinesisStreamingDestination(database.state, {"Ghost", "short", {}})),
            kOne + "Value 'short' at 'streamArn" + kFailed + "have length greater than or equal to 37");
  KinesisStreamingConfiguration configuration;
  configuration.approximate_creation_date_time_precision = EnumField<CreationTimePrecision>::FromText("SECOND");
  EXPECT_EQ(
      Outcome(UpdateKinesisStreamingDestination(database.state, {"Ghost", arn, configuration})),
      kOne +
          "Value 'SECOND' at 'updateKinesisStreamingConfiguration.approximateCreationDateTimePrecision' failed to "
          "satisfy constraint: Member must satisfy enum value set: [MILLISECOND, MICROSECOND]");
}

TEST(DescribeKinesisStreamingDestination, NamesTheTable) {
  TestDatabase database;
  ASSERT_EQ(Outcome(CreateTable(database.state, PlainTable("Slots"))), "ok");
  const auto response =
      DescribeKinesisStreamingDestination(database.state, {"arn:aws:dynamodb:us-east-1:000000000000:table/Slots"});
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_EQ(response->table_name, "Slots");
  EXPECT_EQ(Outcome(DescribeKinesisStreamingDestination(database.state, {"Ghost"})),
            "ResourceNotFound: Requested resource not found: Table: Ghost not found");
}

}  // namespace
}  // namespace holdfast::testing
