#include "engine/base/shared_latch.h"

#include <thread>

#include "engine/base/thread_number.h"

namespace holdfast {

SharedLatch::Slot& SharedLatch::ThisThreadSlot() { return slots_[ThreadNumber() % kSlots]; }

// Reader and writer each store their own flag before they load the other's (sequentially consistent), so at least one
// of them sees the other. The reader backs off.
void SharedLatch::LockShared() ABSL_NO_THREAD_SAFETY_ANALYSIS {
  if (level_.has_value()) EnterLatchLevel(*level_);
  Slot& slot = ThisThreadSlot();
  for (;;) {
    slot.readers.fetch_add(1, std::memory_order_seq_cst);
    if (!exclusive_requested_.load(std::memory_order_seq_cst)) return;
    slot.readers.fetch_sub(1, std::memory_order_release);
    LatchLock wait_for_writer(&exclusive_);
  }
}

void SharedLatch::UnlockShared() ABSL_NO_THREAD_SAFETY_ANALYSIS {
  ThisThreadSlot().readers.fetch_sub(1, std::memory_order_release);
  if (level_.has_value()) LeaveLatchLevel(*level_);
}

void SharedLatch::Lock() ABSL_NO_THREAD_SAFETY_ANALYSIS {
  if (level_.has_value()) EnterLatchLevel(*level_);
  exclusive_.Lock();
  exclusive_requested_.store(true, std::memory_order_seq_cst);
  for (Slot& slot : slots_) {
    while (slot.readers.load(std::memory_order_seq_cst) != 0) std::this_thread::yield();
  }
}

void SharedLatch::Unlock() ABSL_NO_THREAD_SAFETY_ANALYSIS {
  exclusive_requested_.store(false, std::memory_order_release);
  exclusive_.Unlock();
  if (level_.has_value()) LeaveLatchLevel(*level_);
}

}  // namespace holdfast
