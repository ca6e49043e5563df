// The error catalogue: failures of the streams service.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB_Streams.html
#pragma once

#include <string_view>

#include "engine/base/error.h"

namespace holdfast::errors {

Error InvalidStreamArn();
Error NoSuchStream(std::string_view arn);
Error NoSuchShard();
// The ShardFilter lacks the ShardId, or its Type is not CHILD_SHARDS, the only one that exists.
Error InvalidShardFilter();

// Sequence numbers of GetShardIterator. `type`: the ShardIteratorType.
Error SequenceNumberMissing(std::string_view type);
Error SequenceNumberNotAllowed(std::string_view type);
Error InvalidSequenceNumber();

// Kinesis streams as destinations of a table's changes, which Holdfast does not have. [open] NoSuchKinesisStream has
// the service's text for a stream that the caller may not access; the text for a stream that does not exist was not
// captured. [open] The text of NoActiveKinesisDestination was captured with DISABLE only.
Error NoSuchKinesisStream();
// `operation`: DISABLE or UPDATE.
Error NoActiveKinesisDestination(std::string_view operation);

Error InvalidShardIterator();
Error ExpiredIterator();
Error TrimmedDataAccess();

}  // namespace holdfast::errors
