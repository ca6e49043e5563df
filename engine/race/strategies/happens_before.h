// The order that is essential in a run: which step must come before which in every run that is equal to it.
//
//   - A step that had been executed before another one of its actor became pending comes before it: the actor had seen
//     its outcome.
//   - Of two dependent steps (strategy.h) the one that was executed first comes before the other.
//   - The order is transitive.
//
// Runs with the same steps and the same such order are equal: they differ in the order of independent steps alone
// (Mazurkiewicz traces). Two steps race if the second could have come first: they are dependent, the first is not one
// that the second's actor had seen, and no step comes between them in the order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/race/strategies/strategy.h"

namespace holdfast::race {

class HappensBefore {
 public:
  void Clear() { steps_.clear(); }
  // Forgets the steps from `size` on.
  void Truncate(size_t size) { steps_.resize(size); }
  size_t size() const { return steps_.size(); }
  const ExecutedStep& operator[](size_t place) const { return steps_[place].step; }

  // Adds the step that was executed next. Returns the places of the steps that it races with.
  std::vector<size_t> Add(ExecutedStep step);
  bool IsBefore(size_t first, size_t second) const { return steps_[second].before[first]; }

  // The threads whose next step at the place `first` can begin a run that has the step `second` before the step
  // `first`: of the steps between the two that do not come after `first`, and `second` itself, those that come after no
  // other of them (the initials of Abdulla et al.). The thread of `second` is first if it is among them.
  std::vector<int> Initials(size_t first, size_t second) const;

  // In how many orders these steps can be executed so that the runs are equal: the linear extensions of the order.
  // Nothing if there are too many cases to count.
  std::optional<double> CountOrders() const;

 private:
  struct Step {
    ExecutedStep step;
    // For each earlier step whether it comes before this one.
    std::vector<bool> before;
  };
  std::vector<Step> steps_;
};

}  // namespace holdfast::race
