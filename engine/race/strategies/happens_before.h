// The happens-before order of a run, a partial order of its steps:
//
//   - Of two dependent steps, which are of one actor or have dependent footprints, the one that was executed first
//     comes before the other.
//   - The order is transitive.
//
// Runs are equal if they have the same steps and the same happens-before order: then they differ only in the order of
// independent steps (Mazurkiewicz traces). Two steps race if the second could have come first: they are dependent, no
// step comes between them in the happens-before order, and, if they are of one actor, the second was already pending
// when the first was executed; otherwise the actor had seen the outcome of the first before it sent the second.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/race/strategies/strategy.h"

namespace holdfast::race {

class HappensBefore {
 public:
  // Removes the steps from `size` on.
  void Truncate(size_t size);
  size_t size() const { return steps_.size(); }
  const ExecutedStep& operator[](size_t position) const { return steps_[position].step; }

  // Adds the step that was executed next. Returns the positions of the steps that it races with.
  std::vector<size_t> Add(ExecutedStep step);
  // Whether the step at `first` comes before the one at `second` in the happens-before order. `first` must be less than
  // `second`.
  bool IsBefore(size_t first, size_t second) const { return steps_[second].before[first]; }

  // The threads with which a run can continue at the position `first` so that the step `second` comes before the step
  // `first` (the initials of Abdulla et al.). Consider the set of `second` and the steps between the two that do not
  // come after `first` in the happens-before order: the initials are the threads of its minimal steps, which come after
  // no other step of the set. If `second` is minimal, its thread is returned first.
  std::vector<int> Initials(size_t first, size_t second) const;

  // The number of equal runs with these steps: the linear extensions of the happens-before order. Nothing if there are
  // too many to count.
  std::optional<double> CountOrders() const;

 private:
  struct Step {
    ExecutedStep step;
    // For each earlier step whether it comes before this one.
    std::vector<bool> before;
  };
  std::vector<Step> steps_;
  // The footprints of the first `indexed_` steps, by the positions of the steps.
  FootprintIndex index_;
  size_t indexed_ = 0;
};

}  // namespace holdfast::race
