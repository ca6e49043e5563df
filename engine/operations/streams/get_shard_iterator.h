// GetShardIterator: a position in a shard to read from, valid for 15 minutes.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetShardIterator.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/enum_field.h"
#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

enum class ShardIteratorType { kTrimHorizon, kLatest, kAtSequenceNumber, kAfterSequenceNumber };
template <>
struct EnumNames<ShardIteratorType> {
  using E = ShardIteratorType;
  static constexpr EnumName<E> kNames[] = {{E::kTrimHorizon, "TRIM_HORIZON"},
                                           {E::kLatest, "LATEST"},
                                           {E::kAtSequenceNumber, "AT_SEQUENCE_NUMBER"},
                                           {E::kAfterSequenceNumber, "AFTER_SEQUENCE_NUMBER"}};
};

// `sequence_number` is required with AT_SEQUENCE_NUMBER and AFTER_SEQUENCE_NUMBER, and refused with the other types.
struct GetShardIteratorRequest {
  std::optional<std::string> stream_arn = std::nullopt;
  std::optional<std::string> shard_id = std::nullopt;
  EnumField<ShardIteratorType> shard_iterator_type = {};
  std::optional<std::string> sequence_number = std::nullopt;
};

struct GetShardIteratorResponse {
  std::string shard_iterator;
};

// Errors: ValidationException; ResourceNotFoundException for a stream or shard; TrimmedDataAccessException.
Result<GetShardIteratorResponse> GetShardIterator(DatabaseState& database, const GetShardIteratorRequest& request);

}  // namespace holdfast
