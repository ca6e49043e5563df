#include "engine/operations/streams/describe_stream.h"

#include <memory>
#include <utility>

#include "engine/base/limits.h"
#include "engine/database/database_state.h"
#include "engine/database/scheduled_transitions.h"
#include "engine/errors/stream_errors.h"
#include "engine/operations/streams/stream_request.h"

namespace holdfast {
namespace {

Status Validate(const DescribeStreamRequest& request) {
  if (request.stream_arn) HOLDFAST_RETURN_IF_ERROR(CheckStreamArn(*request.stream_arn));
  errors::Constraints constraints;
  CheckStreamArnMember(request.stream_arn, &constraints);
  if (request.limit) {
    constraints.AtLeast(*request.limit, 1, "limit");
    constraints.AtMost(*request.limit, static_cast<int64_t>(limits::kDescribeStreamPageMax), "limit");
  }
  if (request.exclusive_start_shard_id) {
    CheckShardIdLength(*request.exclusive_start_shard_id, "exclusiveStartShardId", &constraints);
  }
  if (request.shard_filter && request.shard_filter->shard_id) {
    CheckShardIdLength(*request.shard_filter->shard_id, "shardFilter.shardId", &constraints);
  }
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  if (!request.shard_filter) return {};
  const bool complete = request.shard_filter->type.is(ShardFilterType::kChildShards) && request.shard_filter->shard_id;
  return complete ? Status() : errors::InvalidShardFilter();
}

bool IsRequested(const DescribeStreamRequest& request, const StreamShardDescription& shard) {
  const std::optional<std::string>& start = request.exclusive_start_shard_id;
  if (start && shard.id <= *start) return false;
  return !request.shard_filter || shard.parent_id == request.shard_filter->shard_id;
}

void DescribeShards(const DescribeStreamRequest& request, std::vector<StreamShardDescription> shards,
                    DescribeStreamResponse* response) {
  const size_t limit = request.limit ? static_cast<size_t>(*request.limit) : limits::kDescribeStreamPageMax;
  for (StreamShardDescription& shard : shards) {
    if (!IsRequested(request, shard)) continue;
    if (response->shards.size() == limit) {
      response->last_evaluated_shard_id = response->shards.back().id;
      return;
    }
    response->shards.push_back(std::move(shard));
  }
}

// A stream changes its status together with its table: it is ENABLING or DISABLING until the table's change has ended.
StreamStatus StatusOf(const DatabaseState& database, const TableStream& stream) {
  const bool enabled = stream.enabled();
  const std::shared_ptr<Table> table = database.tables.Find(stream.identity().table_name);
  bool changing = false;
  if (table != nullptr) {
    const bool with_table = table->status() == (enabled ? TableStatus::kCreating : TableStatus::kDeleting);
    changing = table->ReadSettings([&](const TableSettings& settings) {
      // The table may have another stream by now, or be another one of the same name.
      const bool is_latest = settings.stream && settings.stream->label == stream.identity().label;
      return is_latest && (settings.changes.stream || with_table);
    });
  }
  if (changing) return enabled ? StreamStatus::kEnabling : StreamStatus::kDisabling;
  return enabled ? StreamStatus::kEnabled : StreamStatus::kDisabled;
}

}  // namespace

Result<DescribeStreamResponse> DescribeStream(DatabaseState& database, const DescribeStreamRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(Validate(request));
  HOLDFAST_RETURN_IF_ERROR(CheckCallRate(database, database.describe_stream_rate));
  RunDueTransitions(database);
  const absl::Time now = database.clock->Now();
  const std::shared_ptr<TableStream> stream = database.streams.Find(*request.stream_arn, now);
  if (stream == nullptr) return errors::NoSuchStream(*request.stream_arn);

  const TableStream::Identity& identity = stream->identity();
  DescribeStreamResponse response;
  response.stream_arn = identity.arn;
  response.stream_label = identity.label;
  response.stream_status = StatusOf(database, *stream);
  response.stream_view_type = identity.view_type;
  response.creation_request_time = identity.creation_time;
  response.table_name = identity.table_name;
  response.key_schema = identity.key;
  DescribeShards(request, stream->Shards(now), &response);
  return response;
}

}  // namespace holdfast
