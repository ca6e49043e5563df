// CreateBackup, DescribeBackup, ListBackups and DeleteBackup.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/stored_bytes.h"
#include "tests/engine/operations/backups/backup_table.h"
#include "tests/support/allocated_bytes.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

constexpr char kUnknown[] = "arn:aws:dynamodb:us-east-1:000000000000:table/Items/backup/01712371115842-00000000";

struct ListedBackups : BackupTable {
  // The names of the listed backups.
  std::vector<std::string> Names(const ListBackupsRequest& request = {}) {
    const auto response = ListBackups(state, request);
    EXPECT_EQ(Outcome(response), "ok");
    std::vector<std::string> names;
    if (!response.ok()) return names;
    for (const holdfast::Backup& backup : response->backup_summaries) names.push_back(backup.name);
    return names;
  }
};

TEST(CreateBackup, IsCreatingInTheResponseAndThenAvailable) {
  BackupTable items;
  items.Store(Key("a", "1"));
  const auto created = CreateBackup(items.state, {kItems, "nightly"});
  ASSERT_EQ(Outcome(created), "ok");
  EXPECT_EQ(created->backup_details.status, BackupStatus::kCreating);
  EXPECT_EQ(created->backup_details.size_bytes(), 0u);
  EXPECT_EQ(created->backup_details.name, "nightly");
  EXPECT_EQ(created->backup_details.creation_time, items.clock->Now());
  const std::string arn = created->backup_details.arn;
  EXPECT_THAT(arn, MatchesRegex("arn:aws:dynamodb:us-east-1:000000000000:table/Items/backup/01712371115842-[0-9a-f]+"));

  items.Store(Key("b", "1"));
  const auto described = DescribeBackup(items.state, {arn});
  ASSERT_EQ(Outcome(described), "ok");
  const holdfast::Backup& backup = described->backup_description;
  EXPECT_EQ(backup.status, BackupStatus::kAvailable);
  EXPECT_EQ(backup.type, BackupType::kUser);
  EXPECT_FALSE(backup.expiry_time.has_value());
  EXPECT_EQ(backup.size_bytes(), 6u);
  EXPECT_EQ(backup.table->items().item_count(), 1u) << "the second item was written later";
  EXPECT_EQ(backup.table->identity().id, items.DescriptionOf(kItems).table_id);
}

TEST(CreateBackup, AcceptsAnArnAndRepeatedNames) {
  BackupTable items;
  const std::string first = items.Backup("same");
  const std::string second = items.Backup("same", "arn:aws:dynamodb:us-east-1:000000000000:table/Items");
  EXPECT_NE(first, second);
}

TEST(CreateBackup, ReportsErrorsInOrder) {
  const std::string one_error = "1 validation error detected: ";
  const std::string failed = "' failed to satisfy constraint: Member must ";
  BackupTable items;
  const auto refusal = [&](std::optional<std::string> table, std::optional<std::string> name) {
    return Outcome(CreateBackup(items.state, {std::move(table), std::move(name)}));
  };
  EXPECT_EQ(refusal({}, {}), "The parameter 'TableName' is required but was not present in the request");
  EXPECT_EQ(refusal("Ghost", {}), one_error + "Value null at 'backupName" + failed + "not be null");
  EXPECT_EQ(refusal("Ghost", "ab"),
            one_error + "Value 'ab' at 'backupName" + failed + "have length greater than or equal to 3");
  EXPECT_EQ(refusal("Ghost", "a b c"), one_error + "Value 'a b c' at 'backupName" + failed +
                                           "satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
  EXPECT_EQ(refusal("Ghost", "abc"), "TableNotFound: Table not found: Ghost");
}

TEST(CreateBackup, WithRealisticTimingOneOperationAtATimeIsAccepted) {
  EngineOptions options;
  options.realistic_timing = true;
  BackupTable items(PlainTable(kItems), options);
  const std::string in_use =
      "BackupInUse: There is another ongoing conflicting backup control plane operation on the "
      "table. The backup is either being created, deleted or restored to a table.";
  EXPECT_EQ(Outcome(CreateBackup(items.state, {kItems, "early"})),
            "TableInUse: Table is either being created or deleted: Items");
  items.clock->Advance(absl::Seconds(10));
  const std::string arn = items.Backup();
  EXPECT_EQ(Outcome(CreateBackup(items.state, {kItems, "second"})), in_use);
  EXPECT_EQ(Outcome(DeleteBackup(items.state, {arn})), in_use);
  EXPECT_EQ(Outcome(items.RestoreFrom(arn)), in_use);
  items.clock->Advance(absl::Seconds(10));
  EXPECT_EQ(DescribeBackup(items.state, {arn})->backup_description.status, BackupStatus::kAvailable);
  EXPECT_EQ(Outcome(items.RestoreFrom(arn)), "ok");
  EXPECT_EQ(items.DescriptionOf("Restored").table_status, TableStatus::kCreating);
  EXPECT_EQ(Outcome(DeleteBackup(items.state, {arn})), in_use) << "it is being restored";
  items.clock->Advance(absl::Minutes(10));
  EXPECT_EQ(items.DescriptionOf("Restored").table_status, TableStatus::kActive);
  EXPECT_EQ(Outcome(DeleteBackup(items.state, {arn})), "ok");
}

TEST(CreateBackup, WithRealisticTimingTheTableCannotBeDeletedBeforeItsEnd) {
  EngineOptions options;
  options.realistic_timing = true;
  BackupTable items(PlainTable(kItems), options);
  items.clock->Advance(absl::Seconds(10));
  items.Backup();
  EXPECT_EQ(
      Outcome(DeleteTable(items.state, {kItems})),
      "ResourceInUse: Attempt to change a resource which is still in use: Table: Items is in the process of being "
      "updated.");
  items.clock->Advance(absl::Seconds(10));
  EXPECT_EQ(Outcome(DeleteTable(items.state, {kItems})), "ok");
}

TEST(DescribeBackup, RefusesInvalidAndUnknownArns) {
  BackupTable items;
  using BackupArn = std::optional<std::string>;
  const std::vector<std::function<std::string(BackupArn)>> refusals = {
      [&](BackupArn arn) { return Outcome(DescribeBackup(items.state, {std::move(arn)})); },
      [&](BackupArn arn) { return Outcome(DeleteBackup(items.state, {std::move(arn)})); },
      [&](BackupArn arn) {
        return Outcome(RestoreTableFromBackup(items.state, {"Restored", std::move(arn), {}}));
      }};
  for (const auto& refusal : refusals) {
    EXPECT_EQ(refusal(std::nullopt),
              "1 validation error detected: Value null at 'backupArn' failed to satisfy constraint: Member must not be "
              "null");
    for (const char* const invalid :
         {"", "backup", "arn:aws:dynamodb:us-east-1:000000000000:table/Items",
          "arn:aws:dynamodb:us-east-1:000000000000:table/Items/stream/2026-10-08T23:07:31.275",
          "arn:aws:dynamodb:us-east-1:000000000000:table/Items/backup/", "arn:aws:s3:::table/Items/backup/01-a",
          "arn:aws:dynamodb:us-west-2:000000000000:table/Items/backup/01712371115842-00000000"}) {
      EXPECT_EQ(refusal(invalid), "Invalid Backup ARN") << invalid;
    }
    EXPECT_EQ(refusal("arn:aws:dynamodb:us-east-1:111111111111:table/Items/backup/01712371115842-00000000"),
              "AccessDenied: Access is denied");
    EXPECT_EQ(refusal(kUnknown), std::string("BackupNotFound: Backup not found: ") + kUnknown);
  }
}

TEST(DeleteBackup, RemovesOneBackup) {
  ListedBackups items;
  items.Backup("kept");
  items.clock->Advance(absl::Seconds(1));
  const std::string arn = items.Backup("deleted");
  const auto deleted = DeleteBackup(items.state, {arn});
  ASSERT_EQ(Outcome(deleted), "ok");
  EXPECT_EQ(deleted->backup_description.status, BackupStatus::kDeleted);
  EXPECT_EQ(Outcome(DeleteBackup(items.state, {arn})), "BackupNotFound: Backup not found: " + arn);
  EXPECT_THAT(items.Names(), ElementsAre("kept"));
}

TEST(ListBackups, SelectsByTableTypeAndTime) {
  ListedBackups items;
  items.Create(PlainTable("Others"));
  const absl::Time start = items.clock->Now();
  items.Backup("first");
  items.clock->Advance(absl::Seconds(10));
  items.Backup("second");
  items.Backup("other", "Others");
  EXPECT_THAT(items.Names(), ElementsAre("first", "second", "other"));
  EXPECT_THAT(items.Names({.table_name = kItems}), ElementsAre("first", "second"));
  EXPECT_THAT(items.Names({.table_name = "Ghost"}), IsEmpty());
  EXPECT_THAT(items.Names({.backup_type = BackupTypeFilter::kAll}), ElementsAre("first", "second", "other"));
  EXPECT_THAT(items.Names({.backup_type = BackupTypeFilter::kSystem}), IsEmpty());
  EXPECT_THAT(items.Names({.backup_type = BackupTypeFilter::kAwsBackup}), IsEmpty());
  const absl::Time later = start + absl::Seconds(10);
  EXPECT_THAT(items.Names({.time_range_lower_bound = later}), ElementsAre("second", "other")) << "inclusive";
  EXPECT_THAT(items.Names({.time_range_upper_bound = later}), ElementsAre("first")) << "exclusive";
}

TEST(ListBackups, ContinuesAfterADeletedBackup) {
  ListedBackups items;
  for (int i = 0; i < 5; ++i) {
    items.Backup("backup" + std::to_string(i));
    items.clock->Advance(absl::Seconds(1));
  }
  const auto first = ListBackups(items.state, {.limit = 2});
  ASSERT_EQ(first->backup_summaries.size(), 2u);
  const std::string last = first->last_evaluated_backup_arn.value_or("");
  EXPECT_EQ(last, first->backup_summaries.back().arn);
  ASSERT_EQ(Outcome(DeleteBackup(items.state, {last})), "ok");
  EXPECT_THAT(items.Names({.exclusive_start_backup_arn = last}), ElementsAre("backup2", "backup3", "backup4"));
  EXPECT_FALSE(ListBackups(items.state, {.limit = 4})->last_evaluated_backup_arn.has_value());
}

TEST(ListBackups, RefusesInvalidMembers) {
  const std::string one_error = "1 validation error detected: ";
  const std::string failed = "' failed to satisfy constraint: Member must ";
  BackupTable items;
  const auto refusal = [&](const ListBackupsRequest& request) { return Outcome(ListBackups(items.state, request)); };
  EXPECT_EQ(refusal({.table_name = "Ghost", .limit = 100, .exclusive_start_backup_arn = std::string(37, 'a')}), "ok");
  EXPECT_EQ(refusal({.limit = 0}),
            one_error + "Value '0' at 'limit" + failed + "have value greater than or equal to 1");
  EXPECT_EQ(refusal({.limit = 101}),
            one_error + "Value '101' at 'limit" + failed + "have value less than or equal to 100");
  EXPECT_EQ(refusal({.exclusive_start_backup_arn = "short"}), one_error + "Value 'short' at 'exclusiveStartBackupArn" +
                                                                  failed + "have length greater than or equal to 37");
  EXPECT_EQ(refusal({.table_name = "ab"}),
            one_error + "Value 'ab' at 'tableName" + failed + "have length greater than or equal to 3");
}

TEST(Backups, TheMemoryLimitSeesWhatBackupsOfAnEmptyTableTake) {
  TableDefinition definition = IndexedTable(kItems);
  definition.resource_policy = R"({"Statement":")" + std::string(19'000, 'x') + R"("})";
  definition.tags.emplace();
  for (int i = 0; i < 50; ++i) definition.tags->push_back({"key" + std::to_string(i), std::string(256, 'v')});
  BackupTable items(definition);
  constexpr size_t kBackups = 4'000;
  const size_t counted_before = StoredBytes::Total();
  const size_t allocated_before = AllocatedBytes();
  for (size_t i = 0; i < kBackups; ++i) items.Backup(std::string(255, 'n'));
  const size_t counted = StoredBytes::Total() - counted_before;
  const size_t allocated = AllocatedBytes() - allocated_before;
  EXPECT_LT(allocated, counted + counted / 4);
  EXPECT_LT(counted, kBackups * 10'000) << "a backup keeps neither the policy nor the tags";
}

TEST(Backups, SurviveTheirTable) {
  ListedBackups items;
  items.Store(ItemWith("a", "1", {{"n", N("1")}}));
  const std::string arn = items.Backup();
  const std::vector<std::string> contents = items.Contents(kItems);
  ASSERT_EQ(Outcome(DeleteTable(items.state, {kItems})), "ok");
  EXPECT_THAT(items.Names(), ElementsAre("backup"));
  EXPECT_EQ(Outcome(items.RestoreFrom(arn, kItems)), "ok") << "under the name of the deleted table";
  EXPECT_EQ(items.Contents(kItems), contents);
}

TEST(Backups, ADeletedTableWithRecoveryLeavesASystemBackupFor35Days) {
  ListedBackups items;
  items.Store(Key("a", "1"));
  ASSERT_EQ(items.SetRecovery(true), "ok");
  ASSERT_EQ(Outcome(DeleteTable(items.state, {kItems})), "ok");
  EXPECT_THAT(items.Names(), IsEmpty()) << "only backups of type USER";
  const ListBackupsRequest all = {.backup_type = BackupTypeFilter::kAll};
  EXPECT_THAT(items.Names(all), ElementsAre("Items$DeletedTableBackup"));
  const holdfast::Backup backup = ListBackups(items.state, all)->backup_summaries.front();
  EXPECT_EQ(backup.type, BackupType::kSystem);
  EXPECT_EQ(backup.expiry_time, items.clock->Now() + absl::Hours(24 * 35));
  EXPECT_EQ(Outcome(items.RestoreFrom(backup.arn)), "ok");
  EXPECT_EQ(items.Contents("Restored").size(), 1u);

  items.clock->Advance(absl::Hours(24 * 35) - absl::Seconds(1));
  EXPECT_EQ(items.Names(all).size(), 1u);
  items.clock->Advance(absl::Seconds(1));
  EXPECT_THAT(items.Names(all), IsEmpty());
  EXPECT_EQ(Outcome(DescribeBackup(items.state, {backup.arn})), "BackupNotFound: Backup not found: " + backup.arn);
}

TEST(Backups, TheOldestSystemBackupsAreDroppedAtTheMemoryLimit) {
  EngineOptions options;
  options.recovery_bytes_max = 50'000;
  BackupTable items(PlainTable(kItems), options);
  const std::string kept = items.Backup("kept");
  for (int i = 0; i < 10; ++i) {
    if (i > 0) items.Create(PlainTable(kItems));
    items.Store(ItemOfSize("p", "s", 10'000));
    ASSERT_EQ(items.SetRecovery(true), "ok");
    ASSERT_EQ(Outcome(DeleteTable(items.state, {kItems})), "ok");
    items.clock->Advance(absl::Seconds(1));
  }
  const auto listed = ListBackups(items.state, {.backup_type = BackupTypeFilter::kSystem});
  ASSERT_GT(listed->backup_summaries.size(), 1u);
  EXPECT_LT(listed->backup_summaries.size(), 5u);
  EXPECT_EQ(listed->backup_summaries.back().creation_time, items.clock->Now() - absl::Seconds(1)) << "the newest stay";
  EXPECT_EQ(Outcome(DescribeBackup(items.state, {kept})), "ok") << "backups of users always stay";
}

TEST(Backups, ADeletedTableWithoutRecoveryLeavesNoBackup) {
  ListedBackups items;
  ASSERT_EQ(Outcome(DeleteTable(items.state, {kItems})), "ok");
  EXPECT_THAT(items.Names({.backup_type = BackupTypeFilter::kAll}), IsEmpty());
}

}  // namespace
}  // namespace holdfast::testing
