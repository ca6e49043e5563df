// The versions of a table's items that point-in-time recovery can restore: one for each second of the database's clock
// in which the table was written, except the second in which recovery was turned on (100 in this example).
//
//   second                  100   101   102 … 106   107   now
//   writes                  w w   w                 w
//   versions, by `until`          101               107
//   a restore to 100 takes the version 101; one to 101 … 106 the version 107; one to 107 the table itself
//
// A version is an image of the items (PartitionMap::Image), taken before the first write of its second: so it shows one
// moment, and of each write everything or nothing. It costs about 1.6 KB and, for each item that is written for the
// first time since then, the replaced item and the nodes above it. kept_bytes() is the sum for all histories of the
// process, in which versions that copies of a database share count once. Nothing is kept of a table whose recovery is
// off.
//
// While recovery is on, only writes to the table drop its versions, the oldest first: those whose restore period is
// over, and further ones while kept_bytes() exceeds the limit. So the versions of an idle table stay. A write drops a
// bounded number of versions, and leaves their destruction, which may free as many items as the limit allows, to the
// background worker.
//
// If the clock is set back, the next write drops the versions of seconds after the new time and destroys them itself,
// however many they are; except the first of them, if no version ends at the new second: it ends there from then on.
//
// Thread safety: every method may be called from any thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "engine/base/background_queue.h"
#include "engine/base/clock.h"
#include "engine/base/latch.h"
#include "engine/base/ref_counted.h"
#include "engine/base/stored_bytes.h"
#include "engine/storage/partition_map.h"
#include "engine/values/item.h"

namespace holdfast {

class RecoveryHistory {
 public:
  class Version;
  struct Block;
  // The versions of a history, ascending by until(), in blocks that are not empty. A block that copies of the history
  // share is copied before it is changed: so a copy, and the first write after it, take no time for each version.
  using Versions = std::vector<Ref<Block>>;

  // Estimates of the memory of a version without items, and of the nodes that are copied for an item that is written
  // for the first time since the version was taken: in the order of the sort keys and in each local order.
  static constexpr size_t kVersionBytes = 1'600;
  static constexpr size_t kPathBytes = 2'048;

  RecoveryHistory() = default;
  // Shares the versions of `other`.
  RecoveryHistory(const RecoveryHistory& other);
  RecoveryHistory& operator=(const RecoveryHistory&) = delete;
  ~RecoveryHistory() = default;

  // Turns recovery on, from `now`. If it is on already, only sets `period`, `kept_bytes_max` and `background`. Callers
  // of Enable and Disable exclude each other. `background`: destroys dropped versions; null: the thread that drops them
  // does.
  void Enable(absl::Time now, absl::Duration period, size_t kept_bytes_max,
              std::shared_ptr<BackgroundQueue> background);
  // Returns the versions, whose destruction may take long.
  [[nodiscard]] Versions Disable();
  bool enabled() const { return newest_second_.load(std::memory_order_acquire) != kDisabled; }

  // ---- Called by each write (engine/write/write_path.cc).
  // Before it latches its items: adds a version if this is the first write of its second. `items`: those of the table.
  // `last_commit()` returns the number of the last commit of the database.
  template <typename LastCommit>
  void KeepVersion(const PartitionMap& items, const Clock& clock, LastCommit last_commit) {
    for (int64_t newest = newest_second(); newest != kDisabled && newest != SecondOf(clock.Now());
         newest = newest_second()) {
      PartitionMap::Image image = items.TakeImage();
      if (Add(newest, std::move(image), last_commit(), clock)) return;
    }
  }
  // For each item that is changed, while it is latched. `replaced`: the stored version, or null. `local_orders`: the
  // number of the table's local indexes.
  void CountChange(const Item* replaced, size_t local_orders) noexcept;
  // After the write, with no latch held: drops versions whose period is over, and others while the limit is exceeded.
  // If there is no memory for that, the next write does it.
  void Trim() noexcept;

  // The items at the end of the second of `time`. Nothing if they are not known, or recovery is off.
  std::optional<PartitionMap::Image> ImageAt(const PartitionMap& items, absl::Time time) const;
  // The start of the first second whose end can be restored: the second of Enable or, if versions were dropped, a later
  // one. Nothing if recovery is off.
  std::optional<absl::Time> earliest() const;

  static size_t kept_bytes() { return kept_bytes_.load(std::memory_order_relaxed); }

 private:
  // How many versions a block has, and a write drops.
  static constexpr size_t kBlockVersionsMax = 256;
  static constexpr int64_t kDisabled = std::numeric_limits<int64_t>::min();
  static int64_t SecondOf(absl::Time time) { return absl::ToUnixSeconds(time); }

  int64_t newest_second() const { return newest_second_.load(std::memory_order_acquire); }
  // Adds a version, unless another thread has added one since newest_second() was `expected`; then returns false. If
  // the clock was set back, calls Rewind instead.
  // `image` was taken after newest_second() was read: so it contains all writes of the second `expected` and earlier
  // ones, except those that are still under way.
  bool Add(int64_t expected, PartitionMap::Image image, uint64_t last_commit, const Clock& clock);
  void Rewind(int64_t second) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  static Block& MakeUnique(Ref<Block>& block);
  void Append(Ref<const Version> version) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  // Removes up to kBlockVersionsMax versions that need not be kept. Null if there are none.
  Ref<Block> TakeUnused() ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);

  static std::atomic<size_t> kept_bytes_;

  // The second of the newest version or, without one, that of Enable: writes in this second add no version.
  std::atomic<int64_t> newest_second_{kDisabled};
  std::atomic<size_t> kept_bytes_max_{0};
  mutable Latch latch_;
  Versions versions_ ABSL_GUARDED_BY(latch_);
  // The ends of earlier seconds cannot be restored.
  int64_t earliest_second_ ABSL_GUARDED_BY(latch_) = 0;
  absl::Duration period_ ABSL_GUARDED_BY(latch_);
  std::shared_ptr<BackgroundQueue> background_ ABSL_GUARDED_BY(latch_);
};

class RecoveryHistory::Version final : public RefCounted<Version> {
 public:
  // `until`: the version shows the items at the end of each second before this one, back to the `until` of the version
  // before it, inclusive. `last_commit`: no item in the image was written by a later commit.
  Version(int64_t until, PartitionMap::Image image, uint64_t last_commit)
      : until_(until), last_commit_(last_commit), image_(std::move(image)) {
    Count(kVersionBytes);
    StoredBytes::Add(kVersionBytes);
  }
  static void Destroy(const Version* version) { delete version; }

  int64_t until() const { return until_; }
  uint64_t last_commit() const { return last_commit_; }
  const PartitionMap::Image& image() const { return image_; }
  // An estimate of the memory that is freed when this version is dropped after all older ones.
  size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
  void Count(size_t bytes) const {
    bytes_.fetch_add(bytes, std::memory_order_relaxed);
    kept_bytes_.fetch_add(bytes, std::memory_order_relaxed);
  }
  // For a version that no history has any more, and that is about to be destroyed.
  void Uncount() const { kept_bytes_.fetch_sub(bytes_.exchange(0), std::memory_order_relaxed); }

 private:
  ~Version() {
    Uncount();
    StoredBytes::Subtract(kVersionBytes);
  }

  const int64_t until_;
  const uint64_t last_commit_;
  const PartitionMap::Image image_;
  mutable std::atomic<size_t> bytes_{0};
};

struct RecoveryHistory::Block final : RefCounted<Block> {
  static void Destroy(const Block* block) { delete block; }

  // Oldest first.
  std::vector<Ref<const Version>> versions;
};

}  // namespace holdfast
