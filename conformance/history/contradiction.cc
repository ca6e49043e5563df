// The reduction of a history to a contradiction. "Order" means a linearization here: an order of the calls that keeps
// real time and explains every response.
//
// A transformation of a history is sound if it preserves orders: if the history has one, so has the result. Then a
// result without an order proves that the history has none. These transformations are sound, and used:
//
// 1. Cut off the future at a time T: drop the calls invoked after T, and remove the responses that came after T. A
//    change without its response may have been applied or not; an observation (see 2) without its response is dropped.
//    In an order of the history, each call takes effect between its invocation and its response. The remaining calls
//    that take effect by T, in this order, are an order of the result; the other remaining calls have no response,
//    and may be missing.
// 2. Drop observations, which are reads and failed conditions. They change nothing, so the other calls keep their
//    order.
// 3. Replace a conditional change, or an addition that returned its sum, by a plain write of the value that it wrote.
//    An order of the history is an order of the result, because a plain write has no precondition.
// 4. Drop changes, and with them every observation that requires one of their values. Other changes that require one of
//    these values become plain writes by (3). Take an order of the history: a remaining call that requires a value
//    finds it because the last change before it wrote it, or because no change precedes it and it is the initial value.
//    In the first case that change is not dropped, because no remaining call requires a dropped value. So the call
//    still finds the value. This is done only if no failed condition remains (its condition may be false because of a
//    dropped value) and no addition that did not return its sum (its sum would change).
//
// A call that (1) or (3) weakened is reported as it was recorded. The recorded call requires more than the weakened
// one, so it does not make an order possible.
#include "conformance/history/contradiction.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "conformance/history/linearization_search.h"
#include "conformance/history/register_step.h"

namespace holdfast::conformance {
namespace {

// A call in two forms: `step` is weakened to the part that the contradiction needs, `recorded` is the call as it was
// recorded.
struct Constraint {
  RegisterStep step;
  const RegisterOperation* recorded = nullptr;
  bool is_plain_write = false;
};

using Constraints = std::vector<Constraint>;

class Reduction {
 public:
  Reduction(std::span<const RegisterOperation> history, const LinearizabilityOptions& options,
            int64_t effort_of_verdict)
      : history_(history),
        initial_(options.initial),
        // A smaller set of calls is not better if its contradiction is much harder to verify.
        search_effort_max_(10 * effort_of_verdict + 1'000),
        total_effort_left_(options.effort_max) {}

  LinearizabilityFinding Run() {
    constraints_ = CutOffAt(FirstImpossibleTime());
    size_t before;
    do {
      before = constraints_.size();
      DropObservations();
      if (CanDropChanges()) DropChanges();
    } while (constraints_.size() < before);
    return Finding();
  }

 private:
  // True if a search proves that the constraints have no order. False also if the effort does not suffice.
  bool IsImpossible(const Constraints& constraints) {
    if (total_effort_left_ <= 0) return false;
    std::vector<RegisterStep> steps;
    for (const Constraint& constraint : constraints) steps.push_back(constraint.step);
    const int64_t granted = std::min(total_effort_left_, search_effort_max_);
    int64_t effort_left = granted;
    const SearchVerdict verdict = SearchLinearization(steps, initial_, effort_left);
    // Each search costs at least one, so that the number of searches is bounded too.
    total_effort_left_ -= granted - effort_left + 1;
    return verdict == SearchVerdict::kImpossible;
  }

  // The history with its future cut off at `time`: transformation (1).
  Constraints CutOffAt(int64_t time) const {
    Constraints constraints;
    for (const RegisterOperation& operation : history_) {
      if (operation.invoked > time) continue;
      std::optional<RegisterStep> step = StepOf(operation);
      if (!step.has_value()) continue;
      if (operation.completed > time) {
        if (step->IsObservation()) continue;
        step->optional = true;
        step->completed = kNeverCompleted;
      }
      constraints.push_back({*step, &operation, false});
    }
    return constraints;
  }

  // The time of the earliest response such that the history cut off at this time is impossible; a later response if the
  // effort does not suffice. Bisection finds it, because a history that is impossible when cut off at one time is
  // impossible when cut off at any later time.
  int64_t FirstImpossibleTime() {
    std::vector<int64_t> times;
    for (const RegisterOperation& operation : history_) {
      if (operation.outcome != Outcome::kUnknown) times.push_back(operation.completed);
    }
    std::sort(times.begin(), times.end());
    // The result is in times[first … last]. The whole history is known to be impossible.
    size_t first = 0;
    size_t last = times.size() - 1;
    while (first < last) {
      const size_t middle = first + (last - first) / 2;
      if (IsImpossible(CutOffAt(times[middle]))) {
        last = middle;
      } else {
        first = middle + 1;
      }
    }
    return times[last];
  }

  // Tries to replace `constraints_` by `change(constraints_, indices)` for groups of eligible constraints, large groups
  // first, and keeps each result that is still impossible. `indices` are the ascending indices of a group.
  template <typename Eligible, typename Change>
  void Reduce(Eligible eligible, Change change) {
    for (size_t group = constraints_.size(); group > 0; group /= 2) {
      for (size_t skipped = 0;;) {
        std::vector<size_t> indices;
        size_t seen = 0;
        for (size_t index = 0; index < constraints_.size() && indices.size() < group; ++index) {
          if (eligible(constraints_[index]) && seen++ >= skipped) indices.push_back(index);
        }
        if (indices.empty()) break;
        Constraints changed = change(constraints_, indices);
        if (IsImpossible(changed)) {
          constraints_ = std::move(changed);
        } else {
          skipped += indices.size();
        }
      }
    }
  }

  // Transformation (2).
  void DropObservations() {
    Reduce([](const Constraint& constraint) { return constraint.step.IsObservation(); },
           [](const Constraints& constraints, const std::vector<size_t>& indices) {
             Constraints remaining;
             for (size_t index = 0; index < constraints.size(); ++index) {
               if (!std::binary_search(indices.begin(), indices.end(), index)) remaining.push_back(constraints[index]);
             }
             return remaining;
           });
  }

  // The condition of transformation (4).
  bool CanDropChanges() const {
    return std::none_of(constraints_.begin(), constraints_.end(), [](const Constraint& constraint) {
      return constraint.step.precondition == RegisterStep::Precondition::kNotValue ||
             constraint.step.effect == RegisterStep::Effect::kSum;
    });
  }

  // Transformation (4).
  void DropChanges() {
    Reduce([](const Constraint& constraint) { return !constraint.step.IsObservation(); },
           [](const Constraints& constraints, const std::vector<size_t>& indices) {
             absl::flat_hash_set<RegisterValue> dropped;
             for (const size_t index : indices) dropped.insert(constraints[index].step.new_value);
             const bool drops_zero_or_absent = dropped.contains(0) || dropped.contains(std::nullopt);
             Constraints remaining;
             for (size_t index = 0; index < constraints.size(); ++index) {
               if (std::binary_search(indices.begin(), indices.end(), index)) continue;
               Constraint constraint = constraints[index];
               const RegisterStep& step = constraint.step;
               const bool requires_dropped_value =
                   (step.precondition == RegisterStep::Precondition::kZeroOrAbsent && drops_zero_or_absent) ||
                   (step.precondition == RegisterStep::Precondition::kValue && dropped.contains(step.required_value));
               if (requires_dropped_value) {
                 if (constraint.step.IsObservation()) continue;
                 constraint.step.precondition = RegisterStep::Precondition::kNothing;
                 constraint.step.required_value = std::nullopt;
                 constraint.is_plain_write = true;
               }
               remaining.push_back(constraint);
             }
             return remaining;
           });
  }

  LinearizabilityFinding Finding() {
    std::stable_sort(constraints_.begin(), constraints_.end(),
                     [](const Constraint& a, const Constraint& b) { return a.step.invoked < b.step.invoked; });
    LinearizabilityFinding finding;
    // The call that responded last is reported. Usually it responded at the time at which the history was cut off; if
    // the effort did not suffice for the exact time, the calls with that response may have been dropped.
    int64_t latest = std::numeric_limits<int64_t>::min();
    for (const Constraint& constraint : constraints_) {
      if (constraint.step.completed != kNeverCompleted && constraint.step.completed >= latest) {
        latest = constraint.step.completed;
        finding.contradicted = finding.parts.size();
      }
      finding.parts.push_back({*constraint.recorded, constraint.is_plain_write});
    }
    return finding;
  }

  const std::span<const RegisterOperation> history_;
  const RegisterValue initial_;
  const int64_t search_effort_max_;
  int64_t total_effort_left_;
  Constraints constraints_;
};

}  // namespace

LinearizabilityFinding FindContradiction(std::span<const RegisterOperation> history,
                                         const LinearizabilityOptions& options, int64_t effort_of_verdict) {
  return Reduction(history, options, effort_of_verdict).Run();
}

}  // namespace holdfast::conformance
