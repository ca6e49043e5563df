// A position in a shard, as the text that GetShardIterator returns and GetRecords takes:
//
//   <StreamArn>|1|<base64 of: shard id | sequence number | milliseconds since 1970 | checksum>
//
// The text holds the whole position, so the engine stores no iterators, and each can be used any number of times until
// it expires.
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
  // The position of the first record to read.
  SequenceNumber position;
  // In whole milliseconds.
  absl::Time issued;

  // Returns nothing if the text is not exactly what ToText of an iterator returns.
  static std::optional<ShardIterator> Parse(std::string_view text);
  std::string ToText() const;

  bool IsExpired(absl::Time now) const { return now - issued > kLifetime; }
};

}  // namespace holdfast
