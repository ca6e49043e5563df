// The JSON of continuous backups, contributor insights, resource policies, exports, imports, global tables and Kinesis
// destinations.
#include <gtest/gtest.h>

#include <string>

#include "server/json/operations/backups/backups_json.h"
#include "server/json/operations/settings/settings_json.h"
#include "server/json/operations/streams/streams_json.h"
#include "server/json/operations/tables/tables_json.h"
#include "tests/server/json/encoded.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

TEST(ContinuousBackupsJson, ReadsAndWritesEveryMember) {
  const auto request =
      DecodeUpdateContinuousBackups(Parsed(R"({"TableName":"T","PointInTimeRecoverySpecification":)"
                                           R"({"PointInTimeRecoveryEnabled":true,"RecoveryPeriodInDays":7}})"));
  ASSERT_EQ(Message(request), "<ok>");
  EXPECT_EQ(request->table_name, "T");
  EXPECT_EQ(request->point_in_time_recovery_specification->point_in_time_recovery_enabled, true);
  EXPECT_EQ(request->point_in_time_recovery_specification->recovery_period_in_days, 7);
  EXPECT_EQ(Message(DecodeUpdateContinuousBackups(
                Parsed(R"({"PointInTimeRecoverySpecification":{"RecoveryPeriodInDays":"7"}})"))),
            "STRING_VALUE cannot be converted to Integer");
  EXPECT_EQ(DecodeDescribeContinuousBackups(Parsed(R"({"TableName":"T"})"))->table_name, "T");

  EXPECT_EQ(Encoded(EncodeDescribeContinuousBackups, {}),
            R"({"ContinuousBackupsDescription":{"ContinuousBackupsStatus":"ENABLED",)"
            R"("PointInTimeRecoveryDescription":{"PointInTimeRecoveryStatus":"DISABLED"}}})");
  ContinuousBackupsDescription description;
  description.recovery = {7, absl::FromUnixMillis(1'712'371'115'842), absl::FromUnixSeconds(1'712'371'116)};
  EXPECT_EQ(Encoded(EncodeUpdateContinuousBackups, {description}),
            R"({"ContinuousBackupsDescription":{"ContinuousBackupsStatus":"ENABLED",)"
            R"("PointInTimeRecoveryDescription":{"PointInTimeRecoveryStatus":"ENABLED","RecoveryPeriodInDays":7,)"
            R"("EarliestRestorableDateTime":1712371115.842,"LatestRestorableDateTime":1712371116.0}}})");
}

TEST(ContributorInsightsJson, ReadsAndWritesEveryMember) {
  const auto update =
      DecodeUpdateContributorInsights(Parsed(R"({"TableName":"T","IndexName":"I","ContributorInsightsAction":"ENABLE",)"
                                             R"("ContributorInsightsMode":"THROTTLED_KEYS"})"));
  ASSERT_EQ(Message(update), "<ok>");
  EXPECT_EQ(update->table_name, "T");
  EXPECT_EQ(update->index_name, "I");
  EXPECT_TRUE(update->contributor_insights_action.is(ContributorInsightsAction::kEnable));
  EXPECT_TRUE(update->contributor_insights_mode.is(ContributorInsightsMode::kThrottledKeys));
  const auto describe = DecodeDescribeContributorInsights(Parsed(R"({"TableName":"T","IndexName":"I"})"));
  EXPECT_EQ(describe->table_name, "T");
  EXPECT_EQ(describe->index_name, "I");
  const auto list = DecodeListContributorInsights(Parsed(R"({"TableName":"T","NextToken":"x","MaxResults":5})"));
  EXPECT_EQ(list->table_name, "T");
  EXPECT_EQ(list->next_token, "x");
  EXPECT_EQ(list->max_results, 5);

  const auto mode = ContributorInsightsMode::kThrottledKeys;
  EXPECT_EQ(Encoded(EncodeUpdateContributorInsights, {"T", {}, true, mode}),
            R"({"TableName":"T","ContributorInsightsStatus":"ENABLING","ContributorInsightsMode":"THROTTLED_KEYS"})");
  EXPECT_EQ(Encoded(EncodeUpdateContributorInsights, {"T", "I", false, mode}),
            R"({"TableName":"T","IndexName":"I","ContributorInsightsStatus":"DISABLING",)"
            R"("ContributorInsightsMode":"THROTTLED_KEYS"})");
  EXPECT_EQ(Encoded(EncodeDescribeContributorInsights, {"T", {}, {}}),
            R"({"TableName":"T","ContributorInsightsStatus":"DISABLED"})");
  const ContributorInsights insights = {true, mode, absl::FromUnixSeconds(1'712'371'116)};
  EXPECT_EQ(Encoded(EncodeDescribeContributorInsights, {"T", "I", insights}),
            R"({"TableName":"T","IndexName":"I","ContributorInsightsStatus":"ENABLED",)"
            R"("LastUpdateDateTime":1712371116.0,"ContributorInsightsMode":"THROTTLED_KEYS"})");
  EXPECT_EQ(Encoded(EncodeListContributorInsights, {}), R"({"ContributorInsightsSummaries":[]})");
  EXPECT_EQ(
      Encoded(EncodeListContributorInsights, {{{"T", "I", insights}}, "T/I"}),
      R"({"ContributorInsightsSummaries":[{"TableName":"T","IndexName":"I","ContributorInsightsStatus":"ENABLED",)"
      R"("ContributorInsightsMode":"THROTTLED_KEYS"}],"NextToken":"T/I"})");
}

TEST(ResourcePolicyJson, ReadsAndWritesEveryMember) {
  const auto put = DecodePutResourcePolicy(
      Parsed(R"({"ResourceArn":"a","Policy":"{}","ExpectedRevisionId":"r","ConfirmRemoveSelfResourceAccess":true})"));
  ASSERT_EQ(Message(put), "<ok>");
  EXPECT_EQ(put->resource_arn, "a");
  EXPECT_EQ(put->policy, "{}");
  EXPECT_EQ(put->expected_revision_id, "r");
  EXPECT_EQ(DecodeGetResourcePolicy(Parsed(R"({"ResourceArn":"a"})"))->resource_arn, "a");
  EXPECT_EQ(DecodeDeleteResourcePolicy(Parsed(R"({"ResourceArn":"a","ExpectedRevisionId":"r"})"))->expected_revision_id,
            "r");
  EXPECT_EQ(Encoded(EncodePutResourcePolicy, {"r"}), R"({"RevisionId":"r"})");
  EXPECT_EQ(Encoded(EncodeGetResourcePolicy, {"{\"a\":1}", "r"}), R"({"Policy":"{\"a\":1}","RevisionId":"r"})");
  EXPECT_EQ(Encoded(EncodeDeleteResourcePolicy, {"r"}), R"({"RevisionId":"r"})");
  EXPECT_EQ(Encoded(EncodeDeleteResourcePolicy, {}), "{}");
}

TEST(ResourcePolicyJson, SeesWhetherAPolicyIsAJsonObject) {
  const auto is_json = [](const std::string& policy) {
    return DecodePutResourcePolicy(Parsed(R"({"Policy":")" + policy + R"("})"))->policy_is_json_object;
  };
  EXPECT_TRUE(is_json(R"( {\"Statement\":[{}]} )"));
  for (const char* policy : {"", "policy", "{", "[]", "5", R"({\"a\":1,})", "{} {}"}) EXPECT_FALSE(is_json(policy));
  EXPECT_FALSE(is_json(std::string(20'000, '[')));
  EXPECT_TRUE(is_json(std::string(20'481, '['))) << "too long to be parsed";
  EXPECT_FALSE(DecodeCreateTable(Parsed(R"({"ResourcePolicy":"policy"})"))->resource_policy_is_json_object);
  EXPECT_TRUE(DecodeCreateTable(Parsed("{}"))->resource_policy_is_json_object);
}

TEST(ExportImportGlobalTableAndKinesisJson, ReadsAndWritesMembers) {
  EXPECT_EQ(DecodeDescribeExport(Parsed(R"({"ExportArn":"a"})"))->export_arn, "a");
  EXPECT_EQ(DecodeDescribeImport(Parsed(R"({"ImportArn":"a"})"))->import_arn, "a");
  EXPECT_EQ(DecodeListExports(Parsed(R"({"TableArn":"a","MaxResults":5})"))->max_results, 5);
  EXPECT_FALSE(DecodeListExports(Parsed(R"({"NextToken":5})")).ok());
  EXPECT_FALSE(DecodeListImports(Parsed(R"({"NextToken":5})")).ok());
  EXPECT_FALSE(DecodeListGlobalTables(Parsed(R"({"RegionName":5})")).ok());
  EXPECT_FALSE(DecodePutResourcePolicy(Parsed(R"({"ConfirmRemoveSelfResourceAccess":23})")).ok());
  EXPECT_EQ(DecodeListImports(Parsed(R"({"TableArn":"a","PageSize":5})"))->page_size, 5);
  EXPECT_EQ(DecodeListGlobalTables(Parsed(R"({"ExclusiveStartGlobalTableName":"T","Limit":5})"))->limit, 5);
  EXPECT_EQ(DecodeDescribeGlobalTable(Parsed(R"({"GlobalTableName":"T"})"))->global_table_name, "T");
  EXPECT_EQ(DecodeDescribeKinesisStreamingDestination(Parsed(R"({"TableName":"T"})"))->table_name, "T");

  EXPECT_EQ(DecodeDescribeGlobalTableSettings(Parsed(R"({"GlobalTableName":"T"})"))->global_table_name, "T");
  EXPECT_EQ(DecodeUpdateGlobalTableSettings(Parsed(R"({"GlobalTableName":"T"})"))->global_table_name, "T");
  EXPECT_EQ(DecodeDescribeTableReplicaAutoScaling(Parsed(R"({"TableName":"T"})"))->table_name, "T");
  EXPECT_EQ(DecodeUpdateTableReplicaAutoScaling(Parsed(R"({"TableName":"T"})"))->table_name, "T");
  const auto create = DecodeCreateGlobalTable(Parsed(R"({"GlobalTableName":"T","ReplicationGroup":[]})"));
  EXPECT_EQ(create->global_table_name, "T");
  EXPECT_TRUE(create->replication_group);
  EXPECT_TRUE(DecodeUpdateGlobalTable(Parsed(R"({"GlobalTableName":"T","ReplicaUpdates":[]})"))->replica_updates);
  EXPECT_EQ(Message(DecodeCreateGlobalTable(Parsed(R"({"ReplicationGroup":[{"RegionName":1}]})"))),
            "NUMBER_VALUE cannot be converted to String");
  EXPECT_EQ(Message(DecodeUpdateGlobalTable(Parsed(R"({"ReplicaUpdates":[{"Create":"x"}]})"))),
            "Unexpected field type");
  const auto settings = [](const std::string& members) {
    return Message(DecodeUpdateGlobalTableSettings(Parsed("{" + members + "}")));
  };
  EXPECT_EQ(settings(R"("GlobalTableProvisionedWriteCapacityUnits":"5")"), "STRING_VALUE cannot be converted to Long");
  EXPECT_EQ(settings(R"("GlobalTableBillingMode":true)"), "TRUE_VALUE cannot be converted to String");
  EXPECT_EQ(settings(R"("ReplicaSettingsUpdate":[{"ReplicaGlobalSecondaryIndexSettingsUpdate":{}}])"),
            "Start of structure or map found where not expected");
  EXPECT_EQ(settings(R"("ReplicaSettingsUpdate":[[]])"),
            "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.ReplicaSettingsUpdate");
  const std::string scaling =
      R"({"ScalingPolicyUpdate":{"TargetTrackingScalingPolicyConfiguration":{"TargetValue":"high"}}})";
  EXPECT_EQ(settings(R"("GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate":)" + scaling),
            "STRING_VALUE cannot be converted to Double");
  EXPECT_EQ(
      Message(DecodeUpdateTableReplicaAutoScaling(Parsed(
          R"({"ReplicaUpdates":[{"RegionName":"r"}],"ProvisionedWriteCapacityAutoScalingUpdate":)" + scaling + "}"))),
      "STRING_VALUE cannot be converted to Double");
  const auto enable = DecodeEnableKinesisStreamingDestination(
      Parsed(R"({"TableName":"T","StreamArn":"a","EnableKinesisStreamingConfiguration":)"
             R"({"ApproximateCreationDateTimePrecision":"MICROSECOND"}})"));
  EXPECT_EQ(enable->table_name, "T");
  EXPECT_EQ(enable->stream_arn, "a");
  EXPECT_TRUE(enable->enable_kinesis_streaming_configuration->approximate_creation_date_time_precision.is(
      CreationTimePrecision::kMicrosecond));
  EXPECT_EQ(DecodeDisableKinesisStreamingDestination(Parsed(R"({"StreamArn":"a"})"))->stream_arn, "a");
  EXPECT_EQ(DecodeUpdateKinesisStreamingDestination(Parsed(R"({"StreamArn":"a"})"))->stream_arn, "a");

  EXPECT_EQ(Encoded(EncodeListExports, {}), R"({"ExportSummaries":[]})");
  EXPECT_EQ(Encoded(EncodeListImports, {}), R"({"ImportSummaryList":[]})");
  EXPECT_EQ(Encoded(EncodeListGlobalTables, {}), R"({"GlobalTables":[]})");
  EXPECT_EQ(Encoded(EncodeDescribeKinesisStreamingDestination, {"T"}),
            R"({"TableName":"T","KinesisDataStreamDestinations":[]})");
}

}  // namespace
}  // namespace holdfast::server
