#include "engine/errors/stream_errors.h"

#include <string>

#include "engine/errors/error_text.h"

namespace holdfast::errors {

Error InvalidStreamArn() { return Validation("Invalid StreamArn"); }
// [open] Only that this is a ValidationException is known; worded as that of a StreamArn. The same goes for
// InvalidSequenceNumber and InvalidShardIterator.
Error NoSuchStream(std::string_view arn) {
  return {ErrorKind::kResourceNotFound, "Requested resource not found: Stream: " + std::string(arn) + " not found"};
}
// [open] Quoted by two clients of the service; other emulators name the shard and the stream.
Error NoSuchShard() { return {ErrorKind::kResourceNotFound, "Requested resource not found: Shard does not exist"}; }
// [open] What is known of the text is that it mentions ShardFilter.ShardId.
Error InvalidShardFilter() {
  return InvalidParameters({"ShardFilter.ShardId is required, with ShardFilter.Type CHILD_SHARDS"});
}

// [open] The texts of these two were never captured.
Error SequenceNumberMissing(std::string_view type) {
  return InvalidParameters({"SequenceNumber is required when ShardIteratorType is ", type});
}
Error SequenceNumberWith(std::string_view type) {
  return InvalidParameters({"SequenceNumber must not be specified when ShardIteratorType is ", type});
}
Error InvalidSequenceNumber() { return Validation("Invalid SequenceNumber"); }

Error InvalidShardIterator() { return Validation("Invalid ShardIterator"); }
// [open] The service's own text was never captured: this is that of its model.
Error ExpiredIterator() {
  return {ErrorKind::kExpiredIterator,
          "The shard iterator has expired and can no longer be used to retrieve stream records. A shard iterator "
          "expires 15 minutes after it is retrieved using the GetShardIterator action."};
}
Error TrimmedDataAccess() {
  return {ErrorKind::kTrimmedDataAccess, "The data you are trying to access has been trimmed"};
}

}  // namespace holdfast::errors
