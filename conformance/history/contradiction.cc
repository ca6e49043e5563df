// A transformation of a history is sound if it keeps every order: when the history has one, the result has one. Then a
// result without an order proves that the history has none. These are sound, and used:
//
// 1. The future is cut off at a time T: what was invoked later is dropped, and what completed later has no response
//    (it may have happened or not; reads are dropped). An order of the history, stopped at T, is an order of the
//    result.
// 2. Observations, which are reads and failed conditions, are dropped. They change nothing for the others.
// 3. A conditional change, or an addition that returned its sum, becomes a plain write of what it wrote. An order of
//    the history is an order of the result, for a plain write asks less.
// 4. Changes are dropped, and with them every observation that needs one of their values; other changes that need one
//    are weakened by (3). Let an order be given: a call that is left and needs a value finds it as the change before it
//    left it. That change is not dropped, for no remaining call needs a dropped value; so the call still finds it.
//    This is done only where no failed condition is left (it may have needed a dropped value to be false) and no
//    addition that did not return its sum (it would come out differently).
//
// (1) and (3) may have weakened a call, but it is reported unchanged. The original asks for more, so there is no order
// for it either.
#include "conformance/history/contradiction.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "conformance/history/linearization_search.h"
#include "conformance/history/register_step.h"

namespace holdfast::conformance {
namespace {

// A call as far as the contradiction needs it, and as it was.
struct Constraint {
  RegisterStep step;
  const RegisterOperation* recorded = nullptr;
  bool only_its_change = false;
};

using Constraints = std::vector<Constraint>;

class Reduction {
 public:
  Reduction(std::span<const RegisterOperation> history, const LinearizabilityOptions& options,
            int64_t effort_of_verdict)
      : history_(history),
        initial_(options.initial),
        // A smaller proof that is hard to find again is not better.
        effort_max_(10 * effort_of_verdict + 1'000),
        effort_left_(options.effort_max) {}

  LinearizabilityFinding Run() {
    const int64_t contradiction_time = FirstImpossibleTime();
    constraints_ = UpTo(contradiction_time);
    size_t before;
    do {
      before = constraints_.size();
      DropObservations();
      if (AreChangesIndependent()) DropChanges();
    } while (constraints_.size() < before);
    return Finding(contradiction_time);
  }

 private:
  bool IsImpossible(const Constraints& constraints) {
    if (effort_left_ <= 0) return false;
    std::vector<RegisterStep> steps;
    for (const Constraint& constraint : constraints) steps.push_back(constraint.step);
    const int64_t granted = std::min(effort_left_, effort_max_);
    int64_t effort = granted;
    const SearchVerdict verdict = SearchLinearization(steps, initial_, effort);
    // One for the call itself, so that the number of searches is bounded too.
    effort_left_ -= granted - effort + 1;
    return verdict == SearchVerdict::kImpossible;
  }

  // The history as it was known at `time`: (1).
  Constraints UpTo(int64_t time) const {
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

  // The response at this time made it impossible. What is impossible stays so, hence the bisection.
  int64_t FirstImpossibleTime() {
    std::vector<int64_t> times;
    for (const RegisterOperation& operation : history_) {
      if (operation.outcome != Outcome::kUnknown) times.push_back(operation.completed);
    }
    std::sort(times.begin(), times.end());
    // The whole history is known to be impossible.
    size_t possible = 0;
    size_t impossible = times.size() - 1;
    while (possible < impossible) {
      const size_t middle = possible + (impossible - possible) / 2;
      if (IsImpossible(UpTo(times[middle]))) {
        impossible = middle;
      } else {
        possible = middle + 1;
      }
    }
    return times[impossible];
  }

  // Replaces `constraints_` by `change(constraints_, indices)`, for larger and then smaller groups of those that are
  // `eligible`, as long as the result is impossible. `indices` are those of a group, ascending.
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

  // (2)
  void DropObservations() {
    Reduce([](const Constraint& constraint) { return constraint.step.IsObservation(); },
           [](const Constraints& constraints, const std::vector<size_t>& indices) {
             Constraints left;
             for (size_t index = 0; index < constraints.size(); ++index) {
               if (!std::binary_search(indices.begin(), indices.end(), index)) left.push_back(constraints[index]);
             }
             return left;
           });
  }

  bool AreChangesIndependent() const {
    return std::none_of(constraints_.begin(), constraints_.end(), [](const Constraint& constraint) {
      return constraint.step.precondition == RegisterStep::Precondition::kAnythingBut ||
             constraint.step.effect == RegisterStep::Effect::kSum;
    });
  }

  // (4)
  void DropChanges() {
    Reduce([](const Constraint& constraint) { return !constraint.step.IsObservation(); },
           [](const Constraints& constraints, const std::vector<size_t>& indices) {
             absl::flat_hash_set<RegisterValue> dropped;
             for (const size_t index : indices) dropped.insert(constraints[index].step.new_value);
             const bool zero_or_absent = dropped.contains(0) || dropped.contains(std::nullopt);
             Constraints left;
             for (size_t index = 0; index < constraints.size(); ++index) {
               if (std::binary_search(indices.begin(), indices.end(), index)) continue;
               Constraint constraint = constraints[index];
               if (constraint.step.precondition == RegisterStep::Precondition::kZeroOrAbsent ? zero_or_absent
                   : constraint.step.precondition == RegisterStep::Precondition::kValue
                       ? dropped.contains(constraint.step.required_value)
                       : false) {
                 if (constraint.step.IsObservation()) continue;
                 constraint.step.precondition = RegisterStep::Precondition::kNothing;
                 constraint.step.required_value = std::nullopt;
                 constraint.only_its_change = true;
               }
               left.push_back(constraint);
             }
             return left;
           });
  }

  LinearizabilityFinding Finding(int64_t contradiction_time) {
    std::stable_sort(constraints_.begin(), constraints_.end(),
                     [](const Constraint& a, const Constraint& b) { return a.step.invoked < b.step.invoked; });
    LinearizabilityFinding finding;
    for (const Constraint& constraint : constraints_) {
      // Of several responses at this time any will do.
      if (constraint.step.completed == contradiction_time) finding.contradicted = finding.parts.size();
      finding.parts.push_back({*constraint.recorded, constraint.only_its_change});
    }
    return finding;
  }

  const std::span<const RegisterOperation> history_;
  const RegisterValue initial_;
  const int64_t effort_max_;
  int64_t effort_left_;
  Constraints constraints_;
};

}  // namespace

LinearizabilityFinding FindContradiction(std::span<const RegisterOperation> history,
                                         const LinearizabilityOptions& options, int64_t effort_of_verdict) {
  return Reduction(history, options, effort_of_verdict).Run();
}

}  // namespace holdfast::conformance
