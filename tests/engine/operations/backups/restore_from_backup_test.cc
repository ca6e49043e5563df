// RestoreTableFromBackup.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/operations/backups/describe_continuous_backups.h"
#include "engine/operations/queries/query.h"
#include "engine/operations/settings/describe_time_to_live.h"
#include "engine/operations/settings/list_tags_of_resource.h"
#include "engine/operations/settings/update_time_to_live.h"
#include "engine/operations/tables/update_table.h"
#include "tests/engine/operations/backups/backup_table.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A table with two local and two global indexes, and 300 items, of which some lack the attributes of the indexes.
struct IndexedBackupTable : BackupTable {
  IndexedBackupTable() : BackupTable(Definition()) {
    for (int i = 0; i < 300; ++i) {
      const std::string number = std::to_string(i);
      if (i % 3 == 0) {
        Store(Key("p" + std::to_string(i % 20), number));
      } else {
        Store(ItemWith("p" + std::to_string(i % 20), number,
                       {{"a", S("a" + std::to_string(i % 7))}, {"b", S("b" + std::to_string(i % 11))}}));
      }
    }
  }
  static TableDefinition Definition() {
    TableDefinition definition = IndexedTable(kItems);
    definition.local_secondary_indexes->push_back(LocalIndex("local2", {Hash("pk"), Range("b")}));
    definition.global_secondary_indexes->push_back(GlobalIndexOf("global2", {Hash("a"), Range("b")}));
    return definition;
  }
  void ExpectEqualContents(const std::string& restored) {
    EXPECT_EQ(Contents(restored), Contents(kItems));
    for (const char* const index : {"local", "local2", "global", "global2"}) {
      EXPECT_EQ(Contents(restored, index), Contents(kItems, index)) << index;
    }
  }
};

TEST(RestoreFromBackup, BringsBackItemsKeysAndIndexes) {
  IndexedBackupTable items;
  const std::vector<std::string> before = items.Contents(kItems);
  const std::string arn = items.Backup();
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(Outcome(DeleteItem(items.state, Delete(Key("p" + std::to_string(i % 20), std::to_string(i))))), "ok");
  }
  EXPECT_EQ(Outcome(items.RestoreFrom(arn, "Older")), "ok");
  EXPECT_EQ(items.Contents("Older"), before);
  EXPECT_EQ(Outcome(items.RestoreFrom(items.Backup("second"), "Newer")), "ok");
  items.ExpectEqualContents("Newer");
  for (const char* const index : {"local", "local2", "global", "global2"}) {
    EXPECT_LT(items.Contents("Newer", index).size(), 200u) << index;
    EXPECT_EQ(items.Contents("Older", index).size(), 200u) << index;
  }
}

TEST(RestoreFromBackup, IsCreatingInTheResponseAndThenActive) {
  IndexedBackupTable items;
  const std::string arn = items.Backup();
  items.clock->Advance(absl::Seconds(5));
  const auto response = items.RestoreFrom(arn);
  ASSERT_EQ(Outcome(response), "ok");
  const TableDescription& creating = response->table_description;
  EXPECT_EQ(creating.table_name, "Restored");
  EXPECT_EQ(creating.table_status, TableStatus::kCreating);
  EXPECT_EQ(creating.item_count, 0u);
  EXPECT_EQ(creating.local_indexes.front().item_count, 0u);
  EXPECT_EQ(creating.creation_time, items.clock->Now());
  EXPECT_EQ(creating.global_indexes.front().status, TableStatus::kCreating);
  ASSERT_TRUE(creating.restore_summary.has_value());
  EXPECT_TRUE(creating.restore_summary->in_progress);

  const TableDescription active = items.DescriptionOf("Restored");
  EXPECT_EQ(active.table_status, TableStatus::kActive);
  EXPECT_EQ(active.item_count, 300u);
  EXPECT_EQ(active.global_indexes.size(), 2u);
  EXPECT_EQ(active.global_indexes.front().status, TableStatus::kActive);
  EXPECT_EQ(active.local_indexes.size(), 2u);
  EXPECT_EQ(active.local_indexes.front().item_count, 200u);
  EXPECT_NE(active.table_id, items.DescriptionOf(kItems).table_id);
  ASSERT_TRUE(active.restore_summary.has_value());
  EXPECT_FALSE(active.restore_summary->in_progress);
  EXPECT_EQ(active.restore_summary->source_backup_arn, arn);
  EXPECT_EQ(active.restore_summary->source_table_arn, "arn:aws:dynamodb:us-east-1:000000000000:table/Items");
  EXPECT_FALSE(items.DescriptionOf(kItems).restore_summary.has_value());
}

TEST(RestoreFromBackup, TheRestoreDateTimeIsWhenTheBackupWasMade) {
  BackupTable items;
  const absl::Time backed_up = items.clock->Now();
  const std::string arn = items.Backup();
  items.clock->Advance(absl::Hours(2));
  const auto response = items.RestoreFrom(arn);
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_EQ(response->table_description.restore_summary->restore_time, backed_up);
  EXPECT_EQ(items.DescriptionOf("Restored").restore_summary->restore_time, backed_up);
}

TEST(RestoreFromBackup, TheTablesAndTheBackupAreIndependent) {
  IndexedBackupTable items;
  const std::vector<std::string> before = items.Contents(kItems);
  const std::string arn = items.Backup();
  ASSERT_EQ(Outcome(items.RestoreFrom(arn)), "ok");
  items.Store(ItemWith("p1", "new", {{"b", S("b1")}}), "Restored");
  EXPECT_EQ(items.Contents("Restored").size(), 301u);
  EXPECT_EQ(items.Contents("Restored", "global").size(), 201u);
  EXPECT_EQ(items.Contents(kItems), before);
  ASSERT_EQ(Outcome(items.RestoreFrom(arn, "Again")), "ok");
  EXPECT_EQ(items.Contents("Again"), before);
}

TEST(RestoreFromBackup, RestoresTheIndexesOfTheOverrides) {
  IndexedBackupTable items;
  const std::string arn = items.Backup();
  TableOverrides overrides;
  overrides.local_secondary_indexes = {LocalIndex("local2", {Hash("pk"), Range("b")})};
  overrides.global_secondary_indexes = {GlobalIndexOf("global", {Hash("b")})};
  ASSERT_EQ(Outcome(items.RestoreFrom(arn, "Fewer", overrides)), "ok");
  EXPECT_EQ(items.Contents("Fewer"), items.Contents(kItems));
  EXPECT_EQ(items.Contents("Fewer", "local2"), items.Contents(kItems, "local2"));
  EXPECT_EQ(items.Contents("Fewer", "global"), items.Contents(kItems, "global"));
  EXPECT_THAT(items.Contents("Fewer", "local"), ElementsAre("The table does not have the specified index: local"));
  EXPECT_THAT(items.Contents("Fewer", "global2"), ElementsAre("The table does not have the specified index: global2"));
  const TableDescription fewer = items.DescriptionOf("Fewer");
  EXPECT_EQ(fewer.local_indexes.size(), 1u);
  EXPECT_EQ(fewer.global_indexes.size(), 1u);
  items.Store(ItemWith("p1", "new", {{"b", S("b1")}}), "Fewer");
  EXPECT_EQ(items.Contents("Fewer", "local2").size(), 201u) << "later writes maintain the index";

  overrides.local_secondary_indexes.emplace();
  overrides.global_secondary_indexes.emplace();
  ASSERT_EQ(Outcome(items.RestoreFrom(arn, "None", overrides)), "ok");
  EXPECT_EQ(items.Contents("None"), items.Contents(kItems));
  EXPECT_THAT(items.DescriptionOf("None").local_indexes, IsEmpty());
  EXPECT_THAT(items.DescriptionOf("None").global_indexes, IsEmpty());
}

TEST(RestoreFromBackup, RestoresAnIndexThatWasAddedToTheTable) {
  BackupTable items;
  items.Store(ItemWith("p", "1", {{"colour", S("red")}}));
  TableUpdate update;
  update.table_name = kItems;
  update.attribute_definitions = {Define("colour")};
  update.global_secondary_index_updates.emplace().emplace_back().create = GlobalIndexOf("by_colour", {Hash("colour")});
  ASSERT_EQ(Outcome(UpdateTable(items.state, update)), "ok");
  ASSERT_EQ(Outcome(items.RestoreFrom(items.Backup())), "ok");
  EXPECT_EQ(items.Contents("Restored", "by_colour").size(), 1u);
}

TEST(RestoreFromBackup, KeepsThroughputUnlessOverridden) {
  TableDefinition definition = ProvisionedTable(kItems);
  definition.attribute_definitions->push_back(Define("b"));
  definition.global_secondary_indexes = {GlobalIndexOf("global", {Hash("b")})};
  definition.global_secondary_indexes->front().provisioned_throughput = {3, 4};
  BackupTable items(definition);
  const std::string arn = items.Backup();
  ASSERT_EQ(Outcome(items.RestoreFrom(arn, "Same")), "ok");
  const TableDescription same = items.DescriptionOf("Same");
  EXPECT_FALSE(same.billing_mode_summary.has_value());
  EXPECT_EQ(same.provisioned_throughput, (ThroughputUnits{5, 5}));
  EXPECT_EQ(same.global_indexes.front().provisioned_throughput, (ThroughputUnits{3, 4}));
  EXPECT_EQ(same.warm_throughput->units, (ThroughputUnits{5, 5}));

  TableOverrides overrides;
  overrides.provisioned_throughput = {7, 8};
  ASSERT_EQ(Outcome(items.RestoreFrom(arn, "More", overrides)), "ok");
  EXPECT_EQ(items.DescriptionOf("More").provisioned_throughput, (ThroughputUnits{7, 8}));
  EXPECT_EQ(items.DescriptionOf("More").global_indexes.front().provisioned_throughput, (ThroughputUnits{3, 4}));

  overrides = {};
  overrides.billing_mode = BillingMode::kPayPerRequest;
  overrides.on_demand_throughput = {10, 20};
  ASSERT_EQ(Outcome(items.RestoreFrom(arn, "OnDemand", overrides)), "ok");
  const TableDescription on_demand = items.DescriptionOf("OnDemand");
  EXPECT_EQ(on_demand.billing_mode_summary->billing_mode, BillingMode::kPayPerRequest);
  EXPECT_EQ(on_demand.provisioned_throughput, ThroughputUnits());
  EXPECT_EQ(on_demand.on_demand_throughput.max_write_request_units, 20);

  ASSERT_EQ(Outcome(items.RestoreFrom(items.Backup("backup", "OnDemand"), "Again")), "ok");
  EXPECT_EQ(items.DescriptionOf("Again").on_demand_throughput.max_write_request_units, 20);
}

TEST(RestoreFromBackup, DoesNotRestoreStreamsTimeToLiveTagsAndProtection) {
  TableDefinition definition = PlainTable(kItems);
  definition.stream_specification = {true, StreamViewType::kKeysOnly};
  definition.deletion_protection_enabled = true;
  definition.tags = std::vector<Tag>{Tag{"owner", "ada"}};
  definition.resource_policy = "{}";
  definition.table_class = TableClass::kStandardInfrequentAccess;
  definition.sse_specification = {true, SseType::kKms, std::nullopt};
  BackupTable items(definition);
  ASSERT_EQ(Outcome(UpdateTimeToLive(items.state, {kItems, TimeToLiveSpecification{true, "expires"}})), "ok");
  ASSERT_EQ(items.SetRecovery(true), "ok");
  const std::string arn = items.Backup();
  ASSERT_EQ(Outcome(items.RestoreFrom(arn)), "ok");
  const TableDescription restored = items.DescriptionOf("Restored");
  EXPECT_FALSE(restored.stream.has_value());
  EXPECT_FALSE(restored.deletion_protection_enabled);
  EXPECT_EQ(restored.table_class, TableClass::kStandardInfrequentAccess);
  EXPECT_EQ(restored.kms_master_key_arn, items.DescriptionOf(kItems).kms_master_key_arn);
  EXPECT_FALSE(DescribeTimeToLive(items.state, {"Restored"})->attribute_name.has_value());
  EXPECT_THAT(ListTagsOfResource(items.state, {restored.table_arn})->tags, IsEmpty());
  EXPECT_FALSE(DescribeContinuousBackups(items.state, {"Restored"})->continuous_backups_description.recovery);

  TableOverrides overrides;
  overrides.sse_specification = {false, {}, std::nullopt};
  ASSERT_EQ(Outcome(items.RestoreFrom(arn, "Plain", overrides)), "ok");
  EXPECT_FALSE(items.DescriptionOf("Plain").kms_master_key_arn.has_value());
}

TEST(RestoreFromBackup, ReportsErrorsInOrder) {
  const std::string one_error = "1 validation error detected: ";
  const std::string failed = "' failed to satisfy constraint: Member must ";
  const std::string unknown = "arn:aws:dynamodb:us-east-1:000000000000:table/Items/backup/01712371115842-00000000";
  IndexedBackupTable items;
  const std::string arn = items.Backup();
  const auto refusal = [&](std::optional<std::string> target, const std::string& backup,
                           TableOverrides overrides = {}) {
    return Outcome(RestoreTableFromBackup(items.state, {std::move(target), backup, std::move(overrides)}));
  };
  EXPECT_EQ(refusal({}, "x"), one_error + "Value null at 'targetTableName" + failed + "not be null");
  EXPECT_EQ(refusal("ab", "x"), "TableName must be at least 3 characters long and at most 255 characters long");
  EXPECT_EQ(refusal("a;b", "x"), one_error + "Value 'a;b' at 'targetTableName" + failed +
                                     "satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
  TableOverrides overrides;
  overrides.global_secondary_indexes.emplace().emplace_back();
  EXPECT_EQ(refusal("Restored", "x", overrides),
            "3 validation errors detected: Value null at 'globalSecondaryIndexOverride.1.member.keySchema" + failed +
                "not be null; Value null at 'globalSecondaryIndexOverride.1.member.projection" + failed +
                "not be null; Value null at 'globalSecondaryIndexOverride.1.member.indexName" + failed + "not be null");
  EXPECT_EQ(refusal("Restored", "x"), "Invalid Backup ARN");
  EXPECT_EQ(refusal(kItems, unknown), "BackupNotFound: Backup not found: " + unknown);
  EXPECT_EQ(refusal(kItems, arn), "TableAlreadyExists: Table already exists: Items");
  const std::string differs =
      "One or more parameter values were invalid: The indexes provided should match existing secondary indexes. "
      "Index: ";
  overrides.global_secondary_indexes = {GlobalIndexOf("other", {Hash("b")})};
  EXPECT_EQ(refusal("Restored", arn, overrides), differs + "other");
  overrides.global_secondary_indexes = {GlobalIndexOf("global", {Hash("a")})};
  EXPECT_EQ(refusal("Restored", arn, overrides), differs + "global") << "another key";
  overrides.global_secondary_indexes = {GlobalIndexOf("global", {Hash("b")})};
  overrides.global_secondary_indexes->front().projection = Project(ProjectionType::kKeysOnly);
  EXPECT_EQ(refusal("Restored", arn, overrides), differs + "global") << "another projection";
  overrides.global_secondary_indexes = {GlobalIndexOf("global", {Hash("b")}), GlobalIndexOf("global", {Hash("b")})};
  EXPECT_EQ(refusal("Restored", arn, overrides),
            "One or more parameter values were invalid: Duplicate index name: global");
  overrides = {};
  overrides.provisioned_throughput = {1, 1};
  EXPECT_EQ(refusal("Restored", arn, overrides),
            "One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits can be "
            "specified when BillingMode is PAY_PER_REQUEST");
  overrides.billing_mode = BillingMode::kProvisioned;
  EXPECT_EQ(refusal("Restored", arn, overrides),
            "One or more parameter values were invalid: ProvisionedThroughput is not specified for index: global");
  EXPECT_EQ(items.state.tables.Find("Restored"), nullptr) << "nothing was restored";
}

TEST(RestoreFromBackup, RefusesTheNameOfATableThatIsBeingCreated) {
  EngineOptions options;
  options.realistic_timing = true;
  BackupTable items(PlainTable(kItems), options);
  items.clock->Advance(absl::Seconds(10));
  const std::string arn = items.Backup();
  items.clock->Advance(absl::Seconds(10));
  items.Create(PlainTable("Slow"));
  EXPECT_EQ(Outcome(items.RestoreFrom(arn, "Slow")), "TableInUse: Table is either being created or deleted: Slow");
  items.clock->Advance(absl::Seconds(10));
  EXPECT_EQ(Outcome(items.RestoreFrom(arn, "Slow")), "TableAlreadyExists: Table already exists: Slow");
}

TEST(RestoreFromBackup, AtMostFiftyRunConcurrently) {
  EngineOptions options;
  options.realistic_timing = true;
  BackupTable items(PlainTable(kItems), options);
  items.clock->Advance(absl::Seconds(10));
  const std::string arn = items.Backup();
  items.clock->Advance(absl::Seconds(10));
  for (int i = 0; i < 50; ++i) ASSERT_EQ(Outcome(items.RestoreFrom(arn, "Restored" + std::to_string(i))), "ok");
  EXPECT_EQ(Outcome(items.RestoreFrom(arn, "TooMany")),
            "LimitExceeded: Subscriber limit exceeded: There is a limit of 50 concurrent restores per subscriber");
  items.clock->Advance(absl::Minutes(10));
  EXPECT_EQ(Outcome(items.RestoreFrom(arn, "TooMany")), "ok");
}

}  // namespace
}  // namespace holdfast::testing
