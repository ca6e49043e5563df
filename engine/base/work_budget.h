// A bound on the work of one request, so that a caller that must not block (an event loop) can stop a long one and run
// it on another thread.
//
// The unit is a step: the cost of comparing two small values, some 50 ns. An operation with a budget spends steps
// before it does the work, by counting entries, bytes and comparisons: it reads no clock, so the same request on the
// same data always spends the same number of steps. When the budget does not cover the next part, the operation stops
// and returns errors::WorkBudgetExhausted(). A read changes nothing, and a write spends what it costs before it changes
// anything, so the same request can simply be run again without a budget; the first run cost no more than the budget.
//
// Not thread-safe; one per request.
#pragma once

#include <cstddef>
#include <cstdint>

namespace holdfast {

class WorkBudget {
 public:
  // About a millisecond: some 2,500 small items of one partition, 500 partitions, or a page of 1 MB of larger items.
  static constexpr uint64_t kStepsDefault = 20'000;

  explicit WorkBudget(uint64_t steps = kStepsDefault) : left_(steps) {}

  // Returns false if fewer steps remain: then all of them are spent, and every later call returns false for any `steps`
  // > 0.
  bool Spend(uint64_t steps) {
    if (steps <= left_) {
      left_ -= steps;
      return true;
    }
    left_ = 0;
    exhausted_ = true;
    return false;
  }
  // Whether a call of Spend has failed.
  bool exhausted() const { return exhausted_; }
  uint64_t left() const { return left_; }

 private:
  uint64_t left_;
  bool exhausted_ = false;
};

// `budget` may be null: there is no bound then.
inline bool Spend(WorkBudget* budget, uint64_t steps) { return budget == nullptr || budget->Spend(steps); }

namespace work {

// The cost of reaching one entry and keeping a reference to it. In a large table it is not in the processor's caches.
inline constexpr uint64_t kStepsPerEntry = 8;
// The cost of reaching a partition, most of it cache misses: a Scan of 1,000,000 partitions takes some 1.8 µs for
// each, and several times as long at its start.
inline constexpr uint64_t kStepsPerPartition = 32;
// The cost of changing an entry of an index, or of sending a change to a replica: some 3 µs.
inline constexpr uint64_t kStepsPerIndexEntry = 64;
// An upper bound of the cost of compiling a byte of a PartiQL statement.
inline constexpr uint64_t kStepsPerStatementByte = 1;
// The cost of evaluating expressions that read `bytes` (engine/expressions/evaluation_cost.h).
constexpr uint64_t StepsToEvaluate(size_t bytes) { return bytes / 64; }

}  // namespace work

}  // namespace holdfast
