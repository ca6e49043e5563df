// The operations that list what this engine never has: exports, imports, global tables of the first version, Kinesis
// destinations. Their responses are empty, and they refuse the same requests as DynamoDB.
#include "engine/operations/backups/empty_lists.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/operations/streams/describe_kinesis_streaming_destination.h"
#include "engine/operations/tables/create_table.h"
#include "engine/operations/tables/describe_global_table.h"
#include "engine/operations/tables/list_global_tables.h"
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
