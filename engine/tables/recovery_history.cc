#include "engine/tables/recovery_history.h"

#include <algorithm>
#include <new>
#include <utility>

#include "engine/base/stored_bytes.h"

namespace holdfast {

std::atomic<size_t> RecoveryHistory::kept_bytes_{0};

RecoveryHistory::RecoveryHistory(const RecoveryHistory& other) {
  LatchLock lock(&other.latch_);
  newest_second_ = other.newest_second_.load();
  kept_bytes_max_ = other.kept_bytes_max_.load();
  versions_ = other.versions_;
  earliest_second_ = other.earliest_second_;
  period_ = other.period_;
}

void RecoveryHistory::Enable(absl::Time now, absl::Duration period, size_t kept_bytes_max) {
  LatchLock lock(&latch_);
  period_ = period;
  kept_bytes_max_ = kept_bytes_max;
  if (enabled()) return;
  earliest_second_ = SecondOf(now);
  newest_second_.store(SecondOf(now), std::memory_order_release);
}

RecoveryHistory::Versions RecoveryHistory::Disable() {
  LatchLock lock(&latch_);
  newest_second_.store(kDisabled, std::memory_order_release);
  if (!versions_) return {};
  Versions versions = std::move(MakeUnique());
  versions_ = nullptr;
  return versions;
}

bool RecoveryHistory::Add(int64_t expected, PartitionMap::Image image, uint64_t last_commit, const Clock& clock) {
  // The dropped versions are destroyed after the latch is released.
  Versions dropped;
  LatchLock lock(&latch_);
  if (newest_second_.load(std::memory_order_relaxed) != expected) return false;
  // The clock is read with the latch held, so that a thread with an older time does not look like a clock that was set
  // back.
  const absl::Time now = clock.Now();
  const int64_t second = SecondOf(now);
  if (second == expected) return true;
  if (second < expected) {
    Rewind(second);
    return true;
  }
  Versions& versions = MakeUnique();
  const int64_t period_begin = SecondOf(now - period_);
  while (!versions.empty() && versions.front()->until() <= period_begin) dropped.push_back(TakeOldest());
  versions.push_back(Ref<const Version>(Ref<Version>::Adopt(new Version(second, std::move(image), last_commit))));
  newest_second_.store(second, std::memory_order_release);
  return true;
}

// The clock was set back to `second`. Of the versions whose until() is later, the first shows the end of the second
// before `second`, so it is kept and ends there; the others show only seconds that have not come yet, and are dropped.
void RecoveryHistory::Rewind(int64_t second) {
  Versions& versions = MakeUnique();
  const auto later = std::find_if(versions.begin(), versions.end(),
                                  [second](const Ref<const Version>& version) { return version->until() > second; });
  if (later != versions.end()) {
    const Ref<const Version>& first = *later;
    auto moved = Ref<Version>::Adopt(new Version(second, first->image(), first->last_commit()));
    // `moved` keeps the memory that the dropped versions kept.
    for (auto dropped = later; dropped != versions.end(); ++dropped) {
      moved->Count((*dropped)->bytes() - kVersionBytes);
    }
    versions.erase(later, versions.end());
    versions.emplace_back(std::move(moved));
  }
  newest_second_.store(second, std::memory_order_release);
}

RecoveryHistory::Versions& RecoveryHistory::MakeUnique() {
  if (!versions_) {
    versions_ = Ref<List>::Adopt(new List);
  } else if (!versions_.unique()) {
    versions_ = Ref<List>::Adopt(new List(versions_->versions));
  }
  return versions_->versions;
}

Ref<const RecoveryHistory::Version> RecoveryHistory::TakeOldest() {
  Versions& versions = MakeUnique();
  if (versions.empty()) return nullptr;
  Ref<const Version> oldest = std::move(versions.front());
  versions.pop_front();
  earliest_second_ = std::max(earliest_second_, oldest->until());
  return oldest;
}

// An item that was written since the newest version was taken is kept by no version, and the nodes above it were copied
// by that write.
void RecoveryHistory::CountChange(const Item* replaced, size_t local_orders) noexcept {
  LatchLock lock(&latch_);
  if (!versions_ || versions_->versions.empty()) return;
  const Version& newest = *versions_->versions.back();
  const size_t path_bytes = kPathBytes * (1 + local_orders);
  if (replaced == nullptr) return newest.Count(path_bytes);
  if (replaced->commit() > newest.last_commit()) return;
  newest.Count(path_bytes + sizeof(Item) + replaced->attributes().packed().size() + StoredBytes::kBlockOverheadBytes);
}

void RecoveryHistory::Trim() noexcept {
  try {
    while (kept_bytes() > kept_bytes_max_.load(std::memory_order_relaxed)) {
      // Destroyed with no latch held: it may keep all the items that many earlier writes replaced.
      Ref<const Version> oldest;
      LatchLock lock(&latch_);
      if (versions_) oldest = TakeOldest();
      if (!oldest) return;
    }
  } catch (const std::bad_alloc&) {
    // The list was shared with a copy of the table, and could not be copied.
  }
}

std::optional<PartitionMap::Image> RecoveryHistory::ImageAt(const PartitionMap& items, absl::Time time) const {
  const int64_t second = SecondOf(time);
  // Taken before the versions are searched: a write of a later second first adds a version, so if the search finds no
  // later version, the image contains no such write.
  PartitionMap::Image current = items.TakeImage();
  LatchLock lock(&latch_);
  if (!enabled() || second < earliest_second_) return std::nullopt;
  if (!versions_) return current;
  const Versions& versions = versions_->versions;
  const auto found =
      std::upper_bound(versions.begin(), versions.end(), second,
                       [](int64_t wanted, const Ref<const Version>& version) { return wanted < version->until(); });
  if (found == versions.end()) return current;
  return (*found)->image();
}

std::optional<absl::Time> RecoveryHistory::earliest() const {
  LatchLock lock(&latch_);
  if (!enabled()) return std::nullopt;
  return absl::FromUnixSeconds(earliest_second_);
}

}  // namespace holdfast
