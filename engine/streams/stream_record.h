// One change of one item, as the write path records it. The stream's view type decides what GetRecords returns of it.
#pragma once

#include "absl/time/time.h"
#include "engine/streams/sequence_number.h"
#include "engine/values/item.h"

namespace holdfast {

struct StreamRecord {
  SequenceNumber number;
  absl::Time time;
  // The item before and after the change; null if it did not exist. At least one is not null.
  ItemRef before;
  ItemRef after;
  // Deleted by time to live, not by a request.
  bool by_time_to_live = false;
  // Set by TableStream::Append: the greatest of this record's time and the time from which the record before it is
  // retained (TableStream::Shard::RetainedFrom), if that record can still be read. It ascends within a shard, although
  // a clock may be set back. A record is trimmed 24 hours after this time, or after its shard was closed if that is
  // earlier.
  absl::Time newest_time = absl::InfinitePast();
};

}  // namespace holdfast
