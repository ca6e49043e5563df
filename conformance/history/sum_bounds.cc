#include "conformance/history/sum_bounds.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "absl/numeric/int128.h"

namespace holdfast::conformance {
namespace {

// The total of the positive summands, and that of the others.
struct Totals {
  absl::int128 up = 0;
  absl::int128 down = 0;
};

// The totals of all additions up to a given time.
class RunningTotals {
 public:
  void Add(int64_t time, int64_t summand) { entries_.push_back({time, summand, {}}); }

  void Sort() {
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.time < b.time; });
    Totals totals;
    for (Entry& entry : entries_) {
      (entry.summand > 0 ? totals.up : totals.down) += entry.summand;
      entry.totals = totals;
    }
  }

  Totals Before(int64_t time) const {
    return At(std::partition_point(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.time < time; }));
  }
  Totals UpTo(int64_t time) const {
    return At(std::partition_point(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.time <= time; }));
  }

 private:
  struct Entry {
    int64_t time = 0;
    int64_t summand = 0;
    Totals totals;
  };

  Totals At(std::vector<Entry>::const_iterator end) const {
    return end == entries_.begin() ? Totals() : end[-1].totals;
  }

  std::vector<Entry> entries_;
};

}  // namespace

bool HasReadOutsideSumBounds(std::span<const RegisterStep> steps, const RegisterValue& initial) {
  RunningTotals invoked;
  RunningTotals completed;
  for (const RegisterStep& step : steps) {
    if (step.effect == RegisterStep::Effect::kValue) return false;
    if (step.effect == RegisterStep::Effect::kNoChange) continue;
    invoked.Add(step.invoked, step.summand);
    if (!step.optional) completed.Add(step.completed, step.summand);
  }
  invoked.Sort();
  completed.Sort();
  const absl::int128 start = initial.value_or(0);
  const Totals all = invoked.UpTo(std::numeric_limits<int64_t>::max());
  const bool may_wrap_around =
      start + all.up > std::numeric_limits<int64_t>::max() || start + all.down < std::numeric_limits<int64_t>::min();
  if (may_wrap_around) return false;
  return std::any_of(steps.begin(), steps.end(), [&](const RegisterStep& step) {
    if (step.precondition != RegisterStep::Precondition::kValue || !step.required_value.has_value()) return false;
    // Additions that may count, because they overlap the read, only widen the bounds: negative summands lower the lower
    // bound, positive ones raise the upper bound.
    const Totals certain = completed.Before(step.invoked);
    const Totals possible = invoked.UpTo(step.completed);
    return *step.required_value < start + certain.up + possible.down ||
           *step.required_value > start + certain.down + possible.up;
  });
}

}  // namespace holdfast::conformance
