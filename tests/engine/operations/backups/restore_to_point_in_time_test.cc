// RestoreTableToPointInTime.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "engine/operations/backups/describe_continuous_backups.h"
#include "engine/operations/tables/update_table.h"
#include "tests/engine/operations/backups/backup_table.h"

namespace holdfast::testing {
namespace {

constexpr char kInvalidTime[] =
    "InvalidRestoreTime: An invalid restore time was specified. RestoreDateTime must be between "
    "EarliestRestorableDateTime and LatestRestorableDateTime.";

struct RecoverableTable : BackupTable {
  explicit RecoverableTable(const TableDefinition& definition = PlainTable(kItems),
                            const EngineOptions& options = EngineOptions())
      : BackupTable(definition, options) {
    EXPECT_EQ(SetRecovery(true), "ok");
  }
  // The contents of a table that is restored to `time`, or the error of the restore.
  std::vector<std::string> ContentsAt(absl::Time time) {
    const std::string name = "Restored" + std::to_string(++restored_);
    const auto response = RestoreTo(time, name);
    if (!response.ok()) return {Outcome(response)};
    return Contents(name);
  }

 private:
  int restored_ = 0;
};

TEST(RestoreToPointInTime, ReachesEverySecond) {
  RecoverableTable items;
  std::map<absl::Time, std::vector<std::string>> expected;
  for (int second = 0; second < 30; ++second) {
    // In some seconds nothing is stored, in the others one to three items, some of which exist already.
    for (int i = 0; i < second % 4; ++i) {
      items.Store(ItemWith("p" + std::to_string(i), "s", {{"n", N(std::to_string(second))}}));
    }
    if (second % 7 == 6) {
      ASSERT_EQ(Outcome(DeleteItem(items.state, Delete(Key("p1", "s")))), "ok");
    }
    expected[items.clock->Now()] = items.Contents(kItems);
    items.clock->Advance(absl::Seconds(1));
  }
  items.clock->Advance(absl::Minutes(5));
  items.Store(Key("late", "s"));
  for (const auto& [time, contents] : expected) EXPECT_EQ(items.ContentsAt(time), contents) << time;
  EXPECT_EQ(items.ContentsAt(items.clock->Now() - absl::Minutes(5)), expected.rbegin()->second);
}

TEST(RestoreToPointInTime, ATimeMeansTheEndOfItsSecond) {
  RecoverableTable items;
  const absl::Time second = absl::FromUnixSeconds(absl::ToUnixSeconds(items.clock->Now())) + absl::Seconds(10);
  items.clock->Set(second + absl::Milliseconds(100));
  items.Store(Key("a", "1"));
  items.clock->Set(second + absl::Milliseconds(900));
  items.Store(Key("b", "1"));
  items.clock->Set(second + absl::Milliseconds(1'000));
  items.Store(Key("c", "1"));
  items.clock->Advance(absl::Hours(1));
  EXPECT_EQ(items.ContentsAt(second - absl::Milliseconds(1)).size(), 0u);
  EXPECT_EQ(items.ContentsAt(second).size(), 2u);
  EXPECT_EQ(items.ContentsAt(second + absl::Milliseconds(999)).size(), 2u);
  EXPECT_EQ(items.ContentsAt(second + absl::Seconds(1)).size(), 3u);
}

TEST(RestoreToPointInTime, RestoresPastItemsWithCurrentSettings) {
  RecoverableTable items(IndexedTable(kItems));
  items.Store(ItemWith("p", "1", {{"a", S("x")}, {"b", S("y")}, {"colour", S("red")}}));
  const absl::Time then = items.clock->Now();
  items.clock->Advance(absl::Minutes(1));
  items.Store(ItemWith("p", "2", {{"a", S("x")}, {"b", S("y")}, {"colour", S("blue")}}));
  TableUpdate update;
  update.table_name = kItems;
  update.attribute_definitions = {Define("colour")};
  update.global_secondary_index_updates.emplace().emplace_back().create = GlobalIndexOf("by_colour", {Hash("colour")});
  ASSERT_EQ(Outcome(UpdateTable(items.state, update)), "ok");
  items.clock->Advance(absl::Minutes(10));

  const auto response = items.RestoreTo(then);
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_EQ(response->table_description.restore_summary->restore_time, then);
  EXPECT_FALSE(response->table_description.restore_summary->source_backup_arn.has_value());
  EXPECT_EQ(items.DescriptionOf("Restored").table_status, TableStatus::kActive);
  for (const char* const index : {"local", "global", "by_colour"}) {
    EXPECT_EQ(items.Contents("Restored", index).size(), 1u) << index;
  }
  EXPECT_FALSE(DescribeContinuousBackups(items.state, {"Restored"})->continuous_backups_description.recovery);
}

TEST(RestoreToPointInTime, TheLatestTimeIsFiveMinutesAgo) {
  RecoverableTable items;
  items.Store(Key("a", "1"));
  items.clock->Advance(absl::Minutes(6));
  items.Store(Key("b", "1"));
  items.clock->Advance(absl::Minutes(1));
  const auto response = items.RestoreTo(std::nullopt);
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_EQ(response->table_description.restore_summary->restore_time, items.clock->Now() - absl::Minutes(5));
  EXPECT_EQ(items.Contents("Restored").size(), 1u);
}

TEST(RestoreToPointInTime, ReportsErrorsInOrder) {
  const std::string one_error = "1 validation error detected: ";
  const std::string failed = "' failed to satisfy constraint: Member must ";
  BackupTable items;
  const absl::Time start = items.clock->Now();
  const auto refusal = [&](const RestoreTableToPointInTimeRequest& request) {
    return Outcome(RestoreTableToPointInTime(items.state, request));
  };
  RestoreTableToPointInTimeRequest request;
  EXPECT_EQ(refusal(request), one_error + "Value null at 'targetTableName" + failed + "not be null");
  request.target_table_name = kItems;
  EXPECT_EQ(refusal(request),
            "One of SourceTableName and SourceTableArn is required but neither was present in the request");
  request.source_table_name = "gh";
  EXPECT_EQ(refusal(request),
            one_error + "Value 'gh' at 'sourceTableName" + failed + "have length greater than or equal to 3");
  request.source_table_name = "Ghost";
  EXPECT_EQ(refusal(request),
            "One of RestoreDateTime and UseLatestRestorableTime is required but neither was present in the request");
  request.restore_date_time = start;
  request.use_latest_restorable_time = true;
  EXPECT_EQ(refusal(request), "RestoreDateTime cannot be specified when UseLatestRestorableTime is true");
  request.use_latest_restorable_time = false;
  EXPECT_EQ(refusal(request), "TableNotFound: Table not found: Ghost");
  request.source_table_name.reset();
  request.source_table_arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Items";
  EXPECT_EQ(refusal(request),
            "PointInTimeRecoveryUnavailable: Point in time recovery is not enabled for table 'Items'");
  ASSERT_EQ(items.SetRecovery(true), "ok");
  request.restore_date_time = start - absl::Seconds(1);
  EXPECT_EQ(refusal(request), kInvalidTime);
  items.clock->Advance(absl::Minutes(10));
  request.restore_date_time = items.clock->Now() - absl::Seconds(299);
  EXPECT_EQ(refusal(request), kInvalidTime);
  request.restore_date_time = items.clock->Now() - absl::Seconds(300);
  EXPECT_EQ(refusal(request), "TableAlreadyExists: Table already exists: Items");
  request.target_table_name = "Restored";
  EXPECT_EQ(refusal(request), "ok");
}

TEST(RestoreToPointInTime, ForgetsEarlierVersionsWhenRecoveryIsDisabled) {
  RecoverableTable items;
  items.Store(Key("a", "1"));
  const absl::Time before = items.clock->Now();
  items.clock->Advance(absl::Minutes(10));
  ASSERT_EQ(items.SetRecovery(false), "ok");
  ASSERT_EQ(items.SetRecovery(true), "ok");
  items.clock->Advance(absl::Minutes(10));
  EXPECT_THAT(items.ContentsAt(before), ::testing::ElementsAre(kInvalidTime));
}

TEST(RestoreToPointInTime, ForgetsTheOldestVersionsAtTheMemoryLimit) {
  EngineOptions options;
  options.recovery_bytes_max = 50'000;
  RecoverableTable items(PlainTable(kItems), options);
  const absl::Time start = items.clock->Now();
  std::vector<std::string> before;
  for (int second = 0; second < 400; ++second) {
    before = items.Contents(kItems);
    items.Store(ItemWith("p", "s", {{"n", N(std::to_string(second))}, {"z", S(std::string(1'000, 'z'))}}));
    items.clock->Advance(absl::Seconds(1));
  }
  EXPECT_LE(RecoveryHistory::kept_bytes(), 50'000u);
  items.clock->Advance(absl::Minutes(10));
  EXPECT_THAT(items.ContentsAt(start), ::testing::ElementsAre(kInvalidTime));
  const auto recovery =
      DescribeContinuousBackups(items.state, {kItems})->continuous_backups_description.recovery.value();
  EXPECT_GT(recovery.earliest_restorable, start + absl::Seconds(380));
  EXPECT_LT(recovery.earliest_restorable, start + absl::Seconds(395));
  EXPECT_EQ(items.ContentsAt(recovery.earliest_restorable).size(), 1u);
  EXPECT_EQ(items.ContentsAt(start + absl::Seconds(398)), before);
}

TEST(RestoreToPointInTime, WithAMemoryLimitOfZeroReachesOnlyTheLastWrite) {
  EngineOptions options;
  options.recovery_bytes_max = 0;
  RecoverableTable items(PlainTable(kItems), options);
  items.clock->Advance(absl::Minutes(10));
  items.Store(Key("a", "1"));
  EXPECT_EQ(RecoveryHistory::kept_bytes(), 0u);
  const absl::Time written = items.clock->Now();
  items.clock->Advance(absl::Minutes(10));
  EXPECT_THAT(items.ContentsAt(written - absl::Seconds(1)), ::testing::ElementsAre(kInvalidTime));
  EXPECT_EQ(items.ContentsAt(written).size(), 1u);
}

TEST(RestoreToPointInTime, KeepsVersionsForTheRecoveryPeriod) {
  RecoverableTable items;
  ASSERT_EQ(Outcome(UpdateContinuousBackups(items.state, {kItems, PointInTimeRecoverySpecification{true, 1}})), "ok");
  items.Store(Key("a", "1"));
  items.clock->Advance(absl::Hours(1));
  items.Store(Key("b", "1"));
  const size_t kept = RecoveryHistory::kept_bytes();
  EXPECT_GT(kept, 0u);
  items.clock->Advance(absl::Hours(48));
  items.Store(Key("c", "1"));
  EXPECT_EQ(RecoveryHistory::kept_bytes(), kept) << "a version was added and another dropped";
  ASSERT_EQ(items.SetRecovery(false), "ok");
  EXPECT_EQ(RecoveryHistory::kept_bytes(), 0u);
}

TEST(RestoreToPointInTime, FollowsAClockThatIsSetBack) {
  RecoverableTable items;
  const absl::Time start = items.clock->Now();
  items.clock->Advance(absl::Seconds(10));
  items.Store(Key("a", "1"));
  items.clock->Advance(absl::Hours(10));
  items.Store(Key("b", "1"));
  items.clock->Set(start + absl::Minutes(1));
  items.Store(Key("c", "1"));
  items.clock->Advance(absl::Minutes(1));
  items.Store(Key("d", "1"));
  items.clock->Advance(absl::Minutes(10));
  EXPECT_EQ(items.ContentsAt(start + absl::Seconds(5)).size(), 0u);
  EXPECT_EQ(items.ContentsAt(start + absl::Seconds(30)).size(), 1u);
  EXPECT_EQ(items.ContentsAt(start + absl::Minutes(1)).size(), 3u)
      << "`a` and `b` from before the clock was set back, and `c`";
  EXPECT_EQ(items.ContentsAt(start + absl::Minutes(2)).size(), 4u);
}

}  // namespace
}  // namespace holdfast::testing
