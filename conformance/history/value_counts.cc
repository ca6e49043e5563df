#include "conformance/history/value_counts.h"

#include <algorithm>
#include <limits>

namespace holdfast::conformance {
namespace {

bool IsZeroOrAbsent(const RegisterValue& value) { return value.value_or(0) == 0; }

}  // namespace

ValueCounts::ValueCounts(std::span<const RegisterStep> steps, const RegisterValue& initial) : counts_(1) {
  FindOrAdd(std::nullopt);
  FindOrAdd(0);
  FindOrAdd(initial);
  has_sums_ = std::any_of(steps.begin(), steps.end(),
                          [](const RegisterStep& step) { return step.effect == RegisterStep::Effect::kSum; });
  for (const RegisterStep& step : steps) {
    CountIndices indices;
    indices.optional = step.optional;
    if (step.precondition == RegisterStep::Precondition::kValue)
      indices.required_index = FindOrAdd(step.required_value);
    if (step.precondition == RegisterStep::Precondition::kZeroOrAbsent) indices.required_index = kZeroOrAbsent;
    if (step.precondition == RegisterStep::Precondition::kNotValue) {
      indices.excluded_index = FindOrAdd(step.required_value);
      if (std::find(excluded_.begin(), excluded_.end(), indices.excluded_index) == excluded_.end()) {
        excluded_.push_back(indices.excluded_index);
      }
    }
    if (step.effect == RegisterStep::Effect::kValue) indices.new_index = FindOrAdd(step.new_value);
    indices.sum = step.effect == RegisterStep::Effect::kSum;
    indices.summand = step.summand;
    indices_.push_back(indices);
    Restore(indices_.size() - 1);
  }
}

size_t ValueCounts::FindOrAdd(const RegisterValue& value) {
  const auto [found, is_new] = index_of_.try_emplace(value, counts_.size());
  if (is_new) counts_.push_back({value});
  return found->second;
}

const ValueCounts::ValueCount* ValueCounts::Find(const RegisterValue& value) const {
  const auto found = index_of_.find(value);
  return found != index_of_.end() ? &counts_[found->second] : nullptr;
}

void ValueCounts::Count(size_t number, int by) {
  const CountIndices& indices = indices_[number];
  if (indices.required_index != kNone) CountNeed(indices, by);
  if (indices.excluded_index != kNone) counts_[indices.excluded_index].exclusions += by;
  if (indices.new_index != kNone) {
    counts_[indices.new_index].producers += by;
    producers_ += by;
  }
  if (indices.sum) {
    sums_ += by;
    (indices.summand > 0 ? increments_total_ : decrements_total_) += absl::int128(indices.summand) * by;
  }
}

void ValueCounts::CountNeed(const CountIndices& indices, int by) {
  ValueCount& count = counts_[indices.required_index];
  if (indices.optional) {
    count.uncertain += by;
    return;
  }
  count.certain += by;
  if (!has_sums_ || indices.required_index == kAbsent) return;
  const auto counted = certain_needs_.try_emplace(count.value.value_or(0)).first;
  counted->second += by;
  if (counted->second == 0) certain_needs_.erase(counted);
}

bool ValueCounts::IsNeeded(const RegisterValue& value) const {
  const ValueCount* count = Find(value);
  if (count != nullptr && count->certain + count->uncertain > 0) return true;
  const ValueCount& zero_or_absent = counts_[kZeroOrAbsent];
  return IsZeroOrAbsent(value) && zero_or_absent.certain + zero_or_absent.uncertain > 0;
}

bool ValueCounts::IsExcluded(const RegisterValue& value) const {
  const ValueCount* count = Find(value);
  return count != nullptr && count->exclusions > 0;
}

bool ValueCounts::ExcludesReachableValue(const RegisterValue& current_value) const {
  return std::any_of(excluded_.begin(), excluded_.end(), [&](size_t index) {
    const ValueCount& count = counts_[index];
    return count.exclusions > 0 && (count.producers > 0 || count.value == current_value);
  });
}

bool ValueCounts::IsUnsatisfiableAt(const RegisterValue& current_value) const {
  if (has_remaining_sums()) return false;
  if (counts_[kZeroOrAbsent].certain > 0 && ProducersOfZeroOrAbsent() == 0 && !IsZeroOrAbsent(current_value))
    return true;
  return std::any_of(counts_.begin() + kAbsent, counts_.end(), [&](const ValueCount& count) {
    return count.certain > 0 && count.producers == 0 && count.value != current_value;
  });
}

bool ValueCounts::BecomesUnsatisfiableBy(size_t number, const RegisterValue& before, const RegisterValue& after) const {
  if (has_remaining_sums() || before == after) return false;
  const CountIndices& indices = indices_[number];
  const auto needed_by_others = [&](size_t index) {
    return counts_[index].certain - (indices.required_index == index && !indices.optional ? 1 : 0) > 0;
  };
  const auto found = index_of_.find(before);
  if (found != index_of_.end() && counts_[found->second].producers == 0 && needed_by_others(found->second)) return true;
  return IsZeroOrAbsent(before) && !IsZeroOrAbsent(after) && ProducersOfZeroOrAbsent() == 0 &&
         needed_by_others(kZeroOrAbsent);
}

bool ValueCounts::IsOutOfReach(const RegisterValue& current_value) const {
  if (!has_sums_ || producers_ > 0) return false;
  if (current_value.has_value() && counts_[kAbsent].certain > 0) return true;
  if (certain_needs_.empty()) return false;
  const absl::int128 highest = current_value.value_or(0) + increments_total_;
  const absl::int128 lowest = current_value.value_or(0) + decrements_total_;
  const bool may_wrap_around =
      highest > std::numeric_limits<int64_t>::max() || lowest < std::numeric_limits<int64_t>::min();
  return !may_wrap_around && (certain_needs_.begin()->first < lowest || certain_needs_.rbegin()->first > highest);
}

}  // namespace holdfast::conformance
