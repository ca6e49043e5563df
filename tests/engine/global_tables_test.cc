// Global tables: a table and its replicas in other Regions. Changes are replicated when the background work runs. Here
// the test runs it, so that it can observe a replica that is behind.
#include "tests/engine/global_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/database/builds.h"
#include "engine/engine.h"
#include "engine/operations.h"
#include "tests/support/concurrent_call.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

// ---- Replication.

TEST_F(GlobalTablesTest, AReplicaIsBehindUntilTheBackgroundWorkIsRun) {
  AddReplica();
  ASSERT_EQ(Put(us_, "room7", "alice"), "ok");
  EXPECT_EQ(Slots(us_), (SlotMap{{"room7", "alice"}}));
  EXPECT_EQ(Slots(eu_), SlotMap());
  Deliver();
  EXPECT_EQ(Slots(eu_), (SlotMap{{"room7", "alice"}}));

  ASSERT_EQ(Put(eu_, "room7", "bob"), "ok");
  EXPECT_EQ(Slots(us_), (SlotMap{{"room7", "alice"}})) << "every Region accepts writes, which the others receive later";
  Deliver();
  EXPECT_EQ(Slots(us_), (SlotMap{{"room7", "bob"}}));
  ASSERT_EQ(Delete(us_, "room7"), "ok");
  EXPECT_EQ(Slots(eu_), (SlotMap{{"room7", "bob"}}));
  Deliver();
  EXPECT_EQ(Slots(eu_), SlotMap());
  EXPECT_FALSE(engine_.RunBackgroundWork(absl::Seconds(1), true)) << "received changes are not sent back";
}

TEST_F(GlobalTablesTest, AWriteWakesTheWorker) {
  int wakes = 0;
  engine_.SetBackgroundWorker([&wakes] { ++wakes; });
  ASSERT_EQ(Put(us_, "room1", "alice"), "ok");
  EXPECT_EQ(wakes, 0) << "a table without replicas";
  AddReplica();
  EXPECT_EQ(wakes, 1) << "the replica, now ACTIVE, may have received changes that wait to be applied";
  wakes = 0;
  ASSERT_EQ(Delete(us_, "room2"), "ok");
  EXPECT_EQ(wakes, 0) << "the deleted item did not exist";
  ASSERT_EQ(Put(us_, "room1", "bob"), "ok");
  EXPECT_EQ(wakes, 1);
  ASSERT_EQ(Put(us_, "room2", "bob"), "ok");
  EXPECT_EQ(wakes, 1) << "the worker is awake already";
  Deliver();
  ASSERT_EQ(Put(eu_, "room1", "carol"), "ok");
  EXPECT_EQ(wakes, 2);
  engine_.SetBackgroundWorker(nullptr);
}

// Without the latch, two writes of one item could be sent in another order than they were made in.
TEST_F(GlobalTablesTest, AWriteIsSentWhileItsItemIsLatched) {
  AddReplica();
  std::unique_ptr<ConcurrentCall> reader;
  bool waits = false;
  engine_.SetBackgroundWorker([&] {
    reader = std::make_unique<ConcurrentCall>([this] {
      GetItemRequest get;
      get.table_name = kSlots;
      get.key = SlotKey("room1");
      EXPECT_EQ(Outcome(us_.GetItem(get)), "ok");
    });
    waits = reader->Waits();
  });
  ASSERT_EQ(Put(us_, "room1", "alice"), "ok");
  engine_.SetBackgroundWorker(nullptr);
  ASSERT_NE(reader, nullptr);
  EXPECT_TRUE(waits);
}

TEST_F(GlobalTablesTest, TheLastWriteWinsInEveryRegion) {
  AddReplica();
  AddReplica("ap-south-1");
  Database& ap = engine_.database(kAccount, "ap-south-1");
  // The clocks of the Regions do not decide which write is the last.
  us_.StopClock(absl::FromUnixSeconds(kNow + 1'000'000));
  ap.StopClock(absl::FromUnixSeconds(kNow - 1'000'000));
  ASSERT_EQ(Put(us_, "room1", "first"), "ok");
  ASSERT_EQ(Put(eu_, "room1", "second"), "ok");
  ASSERT_EQ(Put(ap, "room1", "last"), "ok");
  ASSERT_EQ(Put(ap, "room2", "first"), "ok");
  ASSERT_EQ(Put(us_, "room2", "last"), "ok");
  // The last write also wins where an earlier write has already arrived.
  ASSERT_EQ(Put(eu_, "room3", "first"), "ok");
  Deliver();
  ASSERT_EQ(Put(us_, "room3", "second"), "ok");
  ASSERT_EQ(Put(eu_, "room3", "last"), "ok");
  Deliver();
  const SlotMap last{{"room1", "last"}, {"room2", "last"}, {"room3", "last"}};
  EXPECT_EQ(Slots(us_), last);
  EXPECT_EQ(Slots(eu_), last);
  EXPECT_EQ(Slots(ap), last);
  EXPECT_EQ(Slots(ap, "by_holder"), last);
}

TEST_F(GlobalTablesTest, AWriteThatChangesNothingIsTheLastWriteToo) {
  AddReplica();
  ASSERT_EQ(Put(us_, "room1", "alice"), "ok");
  Deliver();
  ASSERT_EQ(Put(eu_, "room1", "bob"), "ok");
  ASSERT_EQ(Put(us_, "room1", "alice"), "ok");
  Deliver();
  EXPECT_EQ(Slots(us_), (SlotMap{{"room1", "alice"}}));
  EXPECT_EQ(Slots(eu_), (SlotMap{{"room1", "alice"}}));
}

TEST_F(GlobalTablesTest, ADeletedItemDoesNotComeBack) {
  AddReplica();
  AddReplica("ap-south-1");
  Database& ap = engine_.database(kAccount, "ap-south-1");
  ASSERT_EQ(Put(us_, "room1", "alice"), "ok");
  Deliver();
  ASSERT_EQ(Put(eu_, "room1", "bob"), "ok");
  ASSERT_EQ(Delete(us_, "room1"), "ok");
  // The older put, of bob, must not be applied in any Region.
  Deliver();
  EXPECT_EQ(Slots(us_), SlotMap());
  EXPECT_EQ(Slots(eu_), SlotMap());
  EXPECT_EQ(Slots(ap), SlotMap());

  ASSERT_EQ(Put(us_, "room1", "alice"), "ok");
  Deliver();
  ASSERT_EQ(Delete(us_, "room1"), "ok");
  ASSERT_EQ(Put(eu_, "room1", "carol"), "ok");
  Deliver();
  EXPECT_EQ(Slots(us_), (SlotMap{{"room1", "carol"}})) << "a put after the deletion is the last write";
  EXPECT_EQ(Slots(ap), Slots(us_));
}

TEST_F(GlobalTablesTest, AReplicaThatIsBehindReceivesTheLastOfSeveralChanges) {
  AddReplica();
  for (const char* holder : {"alice", "bob", "carol"}) ASSERT_EQ(Put(us_, "room1", holder), "ok");
  ASSERT_EQ(Put(us_, "room2", "alice"), "ok");
  ASSERT_EQ(Delete(us_, "room2"), "ok");
  Deliver();
  EXPECT_THAT(Records(us_), UnorderedElementsAre("room1 →alice", "room1 alice→bob", "room1 bob→carol", "room2 →alice",
                                                 "room2 alice→"));
  EXPECT_THAT(Records(eu_), ElementsAre("room1 →carol"));
  ASSERT_EQ(Put(us_, "room1", "dora"), "ok");
  Deliver();
  EXPECT_THAT(Records(eu_), ElementsAre("room1 →carol", "room1 carol→dora"));
}

TEST_F(GlobalTablesTest, EveryKindOfWriteIsReplicated) {
  AddReplica();
  ASSERT_EQ(Put(us_, "put", "a"), "ok");
  ASSERT_EQ(Put(us_, "deleted by a batch", "a"), "ok");
  Deliver();

  UpdateItemRequest update;
  update.table_name = kSlots;
  update.key = SlotKey("updated");
  update.update_expression = "SET holder = :h";
  update.expression_fields.values = {{":h", S("b")}};
  ASSERT_EQ(Outcome(us_.UpdateItem(update)), "ok");
  BatchWriteItemRequest batch;
  WriteRequest put;
  put.put_request = {Slot("put by a batch", "b")};
  WriteRequest remove;
  remove.delete_request = {SlotKey("deleted by a batch")};
  batch.request_items = {{kSlots, {put, remove}}};
  ASSERT_EQ(Outcome(us_.BatchWriteItem(batch)), "ok");
  ExecuteStatementRequest statement;
  statement.statement = "INSERT INTO Slots VALUE {'pk': 'inserted', 'holder': 'b'}";
  ASSERT_EQ(Outcome(us_.ExecuteStatement(statement)), "ok");
  TransactWriteItemsRequest transaction;
  std::vector<TransactWriteItem>& actions = transaction.transact_items.emplace();
  for (const char* pk : {"one of a transaction", "two of a transaction"}) {
    TransactWriteItem::Put& action = actions.emplace_back().put.emplace();
    action.table_name = kSlots;
    action.item = Slot(pk, "b");
  }
  ASSERT_EQ(Outcome(us_.TransactWriteItems(transaction)), "ok");
  Deliver();
  EXPECT_EQ(Slots(eu_), (SlotMap{{"put", "a"},
                                 {"updated", "b"},
                                 {"put by a batch", "b"},
                                 {"inserted", "b"},
                                 {"one of a transaction", "b"},
                                 {"two of a transaction", "b"}}));
  EXPECT_EQ(Slots(eu_, "by_holder"), Slots(us_));
}

TEST_F(GlobalTablesTest, AConditionIsEvaluatedInItsOwnRegion) {
  AddReplica();
  ASSERT_EQ(Put(us_, "room1", "alice", "attribute_not_exists(pk)"), "ok");
  ASSERT_EQ(Put(eu_, "room1", "bob", "attribute_not_exists(pk)"), "ok") << "alice's write has not arrived here";
  Deliver();
  EXPECT_EQ(Slots(us_), (SlotMap{{"room1", "bob"}}));
  EXPECT_EQ(Slots(eu_), (SlotMap{{"room1", "bob"}}));
  EXPECT_EQ(Put(us_, "room1", "carol", "attribute_not_exists(pk)"), kConditionFailed);
}

TEST_F(GlobalTablesTest, ATransactionIsAtomicInItsOwnRegionOnly) {
  AddReplica();
  TransactWriteItemsRequest transaction;
  std::vector<TransactWriteItem>& actions = transaction.transact_items.emplace();
  for (int i = 0; i < 30; ++i) {
    TransactWriteItem::Put& action = actions.emplace_back().put.emplace();
    action.table_name = kSlots;
    action.item = Slot("room" + std::to_string(i), "alice");
  }
  ASSERT_EQ(Outcome(us_.TransactWriteItems(transaction)), "ok");
  // Meanwhile one of the items is written in the other Region.
  ASSERT_EQ(Put(eu_, "room3", "bob"), "ok");
  Deliver();
  EXPECT_EQ(Slots(us_), Slots(eu_));
  EXPECT_EQ(Slots(us_).at("room3"), "bob");
  EXPECT_EQ(Slots(us_).at("room4"), "alice");
}

std::string PutExpiring(Database& database, int64_t expires) {
  PutItemRequest put;
  put.table_name = kSlots;
  put.item = AttributeMap{{"pk", S("room1")}, {"holder", S("alice")}, {"expires", AttributeValue::Number(expires)}};
  return Outcome(database.PutItem(put));
}

TEST_F(GlobalTablesTest, AnExpiredItemIsDeletedInEveryRegion) {
  ASSERT_EQ(Outcome(us_.UpdateTimeToLive({kSlots, TimeToLiveSpecification{true, "expires"}})), "ok");
  AddReplica();
  ASSERT_EQ(PutExpiring(us_, kNow - 10), "ok");
  Deliver();
  ASSERT_EQ(Slots(eu_).size(), 1u);
  EXPECT_EQ(us_.SweepExpiredItems(), 1u);
  EXPECT_EQ(Slots(eu_).size(), 1u);
  Deliver();
  EXPECT_EQ(Slots(eu_), SlotMap());
  EXPECT_THAT(Records(us_), ElementsAre("room1 →alice", "room1 alice→ by time to live"));
  EXPECT_THAT(Records(eu_), ElementsAre("room1 →alice", "room1 alice→"))
      << "in the other Region it is an ordinary deletion";
  EXPECT_EQ(eu_.SweepExpiredItems(), 0u);

  // The replica has the time-to-live setting, too.
  ASSERT_EQ(PutExpiring(us_, kNow - 10), "ok");
  Deliver();
  EXPECT_EQ(eu_.SweepExpiredItems(), 1u);
  Deliver();
  EXPECT_EQ(Slots(us_), SlotMap());
}

TEST_F(GlobalTablesTest, TheDeletionsOfASweepArriveInTheSameCall) {
  ASSERT_EQ(Outcome(us_.UpdateTimeToLive({kSlots, TimeToLiveSpecification{true, "expires"}})), "ok");
  AddReplica();
  // While its clock is stopped, this Region does not sweep. Its work is done before that of the other Region.
  eu_.StopClock(absl::FromUnixSeconds(kNow - 100));
  ASSERT_EQ(PutExpiring(us_, kNow - 10), "ok");
  Deliver();
  ASSERT_EQ(Slots(eu_).size(), 1u);
  EXPECT_FALSE(engine_.RunBackgroundWork(absl::Seconds(1), true));
  EXPECT_EQ(Slots(eu_), SlotMap());
}

TEST_F(GlobalTablesTest, ARenewalThatIsUnderWayPreventsTheSweepInAnotherRegion) {
  ASSERT_EQ(Outcome(us_.UpdateTimeToLive({kSlots, TimeToLiveSpecification{true, "expires"}})), "ok");
  AddReplica();
  ASSERT_EQ(PutExpiring(us_, kNow - 10), "ok");
  Deliver();
  ASSERT_EQ(PutExpiring(us_, kNow + 3'600), "ok");
  EXPECT_EQ(eu_.SweepExpiredItems(), 0u) << "although this Region has not received the renewal";
  Deliver();
  EXPECT_EQ(Slots(us_), (SlotMap{{"room1", "alice"}}));
  EXPECT_EQ(Slots(eu_), Slots(us_));
  EXPECT_EQ(eu_.SweepExpiredItems(), 0u);
}

TEST_F(GlobalTablesTest, PointInTimeRecoveryOfAReplicaCoversReplicatedWrites) {
  AddReplica();
  ASSERT_EQ(Put(us_, "room1", "alice"), "ok");
  Deliver();
  UpdateContinuousBackupsRequest recovery;
  recovery.table_name = kSlots;
  recovery.point_in_time_recovery_specification = {true, std::nullopt};
  ASSERT_EQ(Outcome(eu_.UpdateContinuousBackups(recovery)), "ok");
  clock_->Advance(absl::Minutes(10));
  ASSERT_EQ(Put(us_, "room1", "bob"), "ok");
  Deliver();
  RestoreTableToPointInTimeRequest restore;
  restore.source_table_name = kSlots;
  restore.target_table_name = "Restored";
  restore.restore_date_time = absl::FromUnixSeconds(kNow + 60);
  ASSERT_EQ(Outcome(eu_.RestoreTableToPointInTime(restore)), "ok");
  GetItemRequest get;
  get.table_name = "Restored";
  get.key = SlotKey("room1");
  EXPECT_EQ(eu_.GetItem(get)->item->view().Find("holder")->bytes(), "alice");
}

// ---- Creation.

TEST_F(GlobalTablesTest, ANewReplicaHasTheItemsAndIndexesOfItsSource) {
  TableDefinition definition = IndexedTable("Indexed");
  definition.stream_specification = StreamSpecification{true, StreamViewType::kKeysOnly};
  definition.deletion_protection_enabled = true;
  definition.tags.emplace().push_back({"team", "booking"});
  ASSERT_EQ(Outcome(us_.CreateTable(definition)), "ok");
  TableUpdate update = CreateReplicaIn("eu-west-1");
  update.table_name = "Indexed";
  PutItemRequest put;
  put.table_name = "Indexed";
  put.item = AttributeMap{{"pk", S("p")}, {"sk", S("s")}, {"a", S("a")}, {"b", S("b")}};
  ASSERT_EQ(Outcome(us_.PutItem(put)), "ok");
  const Result<UpdateTableResponse> response = us_.UpdateTable(update);
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_EQ(Describe(response->table_description), "UPDATING: eu-west-1 CREATING");

  const TableDescription source = us_.DescribeTable({"Indexed"})->table;
  const TableDescription replica = eu_.DescribeTable({"Indexed"})->table;
  EXPECT_EQ(Describe(source), "ACTIVE: eu-west-1 ACTIVE");
  EXPECT_EQ(Describe(replica), "ACTIVE: us-east-1 ACTIVE");
  EXPECT_EQ(replica.table_arn, "arn:aws:dynamodb:eu-west-1:000000000000:table/Indexed");
  EXPECT_NE(replica.table_id, source.table_id);
  EXPECT_EQ(replica.item_count, 1u);
  EXPECT_EQ(replica.billing_mode_summary->billing_mode, BillingMode::kPayPerRequest);
  EXPECT_EQ(replica.stream->view_type, StreamViewType::kKeysOnly);
  EXPECT_NE(replica.stream->arn, source.stream->arn);
  EXPECT_FALSE(replica.deletion_protection_enabled) << "deletion protection is not replicated";
  EXPECT_THAT(eu_.ListTagsOfResource({replica.table_arn})->tags, IsEmpty());
  EXPECT_THAT(eu_.ListTables({})->table_names, ElementsAre("Indexed"));

  QueryRequest query;
  query.table_name = "Indexed";
  query.index_name = "local";
  query.key_condition_expression = "pk = :p";
  query.expression_fields.values = {{":p", S("p")}};
  EXPECT_EQ(eu_.Query(query)->count, 1u);
  query.index_name = "global";
  query.key_condition_expression = "b = :b";
  query.expression_fields.values = {{":b", S("b")}};
  EXPECT_EQ(eu_.Query(query)->count, 1u);
  // Both tables share the stored items, but a write changes only one table until it is replicated.
  put.item = AttributeMap{{"pk", S("p")}, {"sk", S("s")}, {"a", S("a")}, {"b", S("c")}};
  ASSERT_EQ(Outcome(us_.PutItem(put)), "ok");
  EXPECT_EQ(eu_.Query(query)->count, 1u);
  Deliver();
  EXPECT_EQ(eu_.Query(query)->count, 0u);
}

TEST_F(GlobalTablesTest, ATableWithoutAStreamGetsOne) {
  ASSERT_FALSE(us_.DescribeTable({kSlots})->table.stream.has_value());
  const Result<UpdateTableResponse> response = us_.UpdateTable(CreateReplicaIn("eu-west-1"));
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_EQ(response->table_description.stream->view_type, StreamViewType::kNewAndOldImages);
  EXPECT_EQ(eu_.DescribeTable({kSlots})->table.stream->view_type, StreamViewType::kNewAndOldImages);
}

TEST_F(GlobalTablesTest, AReplicaOfALargeTableReceivesWritesThatAreMadeWhileItsIndexesAreBuilt) {
  engine_.SetBackgroundWorker([] {});
  constexpr int kItems = static_cast<int>(kImmediateBuildItemsMax) + 1'000;
  for (int i = 0; i < kItems; ++i) ASSERT_EQ(Put(us_, "room" + std::to_string(i), "alice"), "ok");
  AddReplica();
  EXPECT_EQ(Describe(us_), "ACTIVE: eu-west-1 CREATING");
  EXPECT_EQ(Describe(eu_), "CREATING: us-east-1 ACTIVE");
  EXPECT_EQ(Put(eu_, "room1", "bob"), "ResourceNotFound: Requested resource not found");
  EXPECT_EQ(Update(us_, CreateReplicaIn("ap-south-1")),
            "ResourceInUse: The resource which you are attempting to change is in use.");
  ASSERT_EQ(Put(us_, "room1", "carol"), "ok");
  ASSERT_EQ(Delete(us_, "room2"), "ok");
  ASSERT_EQ(Put(us_, "new", "carol"), "ok");
  Deliver();
  EXPECT_EQ(Describe(us_), "ACTIVE: eu-west-1 ACTIVE");
  EXPECT_EQ(Slots(eu_).size(), static_cast<size_t>(kItems));
  EXPECT_EQ(Slots(eu_), Slots(us_));
  EXPECT_EQ(Slots(eu_, "by_holder"), Slots(us_));
  engine_.SetBackgroundWorker(nullptr);
}

TEST_F(GlobalTablesTest, AReplicaCanBeAddedInAnyRegionAndReceivesChangesThatItsSourceHasNotApplied) {
  AddReplica();
  ASSERT_EQ(Put(us_, "room1", "alice"), "ok");
  // This Region has not received the item yet when it becomes the source of a third replica.
  ASSERT_EQ(Slots(eu_), SlotMap());
  ASSERT_EQ(Update(eu_, CreateReplicaIn("ap-south-1")), "ok");
  Database& ap = engine_.database(kAccount, "ap-south-1");
  EXPECT_EQ(Slots(ap), SlotMap());
  Deliver();
  EXPECT_EQ(Slots(ap), (SlotMap{{"room1", "alice"}}));
  EXPECT_EQ(Describe(us_), "ACTIVE: eu-west-1 ACTIVE, ap-south-1 ACTIVE");
  EXPECT_EQ(Describe(eu_), "ACTIVE: us-east-1 ACTIVE, ap-south-1 ACTIVE");
  EXPECT_EQ(Describe(ap), "ACTIVE: us-east-1 ACTIVE, eu-west-1 ACTIVE");
}

TEST_F(GlobalTablesTest, AReplicasCommitNumbersContinueThoseOfItsSource) {
  for (int i = 0; i < 50; ++i) ASSERT_EQ(Put(us_, "room1", std::to_string(i)), "ok");
  AddReplica();
  EXPECT_GE(eu_.last_commit(), us_.last_commit());
}

// ---- Copies.

TEST_F(GlobalTablesTest, CopiesOfADatabaseHaveTablesWithoutReplicas) {
  AddReplica();
  ASSERT_EQ(Put(us_, "room1", "alice"), "ok");
  Deliver();
  const std::unique_ptr<Database> fork = us_.Fork();
  EXPECT_EQ(Describe(*fork), "ACTIVE");
  ASSERT_EQ(Put(*fork, "room1", "forked"), "ok");
  Deliver();
  EXPECT_EQ(Slots(eu_), (SlotMap{{"room1", "alice"}}));
  ASSERT_EQ(Put(us_, "room1", "bob"), "ok");
  Deliver();
  EXPECT_EQ(Slots(*fork), (SlotMap{{"room1", "forked"}}));
  EXPECT_EQ(Slots(eu_), (SlotMap{{"room1", "bob"}}));

  const Snapshot snapshot = us_.TakeSnapshot();
  EXPECT_EQ(Describe(us_), "ACTIVE: eu-west-1 ACTIVE") << "the original keeps its replicas";
  ASSERT_EQ(Put(eu_, "room2", "pending"), "ok");
  us_.Restore(snapshot);
  EXPECT_EQ(Describe(us_), "ACTIVE");
  EXPECT_EQ(Describe(eu_), "ACTIVE") << "the other Region's table has no replica any more";
  Deliver();
  EXPECT_EQ(Slots(us_), (SlotMap{{"room1", "bob"}}));
  EXPECT_EQ(Put(eu_, "room1", "carol"), "ok");
  Deliver();
  EXPECT_EQ(Slots(us_), (SlotMap{{"room1", "bob"}}));
}

TEST_F(GlobalTablesTest, AForkHasItsOwnReplicasInForksOfOtherRegions) {
  const std::shared_ptr<Database> us = engine_.fork(kAccount, "us-east-1", "test1");
  ASSERT_EQ(Update(*us, CreateReplicaIn("eu-west-1")), "ok");
  EXPECT_EQ(Describe(us_), "ACTIVE");
  EXPECT_EQ(Describe(eu_), "ResourceNotFound: Requested resource not found: Table: Slots not found");
  std::shared_ptr<Database> eu = engine_.Find(kAccount, "eu-west-1", "test1");
  ASSERT_NE(eu, nullptr);
  ASSERT_EQ(Put(*us, "room1", "alice"), "ok");
  Deliver();
  EXPECT_EQ(Slots(*eu), (SlotMap{{"room1", "alice"}}));

  eu.reset();
  engine_.DropForks({.region = "eu-west-1"});
  EXPECT_EQ(Describe(*us), "ACTIVE") << "the dropped database is no replica any more";
  ASSERT_EQ(Put(*us, "room1", "bob"), "ok");
  EXPECT_FALSE(engine_.RunBackgroundWork(absl::Seconds(1), false));
}

TEST_F(GlobalTablesTest, AResetDatabaseIsNoReplicaAnyMore) {
  AddReplica();
  AddReplica("ap-south-1");
  ASSERT_EQ(Put(us_, "room1", "alice"), "ok");
  eu_.Reset();
  EXPECT_EQ(Describe(us_), "ACTIVE: ap-south-1 ACTIVE");
  EXPECT_EQ(Describe(eu_), "ResourceNotFound: Requested resource not found: Table: Slots not found");
  engine_.Reset({.account = kAccount, .region = "us-east-1"});
  Database& ap = engine_.database(kAccount, "ap-south-1");
  EXPECT_EQ(Describe(ap), "ACTIVE");
  Deliver();
  EXPECT_EQ(Slots(ap), (SlotMap{{"room1", "alice"}})) << "the write before the reset is still delivered";
}

TEST_F(GlobalTablesTest, ARestoreOfEveryDatabaseDisconnectsReplicas) {
  AddReplica();
  ASSERT_EQ(Put(us_, "room1", "alice"), "ok");
  Deliver();
  const EngineSnapshot snapshot = engine_.TakeSnapshot({});
  ASSERT_EQ(Delete(us_, "room1"), "ok");
  engine_.Restore(snapshot);
  EXPECT_EQ(Describe(us_), "ACTIVE");
  EXPECT_EQ(Describe(eu_), "ACTIVE");
  EXPECT_EQ(Slots(us_), (SlotMap{{"room1", "alice"}}));
  EXPECT_EQ(Slots(eu_), (SlotMap{{"room1", "alice"}}));
  ASSERT_EQ(Put(us_, "room1", "bob"), "ok");
  Deliver();
  EXPECT_EQ(Slots(eu_), (SlotMap{{"room1", "alice"}}));
}

}  // namespace
}  // namespace holdfast::testing
