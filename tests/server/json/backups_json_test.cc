// The JSON of backups and restores.
#include "server/json/operations/backups/backups_json.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "server/json/operations/tables/tables_json.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/engine/tables/table_of.h"
#include "tests/server/json/encoded.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

// A backup of an empty table with a local and a global index.
Backup MakeBackup() {
  Table::Identity identity;
  identity.id = "table-id";
  identity.arn = "arn:another-table";
  identity.creation_time = absl::FromUnixMillis(1'500);
  const auto table =
      std::make_shared<Table>(BuildTableSchema(IndexedTable("Slots")).value(), std::move(identity), TableSettings());
  table->ChangeSettings([](TableSettings& settings) {
    settings.provisioned = {3, 4};
    settings.global_indexes["global"].provisioned = {5, 6};
    settings.time_to_live.attribute_name = "expires";
    settings.stream = StreamSettings{true, StreamViewType::kKeysOnly, "label"};
    settings.kms_master_key_arn = "arn:key";
  });
  Backup backup;
  backup.arn = "arn:backup";
  backup.name = "nightly";
  backup.status = BackupStatus::kAvailable;
  backup.creation_time = absl::FromUnixMillis(1'712'371'115'842);
  backup.table_arn = "arn:table";
  backup.table = std::make_shared<const BackedUpTable>(*table, nullptr);
  return backup;
}

constexpr char kDetails[] =
    R"("BackupArn":"arn:backup","BackupName":"nightly","BackupSizeBytes":0,"BackupStatus":"AVAILABLE",)"
    R"("BackupType":"USER","BackupCreationDateTime":1712371115.842)";

TEST(BackupsJson, ReadsEveryMember) {
  const auto create = DecodeCreateBackup(Parsed(R"({"TableName":"T","BackupName":"n"})"));
  ASSERT_EQ(Message(create), "<ok>");
  EXPECT_EQ(create->table_name, "T");
  EXPECT_EQ(create->backup_name, "n");
  EXPECT_EQ(DecodeDescribeBackup(Parsed(R"({"BackupArn":"a"})"))->backup_arn, "a");
  EXPECT_EQ(DecodeDeleteBackup(Parsed(R"({"BackupArn":"a"})"))->backup_arn, "a");
  const auto list =
      DecodeListBackups(Parsed(R"({"TableName":"T","Limit":5,"ExclusiveStartBackupArn":"a","BackupType":"ALL",)"
                               R"("TimeRangeLowerBound":1712371115.842,"TimeRangeUpperBound":1712371116})"));
  ASSERT_EQ(Message(list), "<ok>");
  EXPECT_EQ(list->table_name, "T");
  EXPECT_EQ(list->limit, 5);
  EXPECT_EQ(list->exclusive_start_backup_arn, "a");
  EXPECT_TRUE(list->backup_type.is(BackupTypeFilter::kAll));
  EXPECT_EQ(list->time_range_lower_bound, absl::FromUnixMillis(1'712'371'115'842));
  EXPECT_EQ(list->time_range_upper_bound, absl::FromUnixSeconds(1'712'371'116));
}

TEST(BackupsJson, RefusesTimesThatAreNotNumbersOrOutOfRange) {
  EXPECT_EQ(Message(DecodeListBackups(Parsed(R"({"TimeRangeLowerBound":"2026-10-01"})"))),
            "STRING_VALUE cannot be converted to Date");
  for (const char* const time : {"1e300", "-1e12", "1e12"}) {
    EXPECT_FALSE(DecodeListBackups(Parsed(std::string(R"({"TimeRangeLowerBound":)") + time + "}")).ok()) << time;
  }
  EXPECT_TRUE(DecodeListBackups(Parsed(R"({"TimeRangeLowerBound":null})")).ok());
}

TEST(BackupsJson, ReadsTheOverridesOfBothRestoreOperations) {
  const std::string overrides =
      R"("TargetTableName":"R","BillingModeOverride":"PROVISIONED",)"
      R"("ProvisionedThroughputOverride":{"ReadCapacityUnits":1,"WriteCapacityUnits":2},)"
      R"("OnDemandThroughputOverride":{"MaxReadRequestUnits":3},)"
      R"("GlobalSecondaryIndexOverride":[{"IndexName":"g"}],"LocalSecondaryIndexOverride":[{"IndexName":"l"}],)"
      R"("SSESpecificationOverride":{"Enabled":true})";
  const auto expect_overrides = [](const TableOverrides& read) {
    EXPECT_TRUE(read.billing_mode.is(BillingMode::kProvisioned));
    EXPECT_EQ(read.provisioned_throughput->write_capacity_units, 2);
    EXPECT_EQ(read.on_demand_throughput->max_read_request_units, 3);
    EXPECT_EQ(read.global_secondary_indexes->front().index_name, "g");
    EXPECT_EQ(read.local_secondary_indexes->front().index_name, "l");
    EXPECT_EQ(read.sse_specification->enabled, true);
  };
  const auto from_backup = DecodeRestoreTableFromBackup(Parsed("{" + overrides + R"(,"BackupArn":"a"})"));
  ASSERT_EQ(Message(from_backup), "<ok>");
  EXPECT_EQ(from_backup->target_table_name, "R");
  EXPECT_EQ(from_backup->backup_arn, "a");
  expect_overrides(from_backup->overrides);
  const auto to_time = DecodeRestoreTableToPointInTime(
      Parsed("{" + overrides +
             R"(,"SourceTableArn":"a","SourceTableName":"S","UseLatestRestorableTime":true,"RestoreDateTime":1.5})"));
  ASSERT_EQ(Message(to_time), "<ok>");
  EXPECT_EQ(to_time->target_table_name, "R");
  EXPECT_EQ(to_time->source_table_arn, "a");
  EXPECT_EQ(to_time->source_table_name, "S");
  EXPECT_EQ(to_time->use_latest_restorable_time, true);
  EXPECT_EQ(to_time->restore_date_time, absl::FromUnixMillis(1'500));
  expect_overrides(to_time->overrides);
}

TEST(BackupsJson, WritesBackups) {
  Backup backup = MakeBackup();
  const std::string details = kDetails;
  EXPECT_EQ(Encoded(EncodeCreateBackup, {backup}), R"({"BackupDetails":{)" + details + "}}");
  const std::string key =
      R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}])";
  const std::string description =
      R"({"BackupDescription":{"BackupDetails":{)" + details + R"(},"SourceTableDetails":{)" +
      R"("TableName":"Slots","TableId":"table-id","TableArn":"arn:table","TableSizeBytes":0,)" + key +
      R"(,"TableCreationDateTime":1.5)"
      R"(,"ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":4},)" +
      R"("ItemCount":0,"BillingMode":"PROVISIONED"},"SourceTableFeatureDetails":{)" +
      R"("LocalSecondaryIndexes":[{"IndexName":"local","KeySchema":[)" +
      R"({"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"a","KeyType":"RANGE"}],)" +
      R"("Projection":{"ProjectionType":"ALL"}}],"GlobalSecondaryIndexes":[)" +
      R"({"IndexName":"global","KeySchema":[{"AttributeName":"b","KeyType":"HASH"}],)" +
      R"("Projection":{"ProjectionType":"ALL"},"ProvisionedThroughput":)" +
      R"({"ReadCapacityUnits":5,"WriteCapacityUnits":6}}],"StreamDescription":)" +
      R"({"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"},"TimeToLiveDescription":)" +
      R"({"TimeToLiveStatus":"ENABLED","AttributeName":"expires"},"SSEDescription":)" +
      R"({"Status":"ENABLED","SSEType":"KMS","KMSMasterKeyArn":"arn:key"}}}})";
  EXPECT_EQ(Encoded(EncodeDescribeBackup, {backup}), description);
  EXPECT_EQ(Encoded(EncodeDeleteBackup, {backup}), description);

  EXPECT_EQ(Encoded(EncodeListBackups, {}), R"({"BackupSummaries":[]})");
  backup.type = BackupType::kSystem;
  backup.expiry_time = absl::FromUnixSeconds(1'712'371'116);
  EXPECT_EQ(Encoded(EncodeListBackups, {{backup}, "arn:last"}),
            R"({"BackupSummaries":[{"TableName":"Slots","TableId":"table-id",)"
            R"("TableArn":"arn:table","BackupArn":"arn:backup","BackupName":"nightly","BackupSizeBytes":0,)"
            R"("BackupStatus":"AVAILABLE","BackupType":"SYSTEM","BackupCreationDateTime":1712371115.842,)"
            R"("BackupExpiryDateTime":1712371116.0}],"LastEvaluatedBackupArn":"arn:last"})");
}

TEST(BackupsJson, WritesTheSummaryOfARestore) {
  TableDescription description;
  description.restore_summary = {"arn:backup", "arn:table", absl::FromUnixMillis(1'500), true};
  EXPECT_NE(Encoded(EncodeRestoreTableFromBackup, {description})
                .find(R"("RestoreSummary":{"SourceBackupArn":"arn:backup","SourceTableArn":"arn:table",)"
                      R"("RestoreDateTime":1.5,"RestoreInProgress":true})"),
            std::string::npos);
  description.restore_summary = {std::nullopt, "arn:table", absl::FromUnixMillis(1'500), false};
  EXPECT_NE(Encoded(EncodeRestoreTableToPointInTime, {description})
                .find(R"("RestoreSummary":{"SourceTableArn":"arn:table","RestoreDateTime":1.5,)"
                      R"("RestoreInProgress":false})"),
            std::string::npos);
}

}  // namespace
}  // namespace holdfast::server
