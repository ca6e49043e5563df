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

Error InvalidShardIterator();
Error ExpiredIterator();
Error TrimmedDataAccess();

}  // namespace holdfast::errors
