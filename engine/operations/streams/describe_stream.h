// DescribeStream: a stream's status, and its shards with their lineage, a page of shards at a time.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_DescribeStream.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "engine/base/enum_field.h"
#include "engine/base/result.h"
#include "engine/schema/table_definition.h"
#include "engine/schema/table_schema.h"
#include "engine/streams/table_stream.h"

namespace holdfast {
struct DatabaseState;

enum class ShardFilterType { kChildShards };
template <>
struct EnumNames<ShardFilterType> {
  using E = ShardFilterType;
  static constexpr EnumName<E> kNames[] = {{E::kChildShards, "CHILD_SHARDS"}};
};

struct ShardFilter {
  EnumField<ShardFilterType> type = {};
  std::optional<std::string> shard_id = std::nullopt;
};

struct DescribeStreamRequest {
  std::optional<std::string> stream_arn = std::nullopt;
  std::optional<int32_t> limit = std::nullopt;
  std::optional<std::string> exclusive_start_shard_id = std::nullopt;
  // Selects the children of one shard. That shard itself may have been trimmed already.
  std::optional<ShardFilter> shard_filter = std::nullopt;
};

enum class StreamStatus { kEnabling, kEnabled, kDisabling, kDisabled };
template <>
struct EnumNames<StreamStatus> {
  using E = StreamStatus;
  static constexpr EnumName<E> kNames[] = {
      {E::kEnabling, "ENABLING"}, {E::kEnabled, "ENABLED"}, {E::kDisabling, "DISABLING"}, {E::kDisabled, "DISABLED"}};
};

struct DescribeStreamResponse {
  std::string stream_arn;
  std::string stream_label;
  StreamStatus stream_status = StreamStatus::kEnabled;
  StreamViewType stream_view_type = StreamViewType::kNewAndOldImages;
  absl::Time creation_request_time;
  std::string table_name;
  KeySchema key_schema;
  // Ascending by id.
  std::vector<StreamShardDescription> shards;
  // The id of the last of these shards, if more remain.
  std::optional<std::string> last_evaluated_shard_id;
};

Result<DescribeStreamResponse> DescribeStream(DatabaseState& database, const DescribeStreamRequest& request);

}  // namespace holdfast
