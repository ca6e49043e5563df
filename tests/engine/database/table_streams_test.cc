#include "engine/database/table_streams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/stored_bytes.h"
#include "engine/operations/settings/put_resource_policy.h"
#include "engine/operations/settings/tag_resource.h"
#include "engine/operations/streams/list_streams.h"
#include "engine/operations/tables/delete_table.h"
#include "engine/operations/tables/describe_table.h"
#include "engine/operations/tables/update_table.h"
#include "tests/engine/operations/streams/stream_table.h"
#include "tests/engine/operations/transactions/transaction_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

const std::string kStreams = "arn:aws:dynamodb:us-east-1:000000000000:table/Items/stream/";

std::optional<LatestStream> Described(DatabaseState& state) { return DescribeTable(state, {kItems})->table.stream; }

std::vector<std::string> Labels(DatabaseState& state) {
  std::vector<std::string> labels;
  const auto response = ListStreams(state, {});
  for (const auto& stream : response->streams) labels.push_back(stream.stream_label);
  return labels;
}

TEST(TableStreams, CreateTableReturnsTheStreamAlready) {
  TestDatabase database;
  const auto created = CreateTable(database.state, WithStream(PlainTable(kItems), StreamViewType::kKeysOnly));
  ASSERT_EQ(Outcome(created), "ok");
  const std::optional<LatestStream>& stream = created->table_description.stream;
  ASSERT_TRUE(stream.has_value());
  EXPECT_EQ(stream->view_type, StreamViewType::kKeysOnly);
  EXPECT_EQ(stream->label, "2024-04-06T02:38:35.842");
  EXPECT_EQ(stream->arn, kItemsStreamArn);
}

TEST(TableStreams, StreamsOfDeletedTablesAndTheirPoliciesCountTowardsTheMemoryLimit) {
  EngineOptions options;
  options.max_memory_bytes = StoredBytes::Total() + 5'000'000;
  TestDatabase database(options);
  const std::string policy = R"({"Statement":")" + std::string(19'000, 'x') + R"("})";
  const auto with_stream = WithStream(PlainTable(kItems));
  ASSERT_EQ(Outcome(CreateTable(database.state, PlainTable("Plain"))), "ok");
  const auto refused = [](const auto& response) { return Outcome(response).find("memory limit") != std::string::npos; };
  int created = 0;
  for (; created < 1'000; ++created) {
    const auto table = CreateTable(database.state, with_stream);
    if (!table.ok()) break;
    const auto put = PutResourcePolicy(database.state, {table->table_description.stream->arn, policy, std::nullopt});
    EXPECT_TRUE(put.ok() || refused(put));
    ASSERT_EQ(Outcome(DeleteTable(database.state, {kItems})), "ok");
  }
  EXPECT_GT(created, 100);
  EXPECT_LT(created, 500);
  EXPECT_TRUE(refused(CreateTable(database.state, with_stream)));
  const std::string stream = kStreams + Labels(database.state).front();
  EXPECT_TRUE(refused(PutResourcePolicy(database.state, {stream, policy, std::nullopt})));
  EXPECT_TRUE(refused(TagResource(database.state, {stream, {{Tag{"key", "value"}}}})));

  EXPECT_TRUE(refused(CreateTable(database.state, PlainTable(kItems))));
  TableUpdate enable;
  enable.table_name = "Plain";
  enable.stream_specification = {true, StreamViewType::kKeysOnly};
  EXPECT_TRUE(refused(UpdateTable(database.state, enable)));
  EXPECT_EQ(Outcome(TagResource(database.state, {database.state.tables.Find("Plain")->arn(), {{Tag{"key", "value"}}}})),
            "ok");
  database.clock->Advance(absl::Hours(25));
  while (database.state.streams.FreeSomeTrimmed(database.clock->Now())) continue;
  EXPECT_THAT(Labels(database.state), SizeIs(0));
  EXPECT_EQ(Outcome(UpdateTable(database.state, enable)), "ok");
}

TEST(TableStreams, ATableThatIsRefusedLeavesNoStream) {
  StreamTable table;
  EXPECT_EQ(Outcome(CreateTable(table.state, WithStream(PlainTable(kItems)))),
            "ResourceInUse: Table already exists: Items");
  EXPECT_THAT(Labels(table.state), SizeIs(1));
}

TEST(TableStreams, RecordsOnlyWritesWhileItIsEnabled) {
  StreamTable table(PlainTable(kItems));
  EXPECT_FALSE(Described(table.state).has_value());
  table.Store(Key("p", "before"));
  EnableStream(table.state, table.table(), StreamViewType::kNewAndOldImages);
  EXPECT_EQ(Described(table.state)->arn, kItemsStreamArn);
  EXPECT_TRUE(Described(table.state)->view_type.has_value());
  table.Store(Key("p", "while"));
  DisableStream(table.state, table.table());
  EXPECT_EQ(Described(table.state)->arn, kItemsStreamArn) << "the ARN stays";
  EXPECT_FALSE(Described(table.state)->view_type.has_value());
  table.Store(Key("p", "after"));
  EXPECT_THAT(table.Changes(),
              ElementsAre("INSERT " + Text(Key("p", "while")) + ": (absent) -> " + Text(Key("p", "while"))));
  EXPECT_EQ(DescribeStream(table.state, {.stream_arn = kItemsStreamArn})->stream_status, StreamStatus::kDisabled);
  DisableStream(table.state, table.table());
  EXPECT_THAT(Labels(table.state), SizeIs(1));
}

TEST(TableStreams, StreamsEnabledInOneMillisecondHaveDifferentLabels) {
  StreamTable table;
  DisableStream(table.state, table.table());
  EnableStream(table.state, table.table(), StreamViewType::kNewImage);
  EXPECT_EQ(Described(table.state)->arn, kStreams + "2024-04-06T02:38:35.843");
  ASSERT_EQ(Outcome(DeleteTable(table.state, {kItems})), "ok");
  table.Create(WithStream(PlainTable(kItems)));
  EXPECT_EQ(Described(table.state)->arn, kStreams + "2024-04-06T02:38:35.844");
  table.Store(Key("p", "s"));
  EXPECT_THAT(table.Changes(kStreams + "2024-04-06T02:38:35.844"), SizeIs(1));
  EXPECT_THAT(table.Changes(kStreams + "2024-04-06T02:38:35.843"), SizeIs(0));
  EXPECT_THAT(Labels(table.state), SizeIs(3));
}

TEST(TableStreams, ATakenLabelIsReplacedByTheOneAfterTheLatest) {
  StreamTable table;
  const absl::Time start = table.clock->Now();
  const auto restart_at = [&table](absl::Time time) {
    table.clock->Set(time);
    DisableStream(table.state, table.table());
    EnableStream(table.state, table.table(), StreamViewType::kKeysOnly);
    return Described(table.state)->label;
  };
  EXPECT_EQ(restart_at(start), "2024-04-06T02:38:35.843");
  EXPECT_EQ(restart_at(start + absl::Milliseconds(20)), "2024-04-06T02:38:35.862");
  EXPECT_EQ(restart_at(start), "2024-04-06T02:38:35.863");
  EXPECT_EQ(restart_at(start + absl::Milliseconds(5)), "2024-04-06T02:38:35.847") << "it is free";
  EXPECT_THAT(Labels(table.state), SizeIs(5));
}

TEST(TableStreams, DeleteTableEndsTheStream) {
  StreamTable table;
  ASSERT_EQ(Outcome(DeleteTable(table.state, {kItems})), "ok");
  const auto stream = DescribeStream(table.state, {.stream_arn = kItemsStreamArn});
  EXPECT_EQ(stream->stream_status, StreamStatus::kDisabled);
  ASSERT_FALSE(stream->shards.empty());
  for (const StreamShardDescription& shard : stream->shards) EXPECT_TRUE(shard.ending.has_value());
}

// Transactions of two items race with a stream that is enabled and disabled. Every transaction is recorded as a whole
// or not at all, and no shard ends before the sequence number at which it starts.
TEST(TableStreams, ATransactionIsNeverRecordedPartially) {
  constexpr int kRounds = 40;
  constexpr int kWriters = 3;
  // The thread that switches the stream may wait long for a processor: this limit keeps the writers from filling the
  // memory meanwhile.
  constexpr int kWritesPerRound = 1'000;
  StreamTable table(PlainTable(kItems));
  std::atomic<int> rounds = 0;
  std::atomic<bool> done = false;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([&, writer] {
      for (int n = 0; !done; ++n) {
        while (!done && n >= kWritesPerRound * rounds) std::this_thread::yield();
        const std::string sk = std::to_string(writer) + "-" + std::to_string(n);
        const auto written =
            TransactWriteItems(table.state, Transaction({TransactPut(Key("left", sk)), TransactPut(Key("right", sk))}));
        ASSERT_TRUE(written.ok());
      }
    });
  }
  std::vector<std::string> arns;
  for (int round = 0; round < kRounds; ++round) {
    EnableStream(table.state, table.table(), StreamViewType::kKeysOnly);
    arns.push_back(Described(table.state)->arn);
    ++rounds;
    while (table.Records(arns.back()).empty()) std::this_thread::yield();
    DisableStream(table.state, table.table());
  }
  done = true;
  for (std::thread& writer : writers) writer.join();

  EXPECT_EQ(std::set<std::string>(arns.begin(), arns.end()).size(), arns.size());
  for (const std::string& arn : arns) {
    std::map<std::string, int> halves;
    for (const RecordDescription& record : table.Records(arn)) {
      ++halves[std::string(record.keys.Find("sk")->bytes())];
    }
    for (const auto& [sk, count] : halves) EXPECT_EQ(count, 2) << sk << " in " << arn;
    for (const StreamShardDescription& shard : table.Shards(arn)) {
      ASSERT_TRUE(shard.ending.has_value());
      EXPECT_LE(shard.starting, *shard.ending);
    }
  }
}

}  // namespace
}  // namespace holdfast::testing
