#include "conformance/history/linearization_search.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "conformance/history/sum_bounds.h"
#include "conformance/history/value_counts.h"

namespace holdfast::conformance {
namespace {

// The invocations and completions of the steps that are not taken yet, in the order of time, as a doubly linked list.
// Taking a step lifts its events from the list. Undoing puts them back, the last lifted step first.
class Timeline {
 public:
  explicit Timeline(std::span<const RegisterStep> steps) : count_(steps.size()), links_(2 * count_ + 1) {
    std::vector<size_t> events;
    for (size_t step = 0; step < count_; ++step) {
      events.push_back(step);
      if (!steps[step].optional) events.push_back(count_ + step);
    }
    // At equal times invocations come first, so that such steps count as overlapping.
    std::sort(events.begin(), events.end(), [&](size_t a, size_t b) {
      const auto key = [&](size_t event) {
        return IsInvocation(event) ? std::tuple(steps[event].invoked, 0, event)
                                   : std::tuple(steps[event - count_].completed, 1, event);
      };
      return key(a) < key(b);
    });
    size_t last = end();
    for (const size_t event : events) {
      links_[last].next = event;
      links_[event] = {last, end(), true};
      last = event;
    }
    links_[last].next = end();
    links_[end()].previous = last;
  }

  // Iterates over the events. The number of an invocation is that of its step; end() is not an invocation.
  size_t begin() const { return links_[end()].next; }
  size_t Next(size_t event) const { return links_[event].next; }
  size_t end() const { return 2 * count_; }
  bool IsInvocation(size_t event) const { return event < count_; }

  // Unlinks the invocation last, so that Next(step) is still valid afterwards.
  void Lift(size_t step) {
    if (links_[count_ + step].exists) Unlink(count_ + step);
    Unlink(step);
  }
  void PutBack(size_t step) {
    Relink(step);
    if (links_[count_ + step].exists) Relink(count_ + step);
  }

 private:
  struct Link {
    size_t previous = 0;
    size_t next = 0;
    // False for the completion of an optional step.
    bool exists = false;
  };

  void Unlink(size_t event) {
    links_[links_[event].previous].next = links_[event].next;
    links_[links_[event].next].previous = links_[event].previous;
  }
  void Relink(size_t event) {
    links_[links_[event].previous].next = event;
    links_[links_[event].next].previous = event;
  }

  const size_t count_;
  std::vector<Link> links_;
};

// The set of steps taken. Its key omits full words at the beginning and empty words at the end, so that it is short if
// the steps were taken nearly in the order of their numbers.
class StepSet {
 public:
  explicit StepSet(size_t count) : words_((count + 63) / 64) {}

  void Insert(size_t step) { words_[step / 64] |= uint64_t{1} << (step % 64); }
  void Erase(size_t step) { words_[step / 64] &= ~(uint64_t{1} << (step % 64)); }

  using Key = absl::InlinedVector<uint64_t, 8>;
  void AppendTo(Key& key) const {
    size_t first = 0;
    while (first < words_.size() && words_[first] == ~uint64_t{0}) ++first;
    size_t last = words_.size();
    while (last > first && words_[last - 1] == 0) --last;
    key.push_back(first);
    key.insert(key.end(), words_.begin() + static_cast<std::ptrdiff_t>(first),
               words_.begin() + static_cast<std::ptrdiff_t>(last));
  }

 private:
  std::vector<uint64_t> words_;
};

class Search {
 public:
  Search(std::span<const RegisterStep> steps, RegisterValue initial, int64_t& effort_left)
      : steps_(steps),
        value_(initial),
        effort_left_(effort_left),
        counts_(steps, initial),
        timeline_(steps),
        taken_(steps.size()),
        settled_value_(initial) {
    std::map<std::tuple<RegisterStep::Precondition, RegisterValue, RegisterStep::Effect, RegisterValue, int64_t>,
             size_t>
        effects;
    for (const RegisterStep& step : steps) {
      if (!step.optional) ++required_steps_remaining_;
      kind_of_.push_back(
          effects
              .try_emplace({step.precondition, step.required_value, step.effect, step.new_value, step.summand},
                           effects.size())
              .first->second);
    }
    choice_of_kind_.resize(effects.size(), kNoChoice);
  }

  SearchVerdict Run() {
    if (counts_.IsUnsatisfiableAt(value_) || counts_.IsOutOfReach(value_)) return SearchVerdict::kImpossible;
    TakeObservations();
    if (required_steps_remaining_ == 0) return SearchVerdict::kExplained;
    PushLevel();
    while (!levels_.empty()) {
      Level& level = levels_.back();
      if (level.next_choice == level.choices.size()) {
        levels_.pop_back();
        continue;
      }
      UndoTo(level.taken);
      value_ = level.value;
      Take(level.choices[level.next_choice++]);
      TakeObservations();
      if (required_steps_remaining_ == 0) return SearchVerdict::kExplained;
      if (--effort_left_ <= 0) return SearchVerdict::kUndecided;
      if (counts_.IsOutOfReach(value_)) continue;
      if (!seen_.insert(Configuration()).second) continue;
      if (IsSettled()) {
        levels_.clear();
        seen_.clear();
        settled_ = order_.size();
        settled_value_ = value_;
      }
      PushLevel();
    }
    return SearchVerdict::kImpossible;
  }

 private:
  static constexpr size_t kNoChoice = static_cast<size_t>(-1);
  // A configuration on the path to the current one, and the steps to try from it.
  struct Level {
    size_t taken = 0;
    RegisterValue value;
    std::vector<size_t> choices;
    size_t next_choice = 0;
  };

  void Take(size_t step) {
    value_ = steps_[step].ValueAfter(value_);
    counts_.Remove(step);
    timeline_.Lift(step);
    taken_.Insert(step);
    order_.push_back(step);
    if (!steps_[step].optional) --required_steps_remaining_;
  }

  // Does not restore value_: the caller sets it from the level.
  void UndoTo(size_t taken) {
    for (; order_.size() > taken; order_.pop_back()) {
      const size_t step = order_.back();
      counts_.Restore(step);
      timeline_.PutBack(step);
      taken_.Erase(step);
      if (!steps_[step].optional) ++required_steps_remaining_;
    }
  }

  // The next step must be one that was invoked before the first remaining completion.
  template <typename Visit>
  void ForEachCandidate(Visit visit) {
    for (size_t event = timeline_.begin(); timeline_.IsInvocation(event); event = timeline_.Next(event)) visit(event);
  }

  void TakeObservations() {
    ForEachCandidate([&](size_t step) {
      if (steps_[step].IsObservation() && steps_[step].IsPossibleAt(value_)) Take(step);
    });
  }

  bool IsWorthTrying(size_t step) const {
    const RegisterStep& candidate = steps_[step];
    if (candidate.IsObservation() || !candidate.IsPossibleAt(value_)) return false;
    const RegisterValue after = candidate.ValueAfter(value_);
    if (counts_.BecomesUnsatisfiableBy(step, value_, after)) return false;
    // An optional step need not be taken if no remaining step needs the value that it gives. Proof: in an order that
    // begins with this step, only failed conditions come before the next change. Without the step they see the current
    // value, which satisfies them unless one of them excludes it. So the order without the step is valid, too. This
    // does not hold for sums, which would be different.
    return !candidate.optional || counts_.has_remaining_sums() || counts_.IsNeeded(after) || counts_.IsExcluded(value_);
  }

  void PushLevel() {
    Level level{order_.size(), value_, {}, 0};
    std::vector<size_t>& choices = level.choices;
    const auto completes_first = [&](size_t a, size_t b) { return steps_[a].completed < steps_[b].completed; };
    ForEachCandidate([&](size_t step) {
      if (!IsWorthTrying(step)) return;
      size_t& choice_index = choice_of_kind_[kind_of_[step]];
      if (choice_index == kNoChoice) {
        choice_index = choices.size();
        choices.push_back(step);
      } else if (completes_first(step, choices[choice_index])) {
        choices[choice_index] = step;
      }
    });
    for (const size_t step : choices) choice_of_kind_[kind_of_[step]] = kNoChoice;
    std::stable_sort(choices.begin(), choices.end(), completes_first);
    levels_.push_back(std::move(level));
  }

  // True only if the steps taken so far never need to be undone: the whole history has an order exactly if the
  // remaining steps have one from here. Proof: let S be the steps taken since the history was last settled, and T an
  // order of all steps that were not taken when it was settled. Move the steps of S to the front of T, in the order in
  // which they were taken here. The remaining steps keep their order, so real time is respected, and each of them still
  // satisfies its precondition:
  //   - If it needs a value, the change before it in T gave that value. That change is not in S, and that value is not
  //     the one from which S began, because no remaining step needs those values. So it is still the change before it.
  //   - If it excludes a value, the current value is another one, and no remaining step gives the excluded value.
  // The proof assumes that a step gives the same value in every order, which is not true of sums.
  bool IsSettled() const {
    if (counts_.has_remaining_sums() || counts_.IsNeeded(value_) || counts_.IsNeeded(settled_value_)) return false;
    for (size_t i = settled_; i < order_.size(); ++i) {
      const RegisterStep& step = steps_[order_[i]];
      if (step.effect == RegisterStep::Effect::kSum) return false;
      if (step.effect == RegisterStep::Effect::kValue && counts_.IsNeeded(step.new_value)) return false;
    }
    return !counts_.ExcludesReachableValue(value_);
  }

  StepSet::Key Configuration() const {
    StepSet::Key key = {value_.has_value() ? 1u : 0u, static_cast<uint64_t>(value_.value_or(0))};
    taken_.AppendTo(key);
    return key;
  }

  const std::span<const RegisterStep> steps_;
  RegisterValue value_;
  int64_t& effort_left_;
  ValueCounts counts_;
  Timeline timeline_;
  StepSet taken_;
  // A number for each step: steps with the same precondition and effect are of one kind.
  std::vector<size_t> kind_of_;
  // Used only within PushLevel: for each kind, the index of the choice of this kind.
  std::vector<size_t> choice_of_kind_;
  size_t required_steps_remaining_ = 0;
  // The steps taken, in order. When the history was last settled, the first `settled_` of them had been taken, and the
  // value was `settled_value_`.
  std::vector<size_t> order_;
  size_t settled_ = 0;
  RegisterValue settled_value_;
  std::vector<Level> levels_;
  absl::flat_hash_set<StepSet::Key> seen_;
};

}  // namespace

SearchVerdict SearchLinearization(std::span<const RegisterStep> steps, RegisterValue initial, int64_t& effort_left) {
  if (HasReadOutsideSumBounds(steps, initial)) return SearchVerdict::kImpossible;
  // Sorted by invocation, so that the key of the steps taken is short. Optional steps come last, because they may never
  // be taken.
  std::vector<RegisterStep> sorted(steps.begin(), steps.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const RegisterStep& a, const RegisterStep& b) {
    return std::tuple(a.optional, a.invoked) < std::tuple(b.optional, b.invoked);
  });
  return Search(sorted, initial, effort_left).Run();
}

}  // namespace holdfast::conformance
