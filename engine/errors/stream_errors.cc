#include "engine/errors/stream_errors.h"

#include <string>

#include "engine/errors/error_text.h"

namespace holdfast::errors {

Error InvalidStreamArn() { return Validation("Invalid StreamArn"); }
Error NoSuchStream(std::string_view arn) {
  return {ErrorKind::kResourceNotFound, "Requested resource not found: Stream: " + std::string(arn) + " not found"};
}
// [open] Two clients of the service quote this text. Other emulators name the shard and the stream.
Error NoSuchShard() { return {ErrorKind::kResourceNotFound, "Requested resource not found: Shard does not exist"}; }
// [open] The exact text was not captured. It is only known to mention ShardFilter.ShardId.
Error InvalidShardFilter() {
  return InvalidParameters({"ShardFilter.ShardId is required, with ShardFilter.Type CHILD_SHARDS"});
}

// [open] The next two texts were not captured.
Error SequenceNumberMissing(std::string_view type) {
  return InvalidParameters({"SequenceNumber is required when ShardIteratorType is ", type});
}
Error SequenceNumberNotAllowed(std::string_view type) {
  return InvalidParameters({"SequenceNumber must not be specified when ShardIteratorType is ", type});
}
// [open] This text and that of InvalidShardIterator were not captured. It is only known that both errors are
// ValidationExceptions; the texts are modelled on that of InvalidStreamArn.
Error InvalidSequenceNumber() { return Validation("Invalid SequenceNumber"); }

Error NoSuchKinesisStream() { return Validation("User does not have a permission to use kinesis stream"); }
Error NoActiveKinesisDestination(std::string_view operation) {
  return ComposeValidation(
      {"Table is not in a valid state to enable Kinesis Streaming Destination: KinesisStreamingDestination must be "
       "ACTIVE to perform ",
       operation, " operation."});
}

Error InvalidShardIterator() { return Validation("Invalid ShardIterator"); }
// [open] The service's text was not captured. This is the description of the exception in its API model.
Error ExpiredIterator() {
  return {ErrorKind::kExpiredIterator,
          "The shard iterator has expired and can no longer be used to retrieve stream records. A shard iterator "
          "expires 15 minutes after it is retrieved using the GetShardIterator action."};
}
Error TrimmedDataAccess() {
  return {ErrorKind::kTrimmedDataAccess, "The data you are trying to access has been trimmed"};
}

}  // namespace holdfast::errors
