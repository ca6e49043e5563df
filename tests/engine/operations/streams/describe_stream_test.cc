#include "engine/operations/streams/describe_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/operations/streams/stream_table.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

DescribeStreamRequest Describing(std::optional<std::string> arn = kItemsStreamArn) {
  DescribeStreamRequest request;
  request.stream_arn = std::move(arn);
  return request;
}

std::vector<std::string> Ids(const Result<DescribeStreamResponse>& response) {
  if (!response.ok()) return {Outcome(response)};
  std::vector<std::string> ids;
  for (const StreamShardDescription& shard : response->shards) ids.push_back(shard.id);
  return ids;
}

TEST(DescribeStream, DescribesTheStreamAndItsTable) {
  StreamTable table(WithStream(PlainTable(kItems), StreamViewType::kOldImage));
  const auto response = DescribeStream(table.state, Describing());
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_EQ(response->stream_arn, kItemsStreamArn);
  EXPECT_EQ(response->stream_label, "2024-04-06T02:38:35.842");
  EXPECT_EQ(response->stream_status, StreamStatus::kEnabled);
  EXPECT_EQ(response->stream_view_type, StreamViewType::kOldImage);
  EXPECT_EQ(response->creation_request_time, table.clock->Now());
  EXPECT_EQ(response->table_name, kItems);
  EXPECT_EQ(response->key_schema.hash[0].name, "pk");
  EXPECT_EQ(response->key_schema.range[0].name, "sk");
  EXPECT_THAT(response->shards, SizeIs(4));
}

TEST(DescribeStream, AProvisionedTableStartsWithOneShard) {
  StreamTable table(WithStream(ProvisionedTable(kItems)));
  EXPECT_THAT(table.Shards(), SizeIs(1));
}

TEST(DescribeStream, ReturnsShardsInPages) {
  StreamTable table;
  const std::vector<std::string> all = Ids(DescribeStream(table.state, Describing()));
  DescribeStreamRequest request = Describing();
  request.limit = 3;
  const auto first = DescribeStream(table.state, request);
  EXPECT_THAT(Ids(first), ElementsAre(all[0], all[1], all[2]));
  EXPECT_EQ(first->last_evaluated_shard_id, all[2]);
  request.exclusive_start_shard_id = first->last_evaluated_shard_id;
  const auto second = DescribeStream(table.state, request);
  EXPECT_THAT(Ids(second), ElementsAre(all[3]));
  EXPECT_EQ(second->last_evaluated_shard_id, std::nullopt);
  // The exclusive start shard need not exist.
  request.exclusive_start_shard_id = "shardId-00000000000000000000-00000000";
  EXPECT_THAT(Ids(DescribeStream(table.state, request)), ElementsAre(all[0], all[1], all[2]));
}

TEST(DescribeStream, FindsTheChildrenOfAShard) {
  StreamTable table(WithStream(ProvisionedTable(kItems)));
  table.clock->Advance(absl::Hours(9));
  const std::vector<StreamShardDescription> shards = table.Shards();
  ASSERT_THAT(shards, SizeIs(3));
  DescribeStreamRequest request = Describing();
  request.shard_filter = {ShardFilterType::kChildShards, shards[0].id};
  EXPECT_THAT(Ids(DescribeStream(table.state, request)), ElementsAre(shards[1].id));
  request.shard_filter->shard_id = shards[2].id;
  EXPECT_THAT(Ids(DescribeStream(table.state, request)), IsEmpty());
  // The oldest shard is gone, but its child is still found.
  table.clock->Advance(absl::Hours(19) + absl::Milliseconds(1));
  request.shard_filter->shard_id = shards[0].id;
  EXPECT_THAT(Ids(DescribeStream(table.state, request)), ElementsAre(shards[1].id));
}

TEST(DescribeStream, RefusesBadMembers) {
  const std::string one_error = "1 validation error detected: Value ";
  const std::string failed = " failed to satisfy constraint: Member must ";
  const std::string filter =
      "One or more parameter values were invalid: ShardFilter.ShardId is required, with ShardFilter.Type CHILD_SHARDS";
  const std::string shard = "shardId-00000000000000000000-00000000";
  using Type = EnumField<ShardFilterType>;
  const std::string unknown = kItemsStreamArn + "0";
  const std::pair<DescribeStreamRequest, std::string> kCases[] = {
      {{}, one_error + "null at 'streamArn'" + failed + "not be null"},
      {{.stream_arn = "short"}, "Invalid StreamArn"},
      {{.stream_arn = "short", .limit = 0}, "Invalid StreamArn"},
      {{.stream_arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Items"}, "Invalid StreamArn"},
      {{.stream_arn = unknown}, "ResourceNotFound: Requested resource not found: Stream: " + unknown + " not found"},
      {{.stream_arn = kItemsStreamArn + std::string(1'024 - kItemsStreamArn.size(), '0')},
       "ResourceNotFound: Requested resource not found: Stream: " + kItemsStreamArn +
           std::string(1'024 - kItemsStreamArn.size(), '0') + " not found"},
      {{.stream_arn = kItemsStreamArn + std::string(1'025 - kItemsStreamArn.size(), '0')},
       one_error + "'" + kItemsStreamArn + std::string(1'025 - kItemsStreamArn.size(), '0') + "' at 'streamArn'" +
           failed + "have length less than or equal to 1024"},
      {{.stream_arn = kItemsStreamArn, .limit = 0},
       one_error + "'0' at 'limit'" + failed + "have value greater than or equal to 1"},
      {{.stream_arn = kItemsStreamArn, .limit = 101},
       one_error + "'101' at 'limit'" + failed + "have value less than or equal to 100"},
      {{.stream_arn = kItemsStreamArn, .exclusive_start_shard_id = "s"},
       one_error + "'s' at 'exclusiveStartShardId'" + failed + "have length greater than or equal to 28"},
      {{.stream_arn = kItemsStreamArn, .shard_filter = ShardFilter{ShardFilterType::kChildShards, "s"}},
       one_error + "'s' at 'shardFilter.shardId'" + failed + "have length greater than or equal to 28"},
      {{.stream_arn = kItemsStreamArn, .shard_filter = ShardFilter{ShardFilterType::kChildShards, {}}}, filter},
      {{.stream_arn = kItemsStreamArn, .shard_filter = ShardFilter{{}, shard}}, filter},
      {{.stream_arn = kItemsStreamArn, .shard_filter = ShardFilter{Type::FromText("PARENTS"), shard}}, filter},
  };
  StreamTable table;
  for (const auto& [request, outcome] : kCases) EXPECT_EQ(Outcome(DescribeStream(table.state, request)), outcome);
}

}  // namespace
}  // namespace holdfast::testing
