// The streams of one database, by ARN: those of its tables, and those that were disabled, or whose table was deleted,
// within the last 24 hours.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_ListStreams.html
//
// Thread safety: every method may be called from any thread. The catalog's latch is taken after those of tables,
// indexes and lanes. A thread that holds it takes no other latch than that of a stream's state.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "engine/base/latch.h"
#include "engine/streams/table_stream.h"

namespace holdfast {

class StreamCatalog {
 public:
  // Returns false if there is a stream with this ARN already.
  bool Add(std::shared_ptr<TableStream> stream);

  // Disables a stream of this catalog.
  void Disable(TableStream& stream, absl::Time now);

  // Must be called after the clock was set back to `now` (TableStream::NoteClockSetBack).
  void NoteClockSetBack(absl::Time now);

  // Null if there is none, or if its retention is over.
  std::shared_ptr<TableStream> Find(std::string_view arn, absl::Time now);
  // The streams whose ARN is greater than `start` and begins with `arn_prefix`, ascending by ARN, at most `count_max`
  // of them. Takes time in proportion to their number, not to that of all streams.
  std::vector<std::shared_ptr<TableStream>> StreamsAfter(std::string_view start, std::string_view arn_prefix,
                                                         size_t count_max, absl::Time now);
  // The stream with the greatest ARN that begins with `arn_prefix`, whether or not its retention is over; null if there
  // is none.
  std::shared_ptr<TableStream> Last(std::string_view arn_prefix) const;
  // All streams, ascending by ARN, whether or not their retention is over.
  std::vector<std::shared_ptr<TableStream>> Streams() const;

  // Frees the memory of a bounded number of trimmed records: of streams whose retention is over or, once these have
  // none left, of a few others. The next call goes on with the streams after those; after the last stream of the
  // catalog comes the first again. Returns whether a visited stream may have more such records.
  bool FreeSomeTrimmed(absl::Time now);

 private:
  static constexpr size_t kStreamsPerCall = 16;

  // Removes the streams whose retention is over. Visits the streams only if the retention of one may be over.
  void DropExpired(absl::Time now);
  // Frees a bounded part of the records of removed streams. Returns whether records may be left.
  bool FreeSomeExpired(absl::Time now);

  mutable Latch latch_;
  // Not after the end of any stream's retention.
  absl::Time next_expiry_ ABSL_GUARDED_BY(latch_) = absl::InfiniteFuture();
  std::map<std::string, std::shared_ptr<TableStream>, std::less<>> streams_ ABSL_GUARDED_BY(latch_);
  // Streams that were removed from `streams_` and may have records: the earlier structures of a table (TableStructure)
  // keep all streams that the table has had alive, so the records are freed explicitly.
  std::vector<std::shared_ptr<TableStream>> expired_ ABSL_GUARDED_BY(latch_);
  // The ARN of the last stream that FreeSomeTrimmed has visited and left without trimmed records: the next call goes on
  // after it. Empty: the next call begins with the first stream.
  std::string last_freed_ ABSL_GUARDED_BY(latch_);
};

}  // namespace holdfast
