// The versions that point-in-time recovery keeps, of a map that the test itself changes.
#include "engine/tables/recovery_history.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "tests/engine/storage/sized_item.h"

namespace holdfast {
namespace {

class RecoveryHistoryTest : public ::testing::Test {
 protected:
  RecoveryHistoryTest() { history_.Enable(clock_.Now(), absl::Hours(24), kLimit, background_); }

  // Puts an item, and makes the calls to `history` that every write makes.
  void Write(RecoveryHistory& history, const std::string& key) {
    history.KeepVersion(items_, clock_, [this] { return commit_; });
    const uint64_t hash = items_.HashOf(key);
    {
      LatchLock lock(&items_.latch(PartitionMap::ShardOf(hash)));
      history.CountChange(items_.Find(hash, key, "").get(), local_orders_);
      items_.Put(hash, key, "", ItemNumbered(++commit_, 100));
    }
    history.Trim();
  }
  // The number of items at the end of a second; -1 if the history cannot restore that second.
  int CountAt(const RecoveryHistory& history, int second) const {
    const std::optional<PartitionMap::Image> image = history.ImageAt(items_, kStart + absl::Seconds(second));
    return image.has_value() ? static_cast<int>(image->item_count()) : -1;
  }

  static size_t Count(const RecoveryHistory::Versions& versions) {
    size_t count = 0;
    for (const Ref<RecoveryHistory::Block>& block : versions) count += block->versions.size();
    return count;
  }

  static constexpr size_t kLimit = 10'000'000;
  static constexpr absl::Time kStart = absl::FromUnixSeconds(1'000);
  VirtualClock clock_{kStart};
  PartitionMap items_{0};
  uint64_t commit_ = 0;
  size_t local_orders_ = 0;
  const std::shared_ptr<BackgroundQueue> background_ = std::make_shared<BackgroundQueue>();
  RecoveryHistory history_;
};

TEST_F(RecoveryHistoryTest, CountsTheNodesOfLocalIndexes) {
  local_orders_ = 2;
  Write(history_, "a");
  clock_.Advance(absl::Seconds(1));
  Write(history_, "b");
  EXPECT_EQ(RecoveryHistory::kept_bytes(), RecoveryHistory::kVersionBytes + 3 * RecoveryHistory::kPathBytes);
}

TEST_F(RecoveryHistoryTest, AddsOneVersionForEachSecondWithWrites) {
  Write(history_, "a");
  EXPECT_EQ(RecoveryHistory::kept_bytes(), 0u) << "no version is needed while the table has its state of this second";
  clock_.Advance(absl::Seconds(1));
  Write(history_, "b");
  const size_t one = RecoveryHistory::kept_bytes();
  EXPECT_EQ(one, RecoveryHistory::kVersionBytes + RecoveryHistory::kPathBytes);
  clock_.Advance(absl::Seconds(5));
  Write(history_, "c");
  Write(history_, "d");
  EXPECT_EQ(CountAt(history_, -1), -1);
  EXPECT_EQ(CountAt(history_, 0), 1);
  EXPECT_EQ(CountAt(history_, 1), 2);
  EXPECT_EQ(CountAt(history_, 5), 2);
  EXPECT_EQ(CountAt(history_, 6), 4);
  EXPECT_EQ(CountAt(history_, 100), 4);
  EXPECT_EQ(history_.earliest(), kStart);
}

TEST_F(RecoveryHistoryTest, CountsAReplacedItemOnceForEachVersion) {
  Write(history_, "a");
  clock_.Advance(absl::Seconds(1));
  Write(history_, "a");
  const size_t once = RecoveryHistory::kept_bytes();
  EXPECT_GT(once, RecoveryHistory::kVersionBytes + RecoveryHistory::kPathBytes + 100);
  Write(history_, "a");
  Write(history_, "a");
  EXPECT_EQ(RecoveryHistory::kept_bytes(), once)
      << "the replaced items were written in this second, so no version contains them";
  clock_.Advance(absl::Seconds(1));
  Write(history_, "a");
  EXPECT_EQ(RecoveryHistory::kept_bytes(), 2 * once);
}

TEST_F(RecoveryHistoryTest, CopiesShareVersionsAndDiverge) {
  Write(history_, "a");
  clock_.Advance(absl::Seconds(1));
  Write(history_, "b");
  const size_t kept = RecoveryHistory::kept_bytes();
  {
    RecoveryHistory copy(history_);
    EXPECT_EQ(RecoveryHistory::kept_bytes(), kept) << "shared versions count once";
    clock_.Advance(absl::Seconds(1));
    copy.KeepVersion(items_, clock_, [this] { return commit_; });
    EXPECT_EQ(RecoveryHistory::kept_bytes(), kept + RecoveryHistory::kVersionBytes);
    Write(history_, "c");
    EXPECT_EQ(CountAt(copy, 1), 2);
    EXPECT_EQ(CountAt(history_, 1), 2);
    EXPECT_EQ(Count(copy.Disable()), 2u);
    EXPECT_EQ(CountAt(history_, 0), 1) << "the original still has its versions";
  }
  EXPECT_EQ(Count(history_.Disable()), 2u);
  EXPECT_EQ(RecoveryHistory::kept_bytes(), 0u);
}

TEST_F(RecoveryHistoryTest, DropsTheOldestVersionsBeyondTheLimit) {
  history_.Enable(clock_.Now(), absl::Hours(24), 5 * (RecoveryHistory::kVersionBytes + RecoveryHistory::kPathBytes),
                  background_);
  for (int i = 0; i < 10; ++i) {
    clock_.Advance(absl::Seconds(1));
    Write(history_, std::to_string(i));
  }
  EXPECT_EQ(RecoveryHistory::kept_bytes(), 5 * (RecoveryHistory::kVersionBytes + RecoveryHistory::kPathBytes));
  EXPECT_EQ(history_.earliest(), kStart + absl::Seconds(5));
  EXPECT_EQ(CountAt(history_, 4), -1);
  EXPECT_EQ(CountAt(history_, 5), 5);
  EXPECT_EQ(CountAt(history_, 9), 9);
}

TEST_F(RecoveryHistoryTest, DropsVersionsAfterTheirPeriod) {
  history_.Enable(clock_.Now(), absl::Hours(1), kLimit, background_);
  for (int i = 0; i < 10; ++i) {
    clock_.Advance(absl::Minutes(20));
    Write(history_, std::to_string(i));
  }
  EXPECT_EQ(Count(history_.Disable()), 3u);
}

TEST_F(RecoveryHistoryTest, LeavesTheDestructionOfVersionsToTheWorker) {
  background_->SetWorker([] {});
  constexpr size_t kOne = RecoveryHistory::kVersionBytes + RecoveryHistory::kPathBytes;
  history_.Enable(clock_.Now(), absl::Hours(24), 3 * kOne, background_);
  for (int i = 0; i < 10; ++i) {
    clock_.Advance(absl::Seconds(1));
    Write(history_, std::to_string(i));
    EXPECT_EQ(CountAt(history_, i + 1), i + 1);
  }
  EXPECT_EQ(RecoveryHistory::kept_bytes(), 3 * kOne) << "versions that wait for their destruction do not count";
  EXPECT_EQ(history_.earliest(), kStart + absl::Seconds(7));
  int destroyed = 0;
  while (background_->DestroyPart()) ++destroyed;
  EXPECT_EQ(destroyed, 7);
  EXPECT_EQ(RecoveryHistory::kept_bytes(), 3 * kOne);
  EXPECT_EQ(Count(history_.Disable()), 3u);
}

// A copy of the list of all versions took 90 ms for 20,000 of them.
TEST_F(RecoveryHistoryTest, ACopyAndTheWriteAfterItShareMostVersions) {
  constexpr int kVersions = 1'000;
  for (int i = 0; i < kVersions; ++i) {
    clock_.Advance(absl::Seconds(1));
    Write(history_, std::to_string(i));
  }
  RecoveryHistory copy(history_);
  for (RecoveryHistory* history : {&history_, &copy}) {
    clock_.Advance(absl::Seconds(1));
    Write(*history, "a");
  }
  EXPECT_EQ(CountAt(copy, 500), 500);
  EXPECT_EQ(CountAt(history_, 1'000), 1'000);
  const RecoveryHistory::Versions versions = history_.Disable();
  const RecoveryHistory::Versions copied = copy.Disable();
  EXPECT_EQ(Count(versions), 1'001u);
  EXPECT_EQ(Count(copied), 1'001u);
  ASSERT_EQ(versions.size(), 4u);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(versions[i], copied[i]) << i;
  EXPECT_NE(versions[3], copied[3]);
}

TEST_F(RecoveryHistoryTest, AClockThatIsSetBackEndsTheVersionsOfSeveralBlocks) {
  for (int i = 0; i < 1'000; ++i) {
    clock_.Advance(absl::Seconds(1));
    Write(history_, std::to_string(i));
  }
  const size_t kept = RecoveryHistory::kept_bytes();
  const RecoveryHistory copy(history_);
  clock_.Set(kStart + absl::Seconds(300));
  Write(history_, "a");
  EXPECT_EQ(CountAt(history_, 299), 299);
  EXPECT_EQ(CountAt(history_, 298), 298);
  EXPECT_EQ(CountAt(history_, 300), 1'001);
  EXPECT_EQ(CountAt(copy, 900), 900);
  EXPECT_EQ(Count(history_.Disable()), 300u) << "those of the seconds up to the new time";
  EXPECT_GE(RecoveryHistory::kept_bytes(), kept - RecoveryHistory::kPathBytes);
}

TEST_F(RecoveryHistoryTest, IsOffAfterDisable) {
  clock_.Advance(absl::Seconds(1));
  Write(history_, "a");
  EXPECT_EQ(Count(history_.Disable()), 1u);
  EXPECT_FALSE(history_.enabled());
  EXPECT_FALSE(history_.earliest().has_value());
  EXPECT_EQ(CountAt(history_, 1), -1);
  clock_.Advance(absl::Seconds(1));
  Write(history_, "b");
  EXPECT_EQ(RecoveryHistory::kept_bytes(), 0u);
  history_.Enable(clock_.Now(), absl::Hours(24), kLimit, background_);
  EXPECT_EQ(history_.earliest(), kStart + absl::Seconds(2)) << "enabling begins a new history";
}

}  // namespace
}  // namespace holdfast
