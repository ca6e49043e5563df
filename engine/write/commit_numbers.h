// Every write plan that is installed gets the next commit number of its database. The item versions it writes carry the
// number (Item::commit), and the sequence numbers of its stream records follow from it.
#pragma once

#include <atomic>
#include <cstdint>

namespace holdfast {

// Thread-safe. A write takes its number while it holds the latches of all items that it writes, so of two writes to one
// item the later has the greater number.
class CommitNumbers {
 public:
  // `last`: the greatest number there has been.
  explicit CommitNumbers(uint64_t last = 0) : last_(last) {}

  // Makes the next number greater than `last` and than every number given out.
  void ContinueAfter(uint64_t last) {
    uint64_t present = last_.load(std::memory_order_relaxed);
    while (present < last && !last_.compare_exchange_weak(present, last, std::memory_order_relaxed)) {
    }
  }
  uint64_t Next() { return last_.fetch_add(1, std::memory_order_relaxed) + 1; }
  // The greatest number given out.
  uint64_t last() const { return last_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> last_;
};

}  // namespace holdfast
