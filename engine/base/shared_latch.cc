#include "engine/base/shared_latch.h"

#include <algorithm>
#include <thread>

#include "engine/base/thread_number.h"

namespace holdfast {
namespace {

constexpr auto kFirstAttempt = std::chrono::microseconds(500);
constexpr auto kLongestAttempt = std::chrono::microseconds(4'000);
// The pause after an attempt is this many times as long as the attempt, so that all attempts together take little of
// the readers' time.
constexpr int kPauseFactor = 20;

thread_local bool must_not_wait = false;

}  // namespace

SharedLatch::Slot& SharedLatch::ThisThreadSlot() { return slots_[ThreadNumber() % kSlots]; }

void SharedLatch::ThisThreadMustNotWait() { must_not_wait = true; }

// Reader and entering writer each store their own flag before they load the other's (sequentially consistent), so at
// least one of them sees the other. The reader backs off.
void SharedLatch::LockShared() ABSL_NO_THREAD_SAFETY_ANALYSIS {
  if (level_.has_value()) EnterLatchLevel(*level_);
  Slot& slot = ThisThreadSlot();
  for (;;) {
    slot.readers.fetch_add(1, std::memory_order_seq_cst);
    const Writer writer = writer_.load(std::memory_order_seq_cst);
    if (writer == Writer::kNone || (writer == Writer::kWaits && must_not_wait)) return;
    slot.readers.fetch_sub(1, std::memory_order_release);
    LatchLock wait_for_writer(must_not_wait ? &entering_ : &exclusive_);
  }
}

void SharedLatch::UnlockShared() ABSL_NO_THREAD_SAFETY_ANALYSIS {
  ThisThreadSlot().readers.fetch_sub(1, std::memory_order_release);
  if (level_.has_value()) LeaveLatchLevel(*level_);
}

void SharedLatch::Lock() ABSL_NO_THREAD_SAFETY_ANALYSIS {
  if (level_.has_value()) EnterLatchLevel(*level_);
  exclusive_.Lock();
  // The first attempt succeeds unless a shared section is long. Attempts grow from 0.5 to 4 ms, to outlast the sections
  // of the event loops, which begin new sections during the pauses.
  for (auto attempt = kFirstAttempt;; attempt = std::min(2 * attempt, kLongestAttempt)) {
    entering_.Lock();
    writer_.store(Writer::kEnters, std::memory_order_seq_cst);
    if (WaitForReaders(std::chrono::steady_clock::now() + attempt)) return;
    writer_.store(Writer::kWaits, std::memory_order_seq_cst);
    entering_.Unlock();
    std::this_thread::sleep_for(kPauseFactor * attempt);
  }
}

void SharedLatch::Unlock() ABSL_NO_THREAD_SAFETY_ANALYSIS {
  writer_.store(Writer::kNone, std::memory_order_release);
  entering_.Unlock();
  exclusive_.Unlock();
  if (level_.has_value()) LeaveLatchLevel(*level_);
}

bool SharedLatch::WaitForReaders(std::chrono::steady_clock::time_point deadline) const {
  for (const Slot& slot : slots_) {
    while (slot.readers.load(std::memory_order_seq_cst) != 0) {
      if (std::chrono::steady_clock::now() >= deadline) return false;
      std::this_thread::yield();
    }
  }
  return true;
}

}  // namespace holdfast
