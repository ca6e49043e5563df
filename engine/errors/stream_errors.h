// The error catalogue: failures of the streams service.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB_Streams.html
#pragma once

#include <string_view>

#include "engine/base/error.h"

namespace holdfast::errors {

Error InvalidStreamArn();
Error NoSuchStream(std::string_view arn);
Error NoSuchShard();
// The ShardFilter lacks the ShardId or has another type than CHILD_SHARDS, the only one.
Error InvalidShardFilter();

// Sequence numbers of GetShardIterator. `type`: the ShardIteratorType.
Error SequenceNumberMissing(std::string_view type);
Error SequenceNumberWith(std::string_view type);
Error InvalidSequenceNumber();

// Kinesis streams as destinations of a table's changes. There are none here. [open] The first text is that for a stream
// that the caller may not see; that for a stream that does not exist was not captured. Nor was the second with UPDATE.
Error NoSuchKinesisStream();
// `operation`: DISABLE or UPDATE.
Error NoActiveKinesisDestination(std::string_view operation);

Error InvalidShardIterator();
Error ExpiredIterator();
Error TrimmedDataAccess();

}  // namespace holdfast::errors
