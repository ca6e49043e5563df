// The exhaustive strategy: a depth-first search over the choices, with one run of the test for each path.
//
// The reduction is source-set dynamic partial-order reduction with sleep sets:
//   C. Flanagan, P. Godefroid: Dynamic partial-order reduction for model checking software. POPL 2005.
//   P. Abdulla, S. Aronis, B. Jonsson, K. Sagonas: Optimal dynamic partial order reduction. POPL 2014 (Algorithm 1).
// With a bound on preemptions, sleep sets are off and conservative backtrack points are added:
//   K. Coons, M. Musuvathi, K. McKinley: Bounded partial-order reduction. OOPSLA 2013.
//
// Invariants:
//   1. stack_[0 … depth_) is the path of the run so far; steps_ has the executed steps at the same positions.
//   2. A node's `backtrack` has the threads whose steps must be tried there. Of each such thread every variant that is
//      not asleep is tried, because the reduction concerns only the order of steps and not their variants.
//   3. A step in a node's `sleep` was tried at that node or at an ancestor, and is independent of all steps of the path
//      from there to the node. So all runs that continue with it were explored.
//   4. A footprint is that of the executed step, so it depends on the steps before it. In another order the step may
//      have a larger footprint, and depend on steps of which it is independent in this run; AddBacktrackPoints then
//      tries all threads.
//   5. When a node is popped, an equal run was explored for every run that continues from it (within the bound on
//      preemptions), because for each race of an explored run the reverse order is tried at the node of the race. This
//      holds if no run was incomplete or diverged; otherwise the session does not report the exploration as complete.
#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/race/strategies/happens_before.h"
#include "engine/race/strategies/strategy.h"

namespace holdfast::race {
namespace {

// One variant of one step. A thread (active_run.h) is the place for one pending request of an actor. An actor whose
// requests overlap has several, so the search is over threads; only preemptions are of actors.
struct Transition {
  int thread = 0;
  int actor = 0;
  Variant variant;
};

struct Node {
  std::vector<Transition> enabled;
  std::set<int> backtrack;
  // The steps of invariant 3, with the footprints that they had when they were executed.
  std::vector<ExecutedStep> sleep;
  Transition current;
  // The number of preemptions before this node.
  uint32_t preemptions = 0;
  int last_actor = -1;

  bool IsEnabled(int thread) const {
    return std::any_of(enabled.begin(), enabled.end(), [&](const Transition& t) { return t.thread == thread; });
  }
  bool CanContinue(int actor) const {
    return std::any_of(enabled.begin(), enabled.end(), [&](const Transition& t) { return t.actor == actor; });
  }
  bool IsPreemption(const Transition& transition) const {
    return last_actor >= 0 && transition.actor != last_actor && CanContinue(last_actor);
  }
  bool IsAsleep(const Transition& transition) const {
    return std::any_of(sleep.begin(), sleep.end(), [&](const ExecutedStep& step) {
      return step.thread == transition.thread && step.variant == transition.variant;
    });
  }
  // Whether some variant of the thread's step is asleep.
  bool HasAsleepVariant(int thread) const {
    return std::any_of(sleep.begin(), sleep.end(), [&](const ExecutedStep& step) { return step.thread == thread; });
  }
};

class ExhaustiveStrategy final : public Strategy {
 public:
  explicit ExhaustiveStrategy(Exhaustive options) : options_(options) {}

  bool BeginRun() override {
    if (begun_ && !Backtrack()) return false;
    begun_ = true;
    depth_ = 0;
    redundant_ = false;
    divergence_.clear();
    // The last node on the stack has a new choice, so its step is not known yet.
    steps_.Truncate(stack_.empty() ? 0 : stack_.size() - 1);
    return true;
  }

  size_t Choose(const ChoicePoint& point) override {
    if (!redundant_ && depth_ < stack_.size() && !IsEnabledAt(point, stack_[depth_].current)) AbandonPath();
    if (!redundant_ && depth_ == stack_.size() && !Push(point)) redundant_ = true;
    if (redundant_) return ChooseContinuation(point);
    return PositionOfOption(point, stack_[depth_].current);
  }

  void Executed(ExecutedStep step) override {
    if (redundant_) return;
    ++depth_;
    if (depth_ < stack_.size() || steps_.size() >= depth_) return;
    const size_t position = depth_ - 1;
    const bool may_grow = options_.reduction && !Includes(step.footprint, step.possible);
    for (const size_t first : steps_.Add(std::move(step))) {
      if (options_.reduction) AddBacktrackPoints(first, position, may_grow);
    }
  }

  void EndRun(bool complete) override {
    if (redundant_) {
      ++counts_.pruned;
      return;
    }
    ++counts_.explored;
    if (!options_.reduction || options_.preemptions.has_value() || !complete) {
      if (options_.reduction) orders_known_ = false;
      ++orders_;
      return;
    }
    const std::optional<double> orders = steps_.CountOrders();
    orders_known_ = orders_known_ && orders.has_value();
    orders_ += orders.value_or(0);
  }

  bool redundant() const override { return redundant_; }

  StrategyCounts counts() const override {
    StrategyCounts counts = counts_;
    if (orders_known_) counts.orders = orders_;
    return counts;
  }

  std::string divergence() const override { return divergence_; }

 private:
  bool uses_sleep_sets() const { return options_.reduction && !options_.preemptions.has_value(); }

  static size_t PositionOfOption(const ChoicePoint& point, const Transition& transition) {
    for (size_t i = 0; i < point.options.size(); ++i) {
      if (point.options[i].thread == transition.thread && point.options[i].variant == transition.variant) return i;
    }
    return point.options.size();
  }
  static bool IsEnabledAt(const ChoicePoint& point, const Transition& transition) {
    return PositionOfOption(point, transition) < point.options.size();
  }

  // Chooses the first option of the last actor, or of another one if the last actor has none.
  static size_t ChooseContinuation(const ChoicePoint& point) {
    for (size_t i = 0; i < point.options.size(); ++i) {
      if (point.options[i].actor == point.last_actor) return i;
    }
    return 0;
  }

  // Chooses among the options that are not asleep at the node. Prefers threads without an asleep variant, and then the
  // last actor, so that the first run has no preemption. Returns the number of options if all are asleep.
  static size_t ChooseFirst(const ChoicePoint& point, const Node& node) {
    size_t found = point.options.size();
    int found_rank = 0;
    for (size_t i = 0; i < point.options.size(); ++i) {
      const Option& option = point.options[i];
      if (node.IsAsleep({option.thread, option.actor, option.variant})) continue;
      const int rank = 1 + (option.actor == point.last_actor ? 1 : 0) + (node.HasAsleepVariant(option.thread) ? 0 : 2);
      if (rank > found_rank) {
        found = i;
        found_rank = rank;
      }
    }
    return found;
  }

  // Adds a node for the point. Returns false if all options are asleep there.
  bool Push(const ChoicePoint& point) {
    Node node;
    node.last_actor = point.last_actor;
    for (const Option& option : point.options) node.enabled.push_back({option.thread, option.actor, option.variant});
    if (!stack_.empty()) {
      const Node& parent = stack_.back();
      node.preemptions = parent.preemptions + (parent.IsPreemption(parent.current) ? 1 : 0);
      const ExecutedStep& last = steps_[depth_ - 1];
      if (uses_sleep_sets() && !parent.sleep.empty()) {
        FootprintIndex last_footprint;
        last_footprint.Add(last.footprint, 0);
        for (const ExecutedStep& asleep : parent.sleep) {
          const bool dependent = asleep.actor == last.actor || last_footprint.IsDependentWith(asleep.footprint);
          if (!dependent) node.sleep.push_back(asleep);
        }
      }
    }
    const size_t chosen = ChooseFirst(point, node);
    if (chosen == point.options.size()) return false;
    node.current = node.enabled[chosen];
    // Orders that begin with another thread are added when a step of that thread races with this thread's step. The
    // races of an asleep variant are not seen, because it is not executed; then every thread is tried.
    if (options_.reduction && !node.HasAsleepVariant(node.current.thread)) {
      node.backtrack.insert(node.current.thread);
    } else {
      AddAllThreads(node);
    }
    stack_.push_back(std::move(node));
    return true;
  }

  // Adds backtrack points so that the step at `second` is tried before the one at `first`. `may_grow`: whether the step
  // at `second` could have a larger footprint than it had.
  void AddBacktrackPoints(size_t first, size_t second, bool may_grow) {
    if (may_grow) {
      // Without `first` before it, the step may have a larger footprint: a write that was refused because of a prepared
      // transaction is executed, a condition that was false is true, another index entry is replaced. The step may then
      // depend on steps of which it was independent in this run, so its initials cannot be computed from this run.
      for (size_t position = first;; --position) {
        AddAllThreads(stack_[position]);
        if (!options_.preemptions.has_value() || !ContinuesBlock(position, first)) return;
      }
    }
    const std::vector<int> initials = steps_.Initials(first, second);
    if (options_.preemptions.has_value()) {
      // If the bound forbids the switch at `first`, a switch at the beginning of the actor's block of steps that
      // contains `first` may lead to the same order with fewer preemptions.
      for (size_t position = first;; --position) {
        for (const int thread : initials) AddBacktrack(stack_[position], thread);
        if (!ContinuesBlock(position, first)) break;
      }
      return;
    }
    Node& node = stack_[first];
    const bool added =
        std::any_of(initials.begin(), initials.end(), [&](int thread) { return node.backtrack.count(thread) != 0; });
    if (!added) AddBacktrack(node, initials.front());
  }

  static void AddBacktrack(Node& node, int thread) {
    if (node.IsEnabled(thread)) {
      node.backtrack.insert(thread);
      return;
    }
    // Some step of the enabled threads must come before the thread is enabled, so all of them are tried.
    AddAllThreads(node);
  }
  static void AddAllThreads(Node& node) {
    for (const Transition& transition : node.enabled) node.backtrack.insert(transition.thread);
  }
  // Whether the step before `position` is of the same actor as the step at `first`.
  bool ContinuesBlock(size_t position, size_t first) const {
    return position > 0 && stack_[position - 1].current.actor == stack_[first].current.actor;
  }

  bool Allows(const Node& node, const Transition& transition) const {
    return !options_.preemptions.has_value() || !node.IsPreemption(transition) ||
           node.preemptions < *options_.preemptions;
  }

  // Pops the stack to the deepest node with an untried choice, and makes that choice. Returns false if there is none.
  bool Backtrack() {
    while (!stack_.empty()) {
      Node& node = stack_.back();
      if (steps_.size() >= stack_.size()) {
        ExecutedStep tried = steps_[stack_.size() - 1];
        node.sleep.push_back(std::move(tried));
      }
      for (const Transition& transition : node.enabled) {
        if (node.backtrack.count(transition.thread) == 0 || node.IsAsleep(transition) || !Allows(node, transition)) {
          continue;
        }
        node.current = transition;
        return true;
      }
      stack_.pop_back();
      steps_.Truncate(std::min(steps_.size(), stack_.size()));
    }
    return false;
  }

  // The chosen step of the stack is not enabled in this run, so the rest of the path cannot be followed.
  void AbandonPath() {
    divergence_ = absl::StrCat("at step ", depth_ + 1,
                               " the run had other requests than an earlier run with the same choices: the test is not "
                               "deterministic between its requests");
    stack_.resize(depth_);
    steps_.Truncate(std::min(steps_.size(), depth_));
  }

  const Exhaustive options_;
  bool begun_ = false;
  std::vector<Node> stack_;
  HappensBefore steps_;
  size_t depth_ = 0;
  // All continuations of this run were explored, so its further steps are not recorded.
  bool redundant_ = false;
  std::string divergence_;
  StrategyCounts counts_;
  double orders_ = 0;
  bool orders_known_ = true;
};

}  // namespace

std::unique_ptr<Strategy> MakeExhaustive(Exhaustive options) { return std::make_unique<ExhaustiveStrategy>(options); }

}  // namespace holdfast::race
