#include "engine/operations/streams/stream_request.h"

#include "engine/base/limits.h"
#include "engine/errors/stream_errors.h"
#include "engine/streams/stream_arn.h"

namespace holdfast {

Status CheckStreamArn(std::string_view arn) {
  if (!IsStreamArn(arn)) return errors::InvalidStreamArn();
  return {};
}

void CheckStreamArnMember(const std::optional<std::string>& arn, errors::Constraints* constraints) {
  constraints->NotNull(arn.has_value(), "streamArn");
  if (arn) constraints->LengthAtMost(arn->size(), limits::kStreamArnLengthMax, *arn, "streamArn");
}

void CheckShardIdLength(std::string_view shard_id, std::string_view path, errors::Constraints* constraints) {
  constraints->LengthAtLeast(shard_id.size(), limits::kShardIdLengthMin, shard_id, path);
  constraints->LengthAtMost(shard_id.size(), limits::kShardIdLengthMax, shard_id, path);
}

}  // namespace holdfast
