#include "engine/tables/recovery_history.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

#include "engine/base/stored_bytes.h"
#include "engine/tables/unused_contents.h"

namespace holdfast {

std::atomic<size_t> RecoveryHistory::kept_bytes_{0};

RecoveryHistory::RecoveryHistory(const RecoveryHistory& other) {
  LatchLock lock(&other.latch_);
  newest_second_ = other.newest_second_.load();
  kept_bytes_max_ = other.kept_bytes_max_.load();
  versions_ = other.versions_;
  earliest_second_ = other.earliest_second_;
  period_ = other.period_;
  background_ = other.background_;
}

void RecoveryHistory::Enable(absl::Time now, absl::Duration period, size_t kept_bytes_max,
                             std::shared_ptr<BackgroundQueue> background) {
  LatchLock lock(&latch_);
  period_ = period;
  kept_bytes_max_ = kept_bytes_max;
  background_ = std::move(background);
  if (enabled()) return;
  earliest_second_ = SecondOf(now);
  newest_second_.store(SecondOf(now), std::memory_order_release);
}

RecoveryHistory::Versions RecoveryHistory::Disable() {
  LatchLock lock(&latch_);
  newest_second_.store(kDisabled, std::memory_order_release);
  return std::exchange(versions_, {});
}

bool RecoveryHistory::Add(int64_t expected, PartitionMap::Image image, uint64_t last_commit, const Clock& clock) {
  LatchLock lock(&latch_);
  if (newest_second_.load(std::memory_order_relaxed) != expected) return false;
  // The clock is read with the latch held, so that a thread with an older time does not look like a clock that was set
  // back.
  const int64_t second = SecondOf(clock.Now());
  if (second < expected) {
    Rewind(second);
  } else if (second > expected) {
    Append(Ref<Version>::Adopt(new Version(second, std::move(image), last_commit)));
  }
  newest_second_.store(second, std::memory_order_release);
  return true;
}

// The clock was set back to `second`. Versions whose until() is later show the end of a second that has not come yet,
// and are dropped; except that the first of them shows the end of the second before `second` if no version ends there:
// then it is kept and ends there.
void RecoveryHistory::Rewind(int64_t second) {
  // A version that ends at `second` counts as later, too: it is replaced by an equal one.
  const auto is_later = [second](const Ref<const Version>& version) { return version->until() >= second; };
  const auto block = std::find_if(versions_.begin(), versions_.end(),
                                  [&](const Ref<Block>& each) { return is_later(each->versions.back()); });
  if (block == versions_.end()) return;
  std::vector<Ref<const Version>>& cut = MakeUnique(*block).versions;
  const auto later = std::find_if(cut.begin(), cut.end(), is_later);
  auto moved = Ref<Version>::Adopt(new Version(second, (*later)->image(), (*later)->last_commit()));
  // `moved` takes over the counts of the dropped versions. That is too much: items that were written after its image
  // was taken are freed with them.
  const auto count = [&](const Ref<const Version>& version) { moved->Count(version->bytes() - kVersionBytes); };
  std::for_each(later, cut.end(), count);
  for (auto each = std::next(block); each != versions_.end(); ++each) {
    std::for_each((*each)->versions.begin(), (*each)->versions.end(), count);
  }
  *later = std::move(moved);
  cut.erase(std::next(later), cut.end());
  versions_.erase(std::next(block), versions_.end());
}

RecoveryHistory::Block& RecoveryHistory::MakeUnique(Ref<Block>& block) {
  if (!block.unique()) {
    auto copy = Ref<Block>::Adopt(new Block);
    copy->versions = block->versions;
    block = std::move(copy);
  }
  return *block;
}

void RecoveryHistory::Append(Ref<const Version> version) {
  if (versions_.empty() || versions_.back()->versions.size() == kBlockVersionsMax) {
    auto block = Ref<Block>::Adopt(new Block);
    block->versions.push_back(std::move(version));
    versions_.push_back(std::move(block));
  } else {
    MakeUnique(versions_.back()).versions.push_back(std::move(version));
  }
}

Ref<RecoveryHistory::Block> RecoveryHistory::TakeUnused() {
  if (versions_.empty()) return nullptr;
  const int64_t period_begin = newest_second() - absl::ToInt64Seconds(period_);
  const auto is_unused = [&](const Version& version) {
    return version.until() <= period_begin || kept_bytes() > kept_bytes_max_.load(std::memory_order_relaxed);
  };
  if (!is_unused(*versions_.front()->versions.front())) return nullptr;
  std::vector<Ref<const Version>>& oldest = MakeUnique(versions_.front()).versions;
  auto unused = Ref<Block>::Adopt(new Block);
  unused->versions.reserve(oldest.size());
  // This cannot fail.
  auto version = oldest.begin();
  for (; version != oldest.end() && is_unused(**version); ++version) {
    earliest_second_ = std::max(earliest_second_, (*version)->until());
    // Before the version is destroyed, so that no further version is dropped because of its memory.
    if (version->unique()) (*version)->Uncount();
    unused->versions.push_back(std::move(*version));
  }
  oldest.erase(oldest.begin(), version);
  if (oldest.empty()) versions_.erase(versions_.begin());
  return unused;
}

// An item that was written since the newest version was taken is kept by no version, and the nodes above it were copied
// by that write.
void RecoveryHistory::CountChange(const Item* replaced, size_t local_orders) noexcept {
  LatchLock lock(&latch_);
  if (versions_.empty()) return;
  const Version& newest = *versions_.back()->versions.back();
  const size_t path_bytes = kPathBytes * (1 + local_orders);
  if (replaced == nullptr) return newest.Count(path_bytes);
  if (replaced->commit() > newest.last_commit()) return;
  newest.Count(path_bytes + sizeof(Item) + replaced->attributes().packed().size() + StoredBytes::kBlockOverheadBytes);
}

void RecoveryHistory::Trim() noexcept {
  try {
    Ref<Block> unused;
    std::shared_ptr<BackgroundQueue> background;
    {
      LatchLock lock(&latch_);
      unused = TakeUnused();
      background = background_;
    }
    if (!unused || background == nullptr) return;
    auto contents = std::make_unique<UnusedContents>();
    contents->Add({std::move(unused)});
    background->Drop(std::move(contents));
  } catch (const std::bad_alloc&) {
    // The versions stay, or were destroyed by this thread.
  }
}

std::optional<PartitionMap::Image> RecoveryHistory::ImageAt(const PartitionMap& items, absl::Time time) const {
  const int64_t second = SecondOf(time);
  // Taken before the versions are searched: a write of a later second first adds a version, so if the search finds no
  // later version, the image contains no such write.
  PartitionMap::Image current = items.TakeImage();
  LatchLock lock(&latch_);
  if (!enabled() || second < earliest_second_) return std::nullopt;
  const auto is_before = [](int64_t wanted, const Ref<const Version>& version) { return wanted < version->until(); };
  const auto block = std::upper_bound(
      versions_.begin(), versions_.end(), second,
      [&](int64_t wanted, const Ref<Block>& each) { return is_before(wanted, each->versions.back()); });
  if (block == versions_.end()) return current;
  const std::vector<Ref<const Version>>& versions = (*block)->versions;
  return (*std::upper_bound(versions.begin(), versions.end(), second, is_before))->image();
}

std::optional<absl::Time> RecoveryHistory::earliest() const {
  LatchLock lock(&latch_);
  if (!enabled()) return std::nullopt;
  return absl::FromUnixSeconds(earliest_second_);
}

}  // namespace holdfast
