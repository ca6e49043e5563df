// The table `Items` with a stream, and short functions that read the stream.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/database/table_streams.h"
#include "engine/operations/streams/describe_stream.h"
#include "engine/operations/streams/get_records.h"
#include "engine/operations/streams/get_shard_iterator.h"
#include "tests/engine/operations/item_table.h"

namespace holdfast::testing {

inline TableDefinition WithStream(TableDefinition definition,
                                  StreamViewType view_type = StreamViewType::kNewAndOldImages) {
  definition.stream_specification = {true, view_type};
  return definition;
}

// The last part is the stream's label: the start time of the virtual clock.
inline const std::string kItemsStreamArn =
    "arn:aws:dynamodb:us-east-1:000000000000:table/Items/stream/2024-04-06T02:38:35.842";

struct StreamTable : ItemTable {
  explicit StreamTable(const TableDefinition& definition = WithStream(PlainTable(kItems))) : ItemTable(definition) {}

  Table& table() { return *state.tables.Find(kItems); }

  std::vector<StreamShardDescription> Shards(const std::string& arn = kItemsStreamArn) {
    DescribeStreamRequest request;
    request.stream_arn = arn;
    const Result<DescribeStreamResponse> response = DescribeStream(state, request);
    EXPECT_EQ(Outcome(response), "ok");
    return response.ok() ? response->shards : std::vector<StreamShardDescription>();
  }

  GetShardIteratorRequest IteratorRequest(std::string shard_id, ShardIteratorType type,
                                          std::optional<std::string> sequence_number = std::nullopt) {
    return {kItemsStreamArn, std::move(shard_id), type, std::move(sequence_number)};
  }
  // The iterator, or the error.
  std::string Iterator(const GetShardIteratorRequest& request) {
    const Result<GetShardIteratorResponse> response = GetShardIterator(state, request);
    return response.ok() ? response->shard_iterator : Outcome(response);
  }
  std::string Iterator(std::string shard_id, ShardIteratorType type,
                       std::optional<std::string> sequence_number = std::nullopt) {
    return Iterator(IteratorRequest(std::move(shard_id), type, std::move(sequence_number)));
  }

  Result<GetRecordsResponse> Read(std::string iterator, std::optional<int32_t> limit = std::nullopt) {
    return GetRecords(state, {std::move(iterator), limit});
  }

  // All records of the stream, sorted by sequence number.
  std::vector<RecordDescription> Records(const std::string& arn = kItemsStreamArn) {
    std::vector<RecordDescription> records;
    for (const StreamShardDescription& shard : Shards(arn)) {
      GetShardIteratorRequest request = IteratorRequest(shard.id, ShardIteratorType::kTrimHorizon);
      request.stream_arn = arn;
      std::optional<std::string> iterator = Iterator(request);
      while (iterator.has_value()) {
        Result<GetRecordsResponse> page = Read(*iterator);
        EXPECT_EQ(Outcome(page), "ok");
        if (!page.ok() || page->records.empty()) break;
        for (RecordDescription& record : page->records) records.push_back(std::move(record));
        iterator = page->next_shard_iterator;
      }
    }
    std::sort(records.begin(), records.end(),
              [](const auto& a, const auto& b) { return a.sequence_number < b.sequence_number; });
    return records;
  }

  // All records of the stream as text: `MODIFY <keys>: <old image> -> <new image>`.
  std::vector<std::string> Changes(const std::string& arn = kItemsStreamArn) {
    std::vector<std::string> changes;
    for (const RecordDescription& record : Records(arn)) {
      changes.push_back(std::string(EnumField<EventName>::TextOf(record.event_name)) + " " + Text(record.keys) + ": " +
                        Format(record.old_image) + " -> " + Format(record.new_image));
    }
    return changes;
  }
};

}  // namespace holdfast::testing
