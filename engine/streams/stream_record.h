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
  // Set by TableStream::Append: the newest time of this record and of those before it that can still be read. It
  // ascends within a lane, although a clock may be set back, and decides when the record is trimmed.
  absl::Time newest_time = absl::InfinitePast();
};

}  // namespace holdfast
