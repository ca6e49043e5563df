// Counts, for each value, the remaining steps that need it, can produce it, or exclude it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/numeric/int128.h"
#include "conformance/history/register_step.h"

namespace holdfast::conformance {

class ValueCounts {
 public:
  ValueCounts(std::span<const RegisterStep> steps, const RegisterValue& initial);

  // Remove a step from the remaining ones, and restore it. `number` is its index in the span.
  void Remove(size_t number) { Count(number, -1); }
  void Restore(size_t number) { Count(number, +1); }

  // True if a remaining step needs this value.
  bool IsNeeded(const RegisterValue& value) const;
  // True if a remaining step excludes this value.
  bool IsExcluded(const RegisterValue& value) const;
  // True if a remaining step excludes a value that is `current_value` or that a remaining step produces.
  bool ExcludesReachableValue(const RegisterValue& current_value) const;
  // True if a step that certainly happened needs a value that is not `current_value` and that no remaining step
  // produces. Always false while sums remain, because it is not counted which values they produce.
  bool IsUnsatisfiableAt(const RegisterValue& current_value) const;
  // IsUnsatisfiableAt(`after`) once step `number` has replaced `before` by `after`. Valid only if
  // IsUnsatisfiableAt(`before`) is false.
  bool BecomesUnsatisfiableBy(size_t number, const RegisterValue& before, const RegisterValue& after) const;
  // True if every remaining change is a sum and a step that certainly happened needs a value outside the range that the
  // sums can reach: from `current_value` with all negative summands to `current_value` with all positive ones. Without
  // this check the search would try every order of many small sums.
  bool IsOutOfReach(const RegisterValue& current_value) const;
  // True if additions remain whose response has no sum. The values that they produce depend on the order.
  bool has_remaining_sums() const { return sums_ > 0; }

 private:
  struct ValueCount {
    RegisterValue value;
    // Remaining steps that need the value: those that certainly happened, and the optional ones.
    int certain = 0;
    int uncertain = 0;
    int producers = 0;
    int exclusions = 0;
  };
  static constexpr size_t kNone = static_cast<size_t>(-1);
  // Indices in `counts_` of the counts that always exist: for steps that accept both 0 and absence, for absence, for 0.
  static constexpr size_t kZeroOrAbsent = 0;
  static constexpr size_t kAbsent = 1;
  static constexpr size_t kZero = 2;
  struct CountIndices {
    size_t required_index = kNone;
    size_t excluded_index = kNone;
    size_t new_index = kNone;
    bool optional = false;
    bool sum = false;
    int64_t summand = 0;
  };

  // The index in `counts_` of the value's count.
  size_t FindOrAdd(const RegisterValue& value);
  const ValueCount* Find(const RegisterValue& value) const;
  void Count(size_t number, int by);
  void CountNeed(const CountIndices& indices, int by);
  int ProducersOfZeroOrAbsent() const { return counts_[kZero].producers + counts_[kAbsent].producers; }

  std::vector<ValueCount> counts_;
  absl::flat_hash_map<RegisterValue, size_t> index_of_;
  // Indexed by step number.
  std::vector<CountIndices> indices_;
  // Indices in `counts_` of the values that any step, remaining or not, excludes.
  std::vector<size_t> excluded_;
  int sums_ = 0;
  // Remaining steps whose effect is kValue.
  int producers_ = 0;
  // The totals of the remaining positive and negative summands.
  absl::int128 increments_total_ = 0;
  absl::int128 decrements_total_ = 0;
  // True if the effect of any step, remaining or not, is kSum.
  bool has_sums_ = false;
  // For each number, how many of the remaining steps that certainly happened need it. Those of kZeroOrAbsent count as
  // needing 0, and those of kAbsent are not counted. Maintained only if `has_sums_`.
  std::map<int64_t, int> certain_needs_;
};

}  // namespace holdfast::conformance
