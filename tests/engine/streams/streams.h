// Makes and fills streams without a table, for tests.
#pragma once

#include <string>

#include "absl/time/time.h"
#include "engine/streams/table_stream.h"

namespace holdfast {

inline const absl::Time kNoon = absl::FromUnixMillis(1'775'563'200'000);

inline TableStream::Identity IdentityOf(std::string table, std::string label, absl::Time creation_time = kNoon) {
  TableStream::Identity identity;
  identity.arn = "arn:aws:dynamodb:us-east-1:000000000000:table/" + table + "/stream/" + label;
  identity.table_name = std::move(table);
  identity.label = std::move(label);
  identity.key.hash = {{"pk", ScalarAttributeType::kString}};
  identity.creation_time = creation_time;
  return identity;
}

// The sequence number of a commit's only record.
inline SequenceNumber At(uint64_t commit) { return SequenceNumber(commit, 0); }

inline void Append(TableStream& stream, size_t lane, uint64_t commit, absl::Time time) {
  LatchLock lock(&stream.latch(lane));
  stream.Append(lane, {.number = At(commit), .time = time, .before = nullptr, .after = nullptr});
}

}  // namespace holdfast
