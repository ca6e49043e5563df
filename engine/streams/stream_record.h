// One change of one item, as the write path records it: what GetRecords shows of it depends on the stream.
#pragma once

#include "absl/time/time.h"
#include "engine/streams/sequence_number.h"
#include "engine/values/item.h"

namespace holdfast {

struct StreamRecord {
  SequenceNumber number;
  absl::Time time;
  // The item's versions; null where there is none, never both.
  ItemRef before;
  ItemRef after;
  // Deleted by time to live, not by a request.
  bool by_time_to_live = false;
};

}  // namespace holdfast
