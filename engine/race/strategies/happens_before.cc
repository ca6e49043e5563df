#include "engine/race/strategies/happens_before.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>

namespace holdfast::race {

void HappensBefore::Truncate(size_t size) {
  steps_.resize(size);
  if (indexed_ <= size) return;
  index_ = FootprintIndex();
  indexed_ = 0;
}

std::vector<size_t> HappensBefore::Add(ExecutedStep step) {
  for (; indexed_ < steps_.size(); ++indexed_) index_.Add(steps_[indexed_].step.footprint, indexed_);
  std::vector<bool> dependent(steps_.size());
  index_.MarkDependent(step.footprint, dependent);
  std::vector<bool> before(steps_.size());
  std::vector<size_t> races;
  for (size_t i = steps_.size(); i-- > 0;) {
    const ExecutedStep& earlier = steps_[i].step;
    if (before[i] || !(earlier.actor == step.actor || dependent[i])) continue;
    if (earlier.actor != step.actor || i >= step.arrived) races.push_back(i);
    before[i] = true;
    for (size_t j = 0; j < i; ++j) before[j] = before[j] || steps_[i].before[j];
  }
  steps_.push_back({std::move(step), std::move(before)});
  return races;
}

std::vector<int> HappensBefore::Initials(size_t first, size_t second) const {
  std::vector<size_t> moved;
  for (size_t i = first + 1; i <= second; ++i) {
    if (i == second || !IsBefore(first, i)) moved.push_back(i);
  }
  std::vector<int> initials;
  std::set<int> seen;
  for (const size_t i : moved) {
    // The later steps of a thread come after its first one.
    const int thread = steps_[i].step.thread;
    if (!seen.insert(thread).second) continue;
    const bool preceded = std::any_of(moved.begin(), moved.end(), [&](size_t j) { return j < i && IsBefore(j, i); });
    if (preceded) continue;
    initials.insert(i == second ? initials.begin() : initials.end(), thread);
  }
  return initials;
}

std::optional<double> HappensBefore::CountOrders() const {
  constexpr size_t kStepsMax = 64;
  constexpr size_t kSetsMax = 20'000;
  const size_t size = steps_.size();
  if (size > kStepsMax) return std::nullopt;
  std::vector<uint64_t> before(size);
  for (size_t i = 0; i < size; ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (steps_[i].before[j]) before[i] |= uint64_t{1} << j;
    }
  }
  // For each set of `executed` steps that is closed under the order: the number of orders in which it can be executed.
  std::unordered_map<uint64_t, double> ways = {{0, 1.0}};
  for (size_t executed = 0; executed < size; ++executed) {
    std::unordered_map<uint64_t, double> next;
    for (const auto& [set, count] : ways) {
      for (size_t i = 0; i < size; ++i) {
        const uint64_t bit = uint64_t{1} << i;
        if ((set & bit) == 0 && (before[i] & ~set) == 0) next[set | bit] += count;
      }
      if (next.size() > kSetsMax) return std::nullopt;
    }
    ways = std::move(next);
  }
  return ways.begin()->second;
}

}  // namespace holdfast::race
