// EngineOptions::realistic_timing: how long the creation and deletion of tables and indexes and changes of streams take
// by the database's clock, and which requests are refused during a change.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "engine/operations/backups/update_continuous_backups.h"
#include "engine/operations/settings/describe_time_to_live.h"
#include "engine/operations/settings/update_time_to_live.h"
#include "engine/operations/streams/describe_stream.h"
#include "engine/operations/tables/list_tables.h"
#include "tests/engine/operations/queries/page_requests.h"
#include "tests/engine/operations/tables/table_updates.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kInUse = "ResourceInUse: Attempt to change a resource which is still in use: ";

EngineOptions RealisticOptions() {
  EngineOptions options;
  options.realistic_timing = true;
  return options;
}

struct RealisticDatabase {
  explicit RealisticDatabase(const TableDefinition& definition) {
    EXPECT_EQ(Outcome(CreateTable(state, definition)), "ok");
  }

  std::string Change(const TableUpdate& update) { return Outcome(UpdateTable(state, update)); }
  std::string Delete() { return Outcome(DeleteTable(state, {kItems})); }
  void Wait(absl::Duration duration) { clock->Advance(duration); }
  // Moves the clock to each scheduled transition, until none is left.
  void RunAllTransitions() {
    while (const auto due = state.scheduled_transitions.NextDue()) {
      clock->Set(*due);
      RunDueTransitions(state);
    }
  }
  TableStatus Status() { return Described(state).table_status; }

  std::shared_ptr<VirtualClock> clock = std::make_shared<VirtualClock>(absl::FromUnixSeconds(1'791'503'000));
  DatabaseState state{"000000000000", "us-east-1", RealisticOptions(), clock, 1};
};

TEST(RealisticTiming, CreatingATableTakesSeconds) {
  RealisticDatabase database(PlainTable(kItems));
  EXPECT_EQ(database.Status(), TableStatus::kCreating);
  EXPECT_FALSE(Described(database.state).warm_throughput.has_value());
  EXPECT_THAT(ListTables(database.state, {})->table_names, ElementsAre(kItems));
  EXPECT_EQ(Outcome(PutItem(database.state, Put(Key("a", "b")))), kTableNotFound);
  EXPECT_EQ(Outcome(CreateTable(database.state, PlainTable(kItems))), kInUse + "Table is being created: Items");
  EXPECT_EQ(database.Delete(), kInUse + "Table is being created: Items");
  EXPECT_EQ(database.Change(SetStream(true, StreamViewType::kKeysOnly)), kInUse + "Table is being created: Items");
  EXPECT_EQ(database.state.scheduled_transitions.NextDue(), database.clock->Now() + absl::Seconds(4));

  database.Wait(absl::Seconds(3));
  EXPECT_EQ(database.Status(), TableStatus::kCreating);
  database.Wait(absl::Seconds(1));
  EXPECT_EQ(database.Status(), TableStatus::kActive);
  EXPECT_EQ(database.state.scheduled_transitions.NextDue(), std::nullopt);
  EXPECT_EQ(Outcome(PutItem(database.state, Put(Key("a", "b")))), "ok");
  EXPECT_EQ(Outcome(CreateTable(database.state, PlainTable(kItems))), "ResourceInUse: Table already exists: Items");
}

TEST(RealisticTiming, IndexesBecomeActiveWithTheirTable) {
  RealisticDatabase database(IndexedTable(kItems));
  database.Wait(absl::Seconds(17));
  TableDescription table = Described(database.state);
  EXPECT_EQ(table.table_status, TableStatus::kCreating);
  EXPECT_EQ(table.global_indexes[0].status, TableStatus::kCreating);
  EXPECT_FALSE(table.global_indexes[0].backfilling.has_value());
  database.Wait(absl::Seconds(1));
  table = Described(database.state);
  EXPECT_EQ(table.table_status, TableStatus::kActive);
  EXPECT_EQ(table.global_indexes[0].status, TableStatus::kActive);
}

TEST(RealisticTiming, DeletingATableTakesSeconds) {
  RealisticDatabase database(PlainTable(kItems));
  database.RunAllTransitions();
  EXPECT_EQ(database.Delete(), "ok");
  EXPECT_EQ(database.Status(), TableStatus::kDeleting);
  EXPECT_EQ(Outcome(PutItem(database.state, Put(Key("a", "b")))), kTableNotFound);
  EXPECT_EQ(database.Delete(), kInUse + "Table is being deleted: Items");
  EXPECT_EQ(database.Change(SetStream(true, StreamViewType::kKeysOnly)), kInUse + "Table is being deleted: Items");
  EXPECT_EQ(Outcome(CreateTable(database.state, PlainTable(kItems))), "ResourceInUse: Table already exists: Items");
  database.Wait(absl::Seconds(5));
  EXPECT_THAT(ListTables(database.state, {})->table_names, IsEmpty());
  EXPECT_EQ(Outcome(CreateTable(database.state, PlainTable(kItems))), "ok");
}

TEST(RealisticTiming, AnIndexIsAllocatedThenBackfilledThenActive) {
  RealisticDatabase database(PlainTable(kItems));
  database.RunAllTransitions();
  ASSERT_EQ(Outcome(PutItem(database.state, Put(ItemWith("1", "a", {{"colour", S("red")}})))), "ok");
  ASSERT_EQ(database.Change(CreateIndexOver("byColour", "colour")), "ok");
  EXPECT_EQ(database.Status(), TableStatus::kUpdating);
  EXPECT_EQ(Described(database.state).global_indexes[0].backfilling, false);
  EXPECT_EQ(database.Change(DeleteIndex("byColour")),
            kInUse +
                "Index creation is in resource allocation phase. Retry deletion during backfilling phase or when the "
                "index is active. Table: Items Index: byColour");
  EXPECT_EQ(database.Delete(), kInUse + "Cannot delete table while indexes are being created, updated, or deleted.");

  database.Wait(absl::Seconds(40));
  EXPECT_EQ(database.Status(), TableStatus::kActive);
  EXPECT_EQ(Described(database.state).global_indexes[0].backfilling, true);
  EXPECT_EQ(Described(database.state).global_indexes[0].status, TableStatus::kCreating);
  EXPECT_THAT(FirstPage(database.state, ScanIndex("byColour")),
              ElementsAre("Cannot read from backfilling global secondary index: byColour"));
  EXPECT_EQ(database.Change(CreateIndexOver("other", "colour")),
            "LimitExceeded: Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously "
            "per table");
  EXPECT_EQ(database.Delete(), kInUse + "Cannot delete table while indexes are being created, updated, or deleted.");
  EXPECT_EQ(Outcome(PutItem(database.state, Put(ItemWith("2", "a", {{"colour", N("1")}})))), "ok");

  database.Wait(absl::Seconds(520));
  EXPECT_EQ(Described(database.state).global_indexes[0].status, TableStatus::kActive);
  EXPECT_THAT(FirstPage(database.state, ScanIndex("byColour")), ElementsAre(R"({colour: "red", pk: "1", sk: "a"})"));
  EXPECT_EQ(database.Delete(), "ok");
}

TEST(RealisticTiming, AnIndexMayBeDeletedDuringItsBackfillAndCreatedAgain) {
  RealisticDatabase database(PlainTable(kItems));
  database.RunAllTransitions();
  ASSERT_EQ(database.Change(CreateIndexOver("byColour", "colour")), "ok");
  database.Wait(absl::Seconds(40));
  ASSERT_EQ(database.Change(DeleteIndex("byColour")), "ok");
  EXPECT_EQ(Described(database.state).global_indexes[0].status, TableStatus::kDeleting);
  EXPECT_EQ(database.Change(DeleteIndex("byColour")), kInUse + "Index is being deleted. Table: Items Index: byColour");
  EXPECT_THAT(FirstPage(database.state, ScanIndex("byColour")),
              ElementsAre("The table does not have the specified index: byColour"));
  database.Wait(absl::Seconds(4));
  EXPECT_THAT(Described(database.state).global_indexes, IsEmpty());
  ASSERT_EQ(database.Change(CreateIndexOver("byColour", "colour")), "ok");
  // Transitions of the deleted index are still scheduled. They must not apply to the new index of the same name.
  database.Wait(absl::Seconds(519));
  EXPECT_EQ(Described(database.state).global_indexes[0].backfilling, true);
  database.Wait(absl::Seconds(41));
  EXPECT_EQ(Described(database.state).global_indexes[0].status, TableStatus::kActive);
}

// `then` is refused as ResourceInUse while `first` is in progress, and not after `first` has ended.
TEST(RealisticTiming, AChangeInProgressRefusesOthers) {
  TableUpdate reclass = ItemsTableUpdate();
  reclass.table_class = TableClass::kStandardInfrequentAccess;
  TableUpdate encrypt = ItemsTableUpdate();
  encrypt.sse_specification = {true, {}, std::nullopt};
  TableUpdate encrypt_again = ItemsTableUpdate();
  encrypt_again.sse_specification = {true, SseType::kKms, "other"};
  TableUpdate decrypt = ItemsTableUpdate();
  decrypt.sse_specification = {false, {}, std::nullopt};
  TableUpdate on_demand = ItemsTableUpdate();
  on_demand.billing_mode = BillingMode::kPayPerRequest;
  TableUpdate limits = ItemsTableUpdate();
  limits.on_demand_throughput = {10, 10};
  TableUpdate index_limits = SetIndexUnits("global", 7, 7);
  index_limits.global_secondary_index_updates->front().update->provisioned_throughput.reset();
  index_limits.global_secondary_index_updates->front().update->on_demand_throughput = {10, 10};
  const TableUpdate stream = SetStream(true, StreamViewType::kNewImage);
  GlobalSecondaryIndex index = GlobalIndexOf("added", {Hash("c")});
  index.provisioned_throughput = {1, 1};
  const TableUpdate create = CreateIndex(index, {Define("c")});
  const std::string stream_tail = "Table: Items Stream: LABEL Operation: ENABLE";
  const std::string class_tail = "Table: Items TableClassUpdateInProgress: STANDARD_INFREQUENT_ACCESS";
  const std::string iops = "Can't change table IOPS when ";
  struct Case {
    std::string name;
    TableUpdate first;
    TableUpdate then;
    std::string refusal;
  };
  const Case cases[] = {
      {"throughput twice", SetUnits(7, 7), SetUnits(8, 8), "Table IOPS are currently being updated. Table: Items"},
      {"stream during throughput", SetUnits(7, 7), stream,
       "Can't enable or disable stream while table IOPS are being updated. Table: Items"},
      {"index during throughput", SetUnits(7, 7), create,
       "Can't create or delete indexes while table IOPS are being updated. Table: Items"},
      {"stream twice", stream, SetStream(false), "A stream status change is currently in progress. " + stream_tail},
      {"throughput during stream", stream, SetUnits(7, 7), iops + "stream status is being updated. " + stream_tail},
      {"index during stream", stream, create,
       "Can't create or delete an index when stream status is being updated. " + stream_tail},
      {"class during stream", stream, reclass,
       "Can't update table class when stream status is being updated. " + stream_tail},
      {"class twice", reclass, reclass,
       "Can't update table class when a table class update is in progress. " + class_tail},
      {"index during class", reclass, create,
       "Can't create or delete an index when a table class update is in progress. " + class_tail},
      {"throughput during index", create, SetUnits(7, 7),
       iops + "an index is being created. Table: Items Indexes: [added]"},
      {"stream during index", create, stream,
       "Can't change stream status when an index is being created. Table: Items Indexes: [added]"},
      {"throughput during deletion", DeleteIndex("global"), SetUnits(7, 7),
       iops + "an index is being deleted. Table: Items Indexes: [global]"},
      {"update during allocation", create, SetIndexUnits("added", 2, 2),
       "Index is being created but is not backfilling yet. Table: Items Index: added"},
      {"index updated twice", SetIndexUnits("global", 7, 7), SetIndexUnits("global", 8, 8),
       "Index is being updated. Table: Items Index: global"},
      {"deletion during update", SetIndexUnits("global", 7, 7), DeleteIndex("global"),
       "Index is being updated. Table: Items Index: global"},
      {"index during billing mode", on_demand, SetIndexUnits("global", 7, 7),
       "Table IOPS are currently being updated. Table: Items"},
      {"encryption twice", encrypt, encrypt_again, "Server-Side Encryption is still being updated"},
      {"encryption on and off", encrypt, decrypt, "Server-Side Encryption is still being updated"},
      {"limits of an index during billing mode", on_demand, index_limits,
       "OnDemandThroughput cannot be updated while BillingMode update is in progress"},
      {"limits during billing mode", on_demand, limits,
       "OnDemandThroughput cannot be updated while BillingMode update is in progress"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    RealisticDatabase database(ProvisionedIndexedTable());
    database.RunAllTransitions();
    ASSERT_EQ(database.Change(c.first), "ok");
    std::string refusal = kInUse + c.refusal;
    if (const auto at = refusal.find("LABEL"); at != std::string::npos) {
      refusal.replace(at, 5, Described(database.state).stream->label);
    }
    EXPECT_EQ(database.Change(c.then), refusal);
    // Deletion protection can be changed during every other change.
    TableUpdate protect = ItemsTableUpdate();
    protect.deletion_protection_enabled = false;
    EXPECT_EQ(database.Change(protect), "ok");
    database.RunAllTransitions();
    EXPECT_EQ(database.Status(), TableStatus::kActive);
    EXPECT_NE(database.Change(c.then).substr(0, kInUse.size()), kInUse);
  }
}

TEST(RealisticTiming, OnDemandLimitsAreRefusedDuringOtherChanges) {
  TableUpdate limits = ItemsTableUpdate();
  limits.on_demand_throughput = {10, 10};
  TableUpdate reclass = ItemsTableUpdate();
  reclass.table_class = TableClass::kStandardInfrequentAccess;
  const std::pair<TableUpdate, std::string> cases[] = {
      {SetStream(true, StreamViewType::kNewImage), "stream status update"},
      {DeleteIndex("global"), "index deletion"},
      {reclass, "TableClass update"},
  };
  for (const auto& [update, what] : cases) {
    SCOPED_TRACE(what);
    RealisticDatabase database(IndexedTable(kItems));
    database.RunAllTransitions();
    ASSERT_EQ(database.Change(update), "ok");
    EXPECT_EQ(database.Change(limits),
              kInUse + "OnDemandThroughput cannot be updated while " + what + " is in progress");
    database.RunAllTransitions();
    EXPECT_EQ(database.Change(limits), "ok");
  }
}

TEST(RealisticTiming, WarmThroughputThatWasRequestedIsNotLowered) {
  RealisticDatabase database(PlainTable(kItems));
  database.RunAllTransitions();
  TableUpdate warm = ItemsTableUpdate();
  warm.warm_throughput = {20'000, std::nullopt};
  ASSERT_EQ(database.Change(warm), "ok");
  warm.warm_throughput = {15'000, std::nullopt};
  EXPECT_NE(database.Change(warm), "ok");
  database.RunAllTransitions();
  EXPECT_EQ(Described(database.state).warm_throughput->units.read, 20'000);
}

TEST(RealisticTiming, DeletingATableThatChangesIsRefused) {
  TableUpdate encrypt = ItemsTableUpdate();
  encrypt.sse_specification = {true, {}, std::nullopt};
  const std::pair<TableUpdate, std::string> cases[] = {
      {SetUnits(7, 7), "Table: Items is in the process of being updated."},
      {encrypt, "Table: Items is in the process of being updated."},
      {SetStream(true, StreamViewType::kNewImage), "Cannot delete table while stream is being enabled/disabled."},
      {DeleteIndex("global"), "Cannot delete table while indexes are being created, updated, or deleted."},
      {SetIndexUnits("global", 7, 7), "Cannot delete table while indexes are being created, updated, or deleted."},
  };
  for (const auto& [update, refusal] : cases) {
    SCOPED_TRACE(refusal);
    RealisticDatabase database(ProvisionedIndexedTable());
    database.RunAllTransitions();
    ASSERT_EQ(database.Change(update), "ok");
    EXPECT_EQ(database.Delete(), kInUse + refusal);
    database.RunAllTransitions();
    EXPECT_EQ(database.Delete(), "ok");
  }
}

TEST(RealisticTiming, AfterFourDecreasesADayFurtherOnesAreAnHourApart) {
  RealisticDatabase database(ProvisionedTable(kItems));
  database.RunAllTransitions();
  ASSERT_EQ(database.Change(SetUnits(100, 100)), "ok");
  database.RunAllTransitions();
  // Noon of Thursday, 8 October 2026.
  database.clock->Set(absl::FromUnixSeconds(1'791'460'848));
  for (int64_t units = 99; units > 95; --units) {
    ASSERT_EQ(database.Change(SetUnits(units, units)), "ok");
    database.RunAllTransitions();
  }
  const absl::Time last = *Described(database.state).throughput_history.last_decrease;
  const std::string refusal = database.Change(SetUnits(1, 1));
  EXPECT_THAT(refusal, ::testing::HasSubstr(
                           "LimitExceeded: Subscriber limit exceeded: Provisioned throughput decreases are limited "
                           "within a given UTC day. After the first 4 decreases, each subsequent decrease in the same "
                           "UTC day can be performed at most once every 3600 seconds. Number of decreases today: 4. "
                           "Last decrease at Thursday, October 8, 2026 at "));
  EXPECT_EQ(database.Change(SetUnits(200, 200)), "ok");
  database.RunAllTransitions();
  database.clock->Set(last + absl::Hours(1) - absl::Seconds(1));
  EXPECT_THAT(database.Change(SetUnits(2, 2)), ::testing::HasSubstr("Number of decreases today: 4."));
  database.clock->Set(last + absl::Hours(1));
  EXPECT_EQ(database.Change(SetUnits(2, 2)), "ok");
  database.RunAllTransitions();
  database.clock->Set(last);
  EXPECT_EQ(database.Change(SetUnits(1, 1)), "ok") << "the last decrease was before the clock was set back";
}

TEST(RealisticTiming, ProtectionCanChangeEveryFifteenSeconds) {
  RealisticDatabase database(PlainTable(kItems));
  database.RunAllTransitions();
  database.clock->Set(absl::FromUnixMillis(1'791'525'190'330));
  TableUpdate protect = ItemsTableUpdate();
  protect.deletion_protection_enabled = true;
  ASSERT_EQ(database.Change(protect), "ok");
  EXPECT_EQ(database.Change(protect),
            "Throttling: Deletion protection setting for table Items modified within the previous 15000 milliseconds. "
            "Please try again after 2026-10-09T05:53:25.330Z");
  database.Wait(absl::Seconds(15));
  EXPECT_EQ(database.Change(protect), "ok");
  database.Wait(-absl::Seconds(1));
  EXPECT_EQ(database.Change(protect), "ok") << "the last change was before the clock was set back";
}

TEST(RealisticTiming, RecoveryCannotBeEnabledWhileTheTableIsBeingCreated) {
  RealisticDatabase database(PlainTable(kItems));
  const UpdateContinuousBackupsRequest enable = {kItems, PointInTimeRecoverySpecification{true, std::nullopt}};
  EXPECT_EQ(Outcome(UpdateContinuousBackups(database.state, enable)),
            "ContinuousBackupsUnavailable: Backups are being enabled for the table: Items. Please retry later");
  database.Wait(absl::Seconds(4));
  EXPECT_EQ(Outcome(UpdateContinuousBackups(database.state, enable)), "ok");
}

TEST(RealisticTiming, AStreamIsEnabledAndDisabledTogetherWithItsTable) {
  TableDefinition definition = PlainTable(kItems);
  definition.stream_specification = {true, StreamViewType::kNewImage};
  RealisticDatabase database(definition);
  const std::string arn = Described(database.state).stream->arn;
  const auto status = [&database](const std::string& stream) {
    const auto response = DescribeStream(database.state, {.stream_arn = stream});
    return response.ok() ? std::string(EnumField<StreamStatus>::TextOf(response->stream_status)) : Outcome(response);
  };
  EXPECT_EQ(status(arn), "ENABLING");
  database.Wait(absl::Seconds(4));
  EXPECT_EQ(status(arn), "ENABLED");
  EXPECT_EQ(database.Change(SetStream(false)), "ok");
  EXPECT_EQ(status(arn), "DISABLING");
  database.Wait(absl::Seconds(5));
  EXPECT_EQ(status(arn), "DISABLED");
  EXPECT_EQ(database.Change(SetStream(true, StreamViewType::kKeysOnly)), "ok");
  const std::string second = Described(database.state).stream->arn;
  EXPECT_EQ(status(arn), "DISABLED");
  EXPECT_EQ(status(second), "ENABLING");
  database.Wait(absl::Seconds(5));
  EXPECT_EQ(status(second), "ENABLED");
  EXPECT_EQ(database.Delete(), "ok");
  EXPECT_EQ(status(second), "DISABLING");
  database.Wait(absl::Seconds(5));
  EXPECT_EQ(status(second), "DISABLED");
}

TEST(RealisticTiming, TimeToLiveCanBeEnabledWhenTheTableIsActive) {
  RealisticDatabase database(PlainTable(kItems));
  EXPECT_NE(Outcome(DescribeTimeToLive(database.state, {kItems})), "ok");
  database.Wait(absl::Seconds(4));
  EXPECT_EQ(Outcome(DescribeTimeToLive(database.state, {kItems})), "ok");

  RealisticDatabase other(PlainTable(kItems));
  other.Wait(absl::Seconds(4));
  EXPECT_EQ(Outcome(UpdateTimeToLive(other.state, {kItems, TimeToLiveSpecification{true, "expires"}})), "ok");
}

TEST(RealisticTiming, TimeToLiveCanChangeEvery31Minutes) {
  RealisticDatabase database(PlainTable(kItems));
  database.RunAllTransitions();
  UpdateTimeToLiveRequest request;
  request.table_name = kItems;
  request.time_to_live_specification = {true, "expires"};
  ASSERT_EQ(Outcome(UpdateTimeToLive(database.state, request)), "ok");
  request.time_to_live_specification->enabled = false;
  EXPECT_NE(Outcome(UpdateTimeToLive(database.state, request)), "ok");
  database.Wait(absl::Minutes(31));
  EXPECT_EQ(Outcome(UpdateTimeToLive(database.state, request)), "ok");
}

TEST(ScheduledTransitions, AreTakenInOrderAndCopied) {
  ScheduledTransitions transitions;
  const absl::Time start = absl::FromUnixSeconds(1'000);
  transitions.Add(start + absl::Seconds(2), {TransitionKind::kTableDeleted, 2});
  transitions.Add(start + absl::Seconds(1), {TransitionKind::kTableCreated, 1});
  transitions.Add(start + absl::Seconds(2), {TransitionKind::kTableCreated, 3});
  EXPECT_FALSE(transitions.FirstDue(start).has_value());
  EXPECT_EQ(transitions.NextDue(), start + absl::Seconds(1));
  ScheduledTransitions copy(transitions);
  for (uint64_t number : {1u, 2u, 3u}) {
    EXPECT_EQ(transitions.FirstDue(start + absl::Seconds(2))->second.table_number, number);
    transitions.RemoveFirst();
  }
  EXPECT_EQ(transitions.NextDue(), std::nullopt);
  EXPECT_EQ(copy.NextDue(), start + absl::Seconds(1));
}

}  // namespace
}  // namespace holdfast::testing
