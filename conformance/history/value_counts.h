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

  // Removes the step from the remaining ones, and restores it. `number` is its index in the span.
  void Remove(size_t number) { Count(number, -1); }
  void Restore(size_t number) { Count(number, +1); }

  // True if a remaining step needs this value.
  bool IsWanted(const RegisterValue& value) const;
  // True if a remaining step excludes this value.
  bool IsRefused(const RegisterValue& value) const;
  // True if a remaining step excludes a value that is current or can be produced again.
  bool RefusesAnyFrom(const RegisterValue& now) const;
  // True if a step that certainly happened needs a value that is not current and that no remaining step produces.
  bool IsHopelessAt(const RegisterValue& now) const;
  // The same, after step `number` has replaced `before` by `after`, if it was false before.
  bool IsLostBy(size_t number, const RegisterValue& before, const RegisterValue& after) const;
  // True if only sums remain and a value needed for certain lies outside of what they can reach: each goes up or down,
  // but no further than all together. Without this check there are too many orders of many small sums.
  bool IsOutOfReach(const RegisterValue& now) const;
  // True if additions whose response has no sum remain; they may produce any value.
  bool sums_to_come() const { return sums_ > 0; }

 private:
  struct ValueCount {
    RegisterValue value;
    // Steps that need the value: those that certainly happened, and the others.
    int certain = 0;
    int uncertain = 0;
    int producers = 0;
    int refusals = 0;
  };
  static constexpr size_t kNone = static_cast<size_t>(-1);
  // The first count is of steps that need 0 or absence, the next two are of each alone.
  static constexpr size_t kZeroOrAbsent = 0;
  static constexpr size_t kAbsent = 1;
  static constexpr size_t kZero = 2;
  struct CountIndices {
    size_t required_value = kNone;
    size_t refused = kNone;
    size_t new_value = kNone;
    bool optional = false;
    bool sum = false;
    int64_t summand = 0;
  };

  size_t IndexOf(const RegisterValue& value);
  const ValueCount* Find(const RegisterValue& value) const;
  void Count(size_t number, int by);
  void CountNeed(const CountIndices& indices, int by);
  int ProducersOfZeroOrAbsent() const { return counts_[kZero].producers + counts_[kAbsent].producers; }

  std::vector<ValueCount> counts_;
  absl::flat_hash_map<RegisterValue, size_t> index_of_;
  // By step.
  std::vector<CountIndices> indices_;
  // The counts that ever had a refusal.
  std::vector<size_t> refused_;
  int sums_ = 0;
  // Steps to come that give a value of their own.
  int producers_ = 0;
  // The totals of the remaining positive and negative sums.
  absl::int128 up_ = 0;
  absl::int128 down_ = 0;
  // How often each value is needed for certain. Kept only where there are sums.
  bool has_sums_ = false;
  std::map<int64_t, int> certain_;
};

}  // namespace holdfast::conformance
