// The stream of a table: the changes of its items during the last 24 hours.
//
// Records are spread over lanes by the hash of their partition key, so all records of one item are in one lane, in the
// order of their commits. A lane is a chain of shards: the last is open, and every four hours it is closed and followed
// by a child. No timer does this: every access to a lane first rotates and trims its shards (RotateAndTrim). Trimmed
// records become unreadable immediately; their memory is freed later, in bounded parts, by the accesses that follow and
// by FreeSomeTrimmed.
//
//   lane 0   shard ── shard ── shard (open)
//   lane 1   shard ── shard ── shard (open)
//
// Rules: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html
//
// Thread safety: every method may be called from any thread; Append requires the lane's latch. Lane latches are taken
// after every latch of tables and indexes: see engine/storage/partition_locks.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "engine/base/latch.h"
#include "engine/schema/heap_bytes.h"
#include "engine/schema/resource_settings.h"
#include "engine/schema/table_definition.h"
#include "engine/schema/table_schema.h"
#include "engine/streams/record_log.h"
#include "engine/streams/sequence_number.h"

namespace holdfast {

struct StreamShardDescription {
  std::string id;
  // The parent may have been trimmed already.
  std::optional<std::string> parent_id;
  SequenceNumber starting;
  // Present once the shard is closed.
  std::optional<SequenceNumber> ending;
};

// A part of a shard at one moment: `records[first] … records[last - 1]`.
struct StreamPage {
  RecordLog records;
  uint64_t first = 0;
  uint64_t last = 0;
  // Where the next page begins.
  SequenceNumber next;
  // The shard is closed and has no records after this page.
  bool ends_shard = false;
  // The requested position is before the trim horizon: the records there were trimmed.
  bool trimmed = false;
};

class TableStream {
 public:
  struct Identity {
    std::string table_name;
    // `arn:aws:dynamodb:<region>:<account>:table/<table>/stream/<label>`
    std::string arn;
    // The time it was enabled, `2026-10-08T23:07:31.275`.
    std::string label;
    KeySchema key;
    StreamViewType view_type = StreamViewType::kNewAndOldImages;
    absl::Time creation_time;
  };

  // How long records, and the shards and streams that held them, can be read.
  static constexpr absl::Duration kRetention = absl::Hours(24);
  static constexpr absl::Duration kShardLifetime = absl::Hours(4);

  // `first`: where the first shards start; greater than the sequence numbers of all previous records of the table.
  // `lanes`: a power of two.
  TableStream(Identity identity, size_t lanes, SequenceNumber first);
  // A copy that has the ARN `arn` and shares the records of `other`. The caller holds the latches of all lanes of
  // `other`, or no other thread uses it.
  TableStream(const TableStream& other, std::string arn) ABSL_NO_THREAD_SAFETY_ANALYSIS;
  ~TableStream();
  TableStream(const TableStream&) = delete;
  TableStream& operator=(const TableStream&) = delete;

  const Identity& identity() const { return identity_; }
  // What StoredBytes counts for the stream without its records, tags and policy: its lanes, each with one shard.
  size_t own_bytes() const;

  size_t lanes() const { return lanes_.size(); }
  size_t LaneOf(uint64_t partition_hash) const;
  Latch& latch(size_t lane) const { return lanes_[lane]->latch; }

  // Requires the lane's latch. Must not be called after Disable: by then the table's structure no longer refers to the
  // stream.
  void Append(size_t lane, StreamRecord record);

  // Closes all shards. Their records can be read until the retention has passed.
  void Disable(absl::Time now);
  bool enabled() const { return !disabled_at().has_value(); }
  std::optional<absl::Time> disabled_at() const;

  // Must be called after the clock was set back to `now`. Shards whose times are ahead by more than the retention are
  // closed at `now` and followed by children. If they stayed open, all records would be kept until the clock is there
  // again.
  void NoteClockSetBack(absl::Time now);

  // Trims records and shards older than the retention, as every other access to a shard does first, and frees the
  // memory of a bounded number of trimmed records. Returns whether there are more.
  bool FreeSomeTrimmed(absl::Time now);

  ResourceSettings resource() const {
    LatchLock lock(&state_latch_);
    return resource_;
  }
  // Runs `change(ResourceSettings&)` on the stream's tags and policy, and returns its result. `change` must not take a
  // latch.
  template <typename Change>
  auto ChangeResource(Change change) {
    LatchLock lock(&state_latch_);
    const CountedChange counted(resource_);
    return change(resource_);
  }

  // Ascending by id.
  std::vector<StreamShardDescription> Shards(absl::Time now);

  // The positions at which iterators of a shard begin.
  struct ShardBounds {
    // Where the shard starts, or after the newest record that was trimmed: nothing before this can be read.
    SequenceNumber trim_horizon;
    // After the newest record.
    SequenceNumber latest;
  };
  // Nothing if there is no such shard (any more).
  std::optional<ShardBounds> BoundsOf(std::string_view shard_id, absl::Time now);
  // At most `count_max` records from `from` on. Nothing if there is no such shard (any more).
  std::optional<StreamPage> Read(std::string_view shard_id, SequenceNumber from, size_t count_max, absl::Time now);

 private:
  // Counts in StoredBytes by how much the settings grow or shrink while the object exists.
  class CountedChange {
   public:
    explicit CountedChange(const ResourceSettings& settings) : settings_(settings), before_(HeapBytes(settings)) {}
    ~CountedChange();
    CountedChange(const CountedChange&) = delete;
    CountedChange& operator=(const CountedChange&) = delete;

   private:
    const ResourceSettings& settings_;
    const size_t before_;
  };

  struct Shard {
    std::string id;
    std::optional<std::string> parent_id;
    SequenceNumber starting;
    std::optional<SequenceNumber> ending;
    absl::Time opened;
    std::optional<absl::Time> closed;
    RecordLog records;
    // The index of the oldest record that was not trimmed.
    uint64_t first_readable = 0;
    // The sequence numbers of the newest record that was ever appended and of the newest one that was trimmed.
    std::optional<SequenceNumber> newest;
    std::optional<SequenceNumber> newest_trimmed;

    bool readable() const { return first_readable < records.end(); }
    SequenceNumber Latest() const { return newest.has_value() ? newest->Next() : starting; }
    SequenceNumber TrimHorizon() const { return newest_trimmed.has_value() ? newest_trimmed->Next() : starting; }
    // The time from which the record is retained. No record of a closed shard counts as newer than its end.
    absl::Time RetainedFrom(const StreamRecord& record) const {
      return std::min(record.newest_time, closed.value_or(absl::InfiniteFuture()));
    }
  };
  struct Lane {
    mutable Latch latch;
    // Oldest first.
    std::vector<Shard> shards ABSL_GUARDED_BY(latch);
    // Records of shards that were trimmed.
    std::vector<RecordLog> trimmed ABSL_GUARDED_BY(latch);
  };

  static std::string ShardId(size_t lane, absl::Time opened);
  // A child of the lane's last shard. Requires the lane's latch.
  Shard MakeChild(size_t lane, absl::Time opened) const ABSL_NO_THREAD_SAFETY_ANALYSIS;
  static void Close(Shard& shard, absl::Time when);
  // Closes the lane's open shard and opens its child, if the shard's lifetime is over, trims records and shards that
  // are older than the retention, and frees the memory of some. Requires the lane's latch.
  void RotateAndTrim(size_t lane, absl::Time now) ABSL_NO_THREAD_SAFETY_ANALYSIS;
  static void TrimShards(Lane& lane, absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(lane.latch);
  // Frees the memory of at most `count_max` trimmed records. Returns whether there are more.
  static bool FreeTrimmed(Lane& lane, size_t count_max) ABSL_EXCLUSIVE_LOCKS_REQUIRED(lane.latch);
  // Rotates and trims the shard's lane, then calls `use(shard)` with the lane's latch held. Does not call it if there
  // is no such shard.
  template <typename Use>
  void WithShard(std::string_view shard_id, absl::Time now, Use use);

  const Identity identity_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  mutable Latch state_latch_;
  std::optional<absl::Time> disabled_at_ ABSL_GUARDED_BY(state_latch_);
  ResourceSettings resource_ ABSL_GUARDED_BY(state_latch_);
};

}  // namespace holdfast
