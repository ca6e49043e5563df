// Snapshots, restores and forks: a copy shows one moment, and changes of copy and original do not affect each other.
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/engine.h"
#include "engine/operations.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/engine/stream_records.h"

namespace holdfast {
namespace {

using AV = AttributeValue;

constexpr char kTable[] = "Slots";

class CopiesTest : public ::testing::Test {
 protected:
  CopiesTest() { EXPECT_TRUE(database_.CreateTable(SlotsTable()).ok()); }

  static TableDefinition SlotsTable() {
    TableDefinition definition = PlainTable(kTable);
    definition.attribute_definitions = {Define("pk"), Define("holder"), Define("city")};
    definition.key_schema = {Hash("pk")};
    definition.global_secondary_indexes = {GlobalIndexOf("by_holder", {Hash("holder")}),
                                           GlobalIndexOf("by_city", {Hash("city")})};
    return definition;
  }

  static AttributeMap Key(const std::string& pk) { return {{"pk", AV::String(pk)}}; }

  static void Put(Database& database, const std::string& pk, const std::string& holder) {
    PutItemRequest request;
    request.table_name = kTable;
    request.item = AttributeMap{{"pk", AV::String(pk)}, {"holder", AV::String(holder)}, {"city", AV::String("Bilbao")}};
    ASSERT_TRUE(database.PutItem(request).ok());
  }
  // The holder of an item; empty if there is no such item.
  static std::string HolderOf(Database& database, const std::string& pk) {
    GetItemRequest request;
    request.table_name = kTable;
    request.key = Key(pk);
    const Result<GetItemResponse> response = database.GetItem(request);
    if (!response.ok() || !response->item.has_value()) return "";
    const std::optional<ValueView> holder = response->item->view().Find("holder");
    return holder.has_value() ? std::string(holder->bytes()) : "";
  }
  static size_t CountHeldBy(Database& database, const std::string& holder) {
    QueryRequest request;
    request.table_name = kTable;
    request.index_name = "by_holder";
    request.key_condition_expression = "holder = :h";
    request.expression_fields.values = {{":h", AV::String(holder)}};
    const Result<QueryResponse> response = database.Query(request);
    EXPECT_TRUE(response.ok());
    return response.ok() ? response->count : 0;
  }

  // The partition keys in the records of the database's only stream.
  static std::set<std::string> RecordedKeys(Database& database) {
    std::set<std::string> keys;
    for (const RecordDescription& record :
         testing::StreamRecords(database, database.ListStreams({})->streams.front().stream_arn)) {
      keys.insert(std::string(record.keys.view().Find("pk")->bytes()));
    }
    return keys;
  }

  Engine engine_{{}, std::make_shared<VirtualClock>(absl::FromUnixSeconds(1'700'000'000)), 7};
  Database& database_ = engine_.database("000000000000", "us-east-1");
};

TEST_F(CopiesTest, RestoringBringsBackItemsIndexesAndTables) {
  Put(database_, "room7", "alice");
  const Snapshot snapshot = database_.TakeSnapshot();
  Put(database_, "room7", "bob");
  Put(database_, "room8", "bob");
  ASSERT_TRUE(database_.DeleteTable({.table_name = kTable}).ok());
  TableDefinition other = PlainTable("Other");
  ASSERT_TRUE(database_.CreateTable(other).ok());

  database_.Restore(snapshot);
  EXPECT_EQ(HolderOf(database_, "room7"), "alice");
  EXPECT_EQ(HolderOf(database_, "room8"), "");
  EXPECT_EQ(CountHeldBy(database_, "alice"), 1u);
  EXPECT_EQ(CountHeldBy(database_, "bob"), 0u);
  EXPECT_EQ(database_.ListTables({})->table_names, std::vector<std::string>{kTable});

  // A snapshot can be restored more than once.
  Put(database_, "room7", "carol");
  database_.Restore(snapshot);
  EXPECT_EQ(HolderOf(database_, "room7"), "alice");
}

TEST_F(CopiesTest, AForkHasTheTagsPoliciesAndTimeToLiveOfTablesAndStreams) {
  TableDefinition definition = PlainTable("Recorded");
  definition.stream_specification = {true, StreamViewType::kKeysOnly};
  const std::string table = database_.CreateTable(definition)->table_description.table_arn;
  const std::string stream = database_.ListStreams({})->streams.front().stream_arn;
  for (const std::string& arn : {table, stream}) {
    ASSERT_TRUE(database_.TagResource({arn, std::vector<Tag>{Tag{"of", arn}}}).ok());
    ASSERT_TRUE(database_.PutResourcePolicy({arn, "policy of " + arn, {}}).ok());
  }
  ASSERT_TRUE(database_.UpdateTimeToLive({"Recorded", TimeToLiveSpecification{true, "ttl"}}).ok());

  const std::unique_ptr<Database> fork = database_.Fork();
  for (const std::string& arn : {table, stream}) {
    EXPECT_EQ(fork->ListTagsOfResource({arn})->tags, (TagSet{{"of", arn}}));
    EXPECT_EQ(fork->GetResourcePolicy({arn})->policy, "policy of " + arn);
    ASSERT_TRUE(fork->UntagResource({arn, std::vector<std::string>{"of"}}).ok());
    EXPECT_EQ(database_.ListTagsOfResource({arn})->tags.size(), 1u) << "the original keeps its tags";
  }
  EXPECT_EQ(fork->DescribeTimeToLive({"Recorded"})->attribute_name, "ttl");
}

TEST_F(CopiesTest, RestoringBringsBackTheClockAndTheSequenceOfIds) {
  database_.StopClock(absl::FromUnixSeconds(1'800'000'000));
  const Snapshot snapshot = database_.TakeSnapshot();
  TableDefinition other = PlainTable("Other");
  const std::string id = database_.CreateTable(other)->table_description.table_id;
  database_.AdvanceClock(absl::Hours(3));

  database_.Restore(snapshot);
  EXPECT_EQ(database_.Now(), absl::FromUnixSeconds(1'800'000'000));
  EXPECT_EQ(database_.CreateTable(other)->table_description.table_id, id);
}

TEST_F(CopiesTest, RestoringForgetsTheTokensOfUndoneTransactions) {
  TransactWriteItemsRequest request;
  TransactWriteItem action;
  action.put.emplace();
  action.put->table_name = kTable;
  action.put->item = AttributeMap{{"pk", AV::String("room9")}, {"holder", AV::String("alice")}};
  request.transact_items = {action};
  request.client_request_token = "token";
  const Snapshot before = database_.TakeSnapshot();
  ASSERT_TRUE(database_.TransactWriteItems(request).ok());
  const Snapshot after = database_.TakeSnapshot();

  database_.Restore(before);
  ASSERT_TRUE(database_.TransactWriteItems(request).ok());
  EXPECT_EQ(HolderOf(database_, "room9"), "alice");

  // This snapshot includes the token, so the repeated request succeeds and writes nothing.
  database_.Restore(after);
  DeleteItemRequest deletion;
  deletion.table_name = kTable;
  deletion.key = Key("room9");
  ASSERT_TRUE(database_.DeleteItem(deletion).ok());
  ASSERT_TRUE(database_.TransactWriteItems(request).ok());
  EXPECT_EQ(HolderOf(database_, "room9"), "");
}

TEST_F(CopiesTest, AForkAndItsOriginalDoNotSeeEachOthersChanges) {
  Put(database_, "room7", "alice");
  const std::unique_ptr<Database> fork = database_.Fork();
  Put(*fork, "room7", "bob");
  Put(database_, "room8", "carol");
  EXPECT_EQ(HolderOf(database_, "room7"), "alice");
  EXPECT_EQ(HolderOf(*fork, "room7"), "bob");
  EXPECT_EQ(HolderOf(*fork, "room8"), "");
  EXPECT_EQ(CountHeldBy(database_, "bob"), 0u);
  EXPECT_EQ(CountHeldBy(*fork, "bob"), 1u);
  fork->StopClock(absl::FromUnixSeconds(1));
  EXPECT_FALSE(database_.IsClockStopped());
}

TEST_F(CopiesTest, AForkForAnotherAccountHasThatAccountsArns) {
  const std::unique_ptr<Database> fork = database_.Fork("123456789012", "eu-west-1");
  EXPECT_EQ(fork->DescribeTable({.table_name = kTable})->table.table_arn,
            "arn:aws:dynamodb:eu-west-1:123456789012:table/Slots");
}

TEST_F(CopiesTest, AResetDatabaseIsEmpty) {
  Put(database_, "room7", "alice");
  database_.Reset();
  EXPECT_TRUE(database_.ListTables({})->table_names.empty());
  ASSERT_TRUE(database_.CreateTable(SlotsTable()).ok());
  EXPECT_EQ(HolderOf(database_, "room7"), "");
}

TEST_F(CopiesTest, NamedForksAreMadeOnceAndDropped) {
  Put(database_, "room7", "alice");
  const std::shared_ptr<Database> one = engine_.fork("000000000000", "us-east-1", "test-1");
  EXPECT_EQ(engine_.fork("000000000000", "us-east-1", "test-1"), one);
  Put(*one, "room7", "bob");
  EXPECT_EQ(HolderOf(*engine_.fork("000000000000", "us-east-1", "test-2"), "room7"), "alice");
  EXPECT_EQ(engine_.Select({.fork = "test-1"}).size(), 1u);
  engine_.DropForks({.fork = "test-1"});
  EXPECT_EQ(HolderOf(*engine_.fork("000000000000", "us-east-1", "test-1"), "room7"), "alice");
}

TEST(TemplateAccount, DatabasesStartAsCopiesOfItAndAreResetToIt) {
  Engine engine({.template_account = "111111111111"}, nullptr, 7);
  TableDefinition definition = PlainTable(kTable);
  ASSERT_TRUE(engine.database("111111111111", "us-east-1").CreateTable(definition).ok());
  Database& worker = engine.database("222222222222", "us-east-1");
  EXPECT_EQ(worker.ListTables({})->table_names.size(), 1u);
  ASSERT_TRUE(worker.DeleteTable({.table_name = kTable}).ok());
  engine.Reset({.account = "222222222222"});
  EXPECT_EQ(worker.ListTables({})->table_names.size(), 1u);
  EXPECT_EQ(worker.DescribeTable({.table_name = kTable})->table.table_arn,
            "arn:aws:dynamodb:us-east-1:222222222222:table/Slots");
}

TEST(TemplateAccount, AResetOfAllDatabasesEmptiesItAndItsCopies) {
  Engine engine({.template_account = "222222222222"}, nullptr, 7);
  ASSERT_TRUE(engine.database("222222222222", "us-east-1").CreateTable(PlainTable(kTable)).ok());
  // One account sorts before the template account, and one after it.
  for (const char* account : {"111111111111", "333333333333"}) engine.database(account, "us-east-1");
  engine.Reset({});
  for (const char* account : {"111111111111", "222222222222", "333333333333"}) {
    EXPECT_TRUE(engine.database(account, "us-east-1").ListTables({})->table_names.empty()) << account;
  }
}

TEST(TemplateAccount, DatabasesCreatedSinceASnapshotBecomeCopiesOfTheRestoredTemplate) {
  Engine engine({.template_account = "222222222222"}, nullptr, 7);
  Database& filled = engine.database("222222222222", "us-east-1");
  ASSERT_TRUE(filled.CreateTable(PlainTable(kTable)).ok());
  const EngineSnapshot snapshot = engine.TakeSnapshot({});
  ASSERT_TRUE(filled.CreateTable(PlainTable("Since")).ok());
  // In eu-west-1 the template account's database, too, is created after the snapshot. Of the other accounts, one sorts
  // before the template account, and one after it.
  ASSERT_TRUE(engine.database("222222222222", "eu-west-1").CreateTable(PlainTable("Since")).ok());
  for (const char* account : {"111111111111", "333333333333"}) {
    for (const char* region : {"us-east-1", "eu-west-1"}) {
      ASSERT_FALSE(engine.database(account, region).ListTables({})->table_names.empty());
    }
  }
  engine.Restore(snapshot);
  for (const char* account : {"111111111111", "222222222222", "333333333333"}) {
    EXPECT_EQ(engine.database(account, "us-east-1").ListTables({})->table_names, std::vector<std::string>{kTable})
        << account;
    EXPECT_TRUE(engine.database(account, "eu-west-1").ListTables({})->table_names.empty()) << account;
  }
}

TEST_F(CopiesTest, CopiesHaveTheStreamAndRecordTheirOwnChanges) {
  TableDefinition definition = PlainTable("Streamed");
  definition.attribute_definitions = {Define("pk")};
  definition.key_schema = {Hash("pk")};
  definition.stream_specification = {true, StreamViewType::kKeysOnly};
  ASSERT_TRUE(database_.CreateTable(definition).ok());
  const auto put = [](Database& database, const std::string& pk) {
    PutItemRequest request;
    request.table_name = "Streamed";
    request.item = Key(pk);
    ASSERT_TRUE(database.PutItem(request).ok());
  };
  put(database_, "before");
  const std::unique_ptr<Database> fork = database_.Fork("123456789012", "eu-west-1");
  const Snapshot snapshot = database_.TakeSnapshot();
  put(*fork, "in the fork");
  put(database_, "lost");
  database_.Restore(snapshot);
  put(database_, "after");
  EXPECT_EQ(RecordedKeys(*fork), (std::set<std::string>{"before", "in the fork"}));
  EXPECT_EQ(RecordedKeys(database_), (std::set<std::string>{"before", "after"}));
  EXPECT_EQ(fork->ListStreams({})->streams.front().stream_arn.substr(0, 60),
            "arn:aws:dynamodb:eu-west-1:123456789012:table/Streamed/strea");
}

TEST_F(CopiesTest, MovingTheClockDeletesExpiredItems) {
  UpdateTimeToLiveRequest request;
  request.table_name = kTable;
  request.time_to_live_specification = TimeToLiveSpecification{true, "expires"};
  ASSERT_TRUE(database_.UpdateTimeToLive(request).ok());
  PutItemRequest hold;
  hold.table_name = kTable;
  hold.item = AttributeMap{{"pk", AV::String("hold")},
                           {"holder", AV::String("alice")},
                           {"expires", AV::Number(absl::ToUnixSeconds(database_.Now() + absl::Minutes(15)))}};
  ASSERT_TRUE(database_.PutItem(hold).ok());
  database_.AdvanceClock(absl::Minutes(14));
  EXPECT_EQ(HolderOf(database_, "hold"), "alice");
  database_.AdvanceClock(absl::Minutes(2));
  EXPECT_EQ(HolderOf(database_, "hold"), "");
}

// Each transaction puts two items with one holder. In each copy that is made meanwhile the holders are equal, and later
// transactions do not change the copy.
TEST_F(CopiesTest, CopiesMadeDuringWritesShowOneMoment) {
  constexpr int kCopies = 200;
  std::atomic<bool> stop{false};
  const auto set_both = [&](int number) {
    TransactWriteItemsRequest request;
    std::vector<TransactWriteItem> actions;
    for (const char* pk : {"left", "right"}) {
      TransactWriteItem& action = actions.emplace_back();
      action.put.emplace();
      action.put->table_name = kTable;
      action.put->item = AttributeMap{{"pk", AV::String(pk)}, {"holder", AV::String(std::to_string(number))}};
    }
    request.transact_items = std::move(actions);
    return database_.TransactWriteItems(request).ok();
  };
  ASSERT_TRUE(set_both(0));
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 3; ++writer) {
    writers.emplace_back([&, writer] {
      for (int i = writer; !stop; i += 3) {
        if (!set_both(i)) ADD_FAILURE() << "a writer was refused";
      }
    });
  }
  for (int i = 0; i < kCopies; ++i) {
    const std::unique_ptr<Database> fork = database_.Fork();
    const std::string left = HolderOf(*fork, "left");
    EXPECT_EQ(left, HolderOf(*fork, "right"));
    EXPECT_EQ(CountHeldBy(*fork, left), 2u);
    Put(*fork, "left", "fork");
    EXPECT_EQ(CountHeldBy(*fork, "fork"), 1u);
  }
  stop = true;
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(CountHeldBy(database_, "fork"), 0u);
}

}  // namespace
}  // namespace holdfast
