// Reads the records of a short stream, for tests of whole databases.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/operations.h"

namespace holdfast::testing {

// The records of a stream, shard by shard. Reads one page of shards and one page of the records of each shard, so the
// stream must be short.
inline std::vector<RecordDescription> StreamRecords(Database& database, const std::string& stream_arn) {
  std::vector<RecordDescription> all;
  DescribeStreamRequest description;
  description.stream_arn = stream_arn;
  const Result<DescribeStreamResponse> stream = database.DescribeStream(description);
  for (const StreamShardDescription& shard : stream->shards) {
    GetShardIteratorRequest position;
    position.stream_arn = stream_arn;
    position.shard_id = shard.id;
    position.shard_iterator_type = ShardIteratorType::kTrimHorizon;
    GetRecordsRequest page;
    page.shard_iterator = database.GetShardIterator(position)->shard_iterator;
    Result<GetRecordsResponse> records = database.GetRecords(page);
    for (RecordDescription& record : records->records) all.push_back(std::move(record));
  }
  return all;
}

}  // namespace holdfast::testing
