// A place in a shard, as the text that GetShardIterator hands out and GetRecords takes:
//
//   <StreamArn>|1|<base64 of: shard id | sequence number | milliseconds since 1970 | check>
//
// The text says everything, so iterators cost nothing to keep and can be used again and again until they
// expire.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absl/time/time.h"
#include "engine/streams/sequence_number.h"

namespace holdfast {

struct ShardIterator {
  static constexpr absl::Duration kLifetime = absl::Minutes(15);

  std::string stream_arn;
  std::string shard_id;
  // Of the first record to be read.
  SequenceNumber position;
  // To the millisecond.
  absl::Time issued;

  // Nothing if the text is not exactly what some iterator's ToText answers.
  static std::optional<ShardIterator> Parse(std::string_view text);
  std::string ToText() const;

  bool IsExpired(absl::Time now) const { return now - issued > kLifetime; }
};

}  // namespace holdfast
