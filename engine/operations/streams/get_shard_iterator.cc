#include "engine/operations/streams/get_shard_iterator.h"

#include <memory>

#include "engine/base/limits.h"
#include "engine/database/database_state.h"
#include "engine/errors/stream_errors.h"
#include "engine/operations/streams/stream_request.h"
#include "engine/streams/shard_iterator.h"
#include "engine/streams/table_stream.h"

namespace holdfast {
namespace {

Status CheckConstraints(const GetShardIteratorRequest& request) {
  errors::Constraints constraints;
  CheckStreamArnMember(request.stream_arn, &constraints);
  constraints.NotNull(request.shard_id.has_value(), "shardId");
  if (request.shard_id) CheckShardIdLength(*request.shard_id, "shardId", &constraints);
  constraints.NotNull(request.shard_iterator_type.present(), "shardIteratorType");
  constraints.Enum(request.shard_iterator_type, "shardIteratorType");
  if (const std::optional<std::string>& number = request.sequence_number) {
    constraints.LengthAtLeast(number->size(), limits::kSequenceNumberLengthMin, *number, "sequenceNumber");
    constraints.LengthAtMost(number->size(), limits::kSequenceNumberLengthMax, *number, "sequenceNumber");
  }
  return constraints.Report();
}

bool TakesSequenceNumber(const EnumField<ShardIteratorType>& type) {
  return type.is(ShardIteratorType::kAtSequenceNumber) || type.is(ShardIteratorType::kAfterSequenceNumber);
}

Status Validate(const GetShardIteratorRequest& request) {
  if (request.stream_arn) HOLDFAST_RETURN_IF_ERROR(CheckStreamArn(*request.stream_arn));
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  const EnumField<ShardIteratorType>& type = request.shard_iterator_type;
  if (!TakesSequenceNumber(type)) {
    if (request.sequence_number) return errors::SequenceNumberNotAllowed(type.text());
    return {};
  }
  if (!request.sequence_number) return errors::SequenceNumberMissing(type.text());
  if (!SequenceNumber::Parse(*request.sequence_number)) return errors::InvalidSequenceNumber();
  return {};
}

// The sequence number at which the iterator starts to read. A requested number that no record of the shard has is
// accepted: reading starts at the next greater one. [open] A number above every record so far is accepted, too.
Result<SequenceNumber> PositionOf(const GetShardIteratorRequest& request, const TableStream::ShardBounds& bounds) {
  const EnumField<ShardIteratorType>& type = request.shard_iterator_type;
  if (type.is(ShardIteratorType::kTrimHorizon)) return bounds.trim_horizon;
  if (type.is(ShardIteratorType::kLatest)) return bounds.latest;
  const SequenceNumber number = *SequenceNumber::Parse(*request.sequence_number);
  if (number < bounds.trim_horizon) return errors::TrimmedDataAccess();
  return type.is(ShardIteratorType::kAfterSequenceNumber) ? number.Next() : number;
}

}  // namespace

Result<GetShardIteratorResponse> GetShardIterator(DatabaseState& database, const GetShardIteratorRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(Validate(request));
  const absl::Time now = database.clock->Now();
  const std::shared_ptr<TableStream> stream = database.streams.Find(*request.stream_arn, now);
  if (stream == nullptr) return errors::NoSuchStream(*request.stream_arn);
  const std::optional<TableStream::ShardBounds> bounds = stream->BoundsOf(*request.shard_id, now);
  if (!bounds.has_value()) return errors::NoSuchShard();
  HOLDFAST_ASSIGN_OR_RETURN(const SequenceNumber position, PositionOf(request, *bounds));
  const ShardIterator iterator{*request.stream_arn, *request.shard_id, position, now};
  return GetShardIteratorResponse{iterator.ToText()};
}

}  // namespace holdfast
