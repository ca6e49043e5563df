// The exhaustive strategy: depth first over the choices, by running the test again for each path.
//
// Reduction is source-set dynamic partial-order reduction with sleep sets:
//   C. Flanagan, P. Godefroid: Dynamic partial-order reduction for model checking software. POPL 2005.
//   P. Abdulla, S. Aronis, B. Jonsson, K. Sagonas: Optimal dynamic partial order reduction. POPL 2014 (Algorithm 1).
// With a bound on preemptions, sleep sets are off and conservative backtrack points are added:
//   K. Coons, M. Musuvathi, K. McKinley: Bounded partial-order reduction. OOPSLA 2013.
//
// Invariants:
//   1. stack_[0 … depth_) is the path of the run so far; steps_ has the executed steps of the same places.
//   2. A node's `backtrack` are the threads whose steps must be tried there. Of each such thread every variant that is
//      not asleep is tried: variants are the data of a step and not the order of steps.
//   3. What a node's `sleep` has was tried there already, or before the steps since then, which are all independent of
//      it: what begins with it was explored.
//   4. Footprints are those of executed steps, and so depend on what came before. Where a step could have a larger one
//      in another order (Reverse), nothing is concluded from the smaller one but that the steps are independent here.
//   5. For each run that can be executed from a node on, once the node is left, an equal one was explored (but for the
//      bound), because for each race of an explored run the other order is begun at the node of the race.
#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/race/strategies/happens_before.h"
#include "engine/race/strategies/strategy.h"

namespace holdfast::race {
namespace {

// One way in which one step can go.
struct Transition {
  int thread = 0;
  int actor = 0;
  Variant variant;
};

struct Node {
  std::vector<Transition> enabled;
  std::set<int> backtrack;
  // With the footprints that they had when they were executed.
  std::vector<ExecutedStep> sleep;
  Transition current;
  // Switches away from an actor that could go on, before this node.
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
  bool Sleeps(const Transition& transition) const {
    return std::any_of(sleep.begin(), sleep.end(), [&](const ExecutedStep& step) {
      return step.thread == transition.thread && step.variant == transition.variant;
    });
  }
  // Whether some variant of the thread's step sleeps.
  bool SleepsInPart(int thread) const {
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
    // The step of the last node on the stack is executed anew.
    steps_.Truncate(stack_.empty() ? 0 : stack_.size() - 1);
    return true;
  }

  size_t Choose(const ChoicePoint& point) override {
    if (!redundant_ && depth_ < stack_.size() && !IsEnabledAt(point, stack_[depth_].current)) Diverge();
    if (!redundant_ && depth_ == stack_.size() && !Push(point)) redundant_ = true;
    if (redundant_) return Continue(point);
    return PlaceOf(point, stack_[depth_].current);
  }

  void Executed(ExecutedStep step) override {
    if (redundant_) return;
    ++depth_;
    if (depth_ < stack_.size() || steps_.size() >= depth_) return;
    const size_t place = depth_ - 1;
    for (const size_t first : steps_.Add(std::move(step))) {
      if (options_.reduction) Reverse(first, place);
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

  static size_t PlaceOf(const ChoicePoint& point, const Transition& transition) {
    for (size_t i = 0; i < point.options.size(); ++i) {
      if (point.options[i].thread == transition.thread && point.options[i].variant == transition.variant) return i;
    }
    return point.options.size();
  }
  static bool IsEnabledAt(const ChoicePoint& point, const Transition& transition) {
    return PlaceOf(point, transition) < point.options.size();
  }

  // Without preemption if possible, and plain: the first run then has no preemption at all.
  static size_t Continue(const ChoicePoint& point) {
    for (size_t i = 0; i < point.options.size(); ++i) {
      if (point.options[i].actor == point.last_actor) return i;
    }
    return 0;
  }

  // Likewise, of what does not sleep at the node, and of a thread none of whose variants sleeps there, if there is one.
  static size_t ChooseFirst(const ChoicePoint& point, const Node& node) {
    size_t found = point.options.size();
    int found_rank = 0;
    for (size_t i = 0; i < point.options.size(); ++i) {
      const Option& option = point.options[i];
      if (node.Sleeps({option.thread, option.actor, option.variant})) continue;
      const int rank = 1 + (option.actor == point.last_actor ? 1 : 0) + (node.SleepsInPart(option.thread) ? 0 : 2);
      if (rank > found_rank) {
        found = i;
        found_rank = rank;
      }
    }
    return found;
  }

  // Adds a node for the point. Returns false if all that could be done there sleeps.
  bool Push(const ChoicePoint& point) {
    Node node;
    node.last_actor = point.last_actor;
    for (const Option& option : point.options) node.enabled.push_back({option.thread, option.actor, option.variant});
    if (!stack_.empty()) {
      const Node& parent = stack_.back();
      node.preemptions = parent.preemptions + (parent.IsPreemption(parent.current) ? 1 : 0);
      const ExecutedStep& last = steps_[depth_ - 1];
      if (uses_sleep_sets()) {
        for (const ExecutedStep& asleep : parent.sleep) {
          if (!Dependent(asleep, last)) node.sleep.push_back(asleep);
        }
      }
    }
    const size_t chosen = ChooseFirst(point, node);
    if (chosen == point.options.size()) return false;
    node.current = node.enabled[chosen];
    // An order that begins with a step of another thread is found by its race with the step of this one. A variant that
    // sleeps is not executed, so its races are not seen: then every thread is tried.
    if (options_.reduction && !node.SleepsInPart(node.current.thread)) {
      node.backtrack.insert(node.current.thread);
    } else {
      AddAll(node);
    }
    stack_.push_back(std::move(node));
    return true;
  }

  // Has the step at `second` tried before the one at `first`.
  void Reverse(size_t first, size_t second) {
    if (!Includes(steps_[second].footprint, steps_[second].possible)) {
      // Without `first` before it, the step may do more than it did: a write that was refused because of a prepared
      // transaction is executed, a condition that was false is true, another index entry is replaced. Then it may
      // depend on steps that it was independent of here, and its initials do not follow from this run.
      for (size_t place = first;; --place) {
        AddAll(stack_[place]);
        if (!options_.preemptions.has_value() || !ContinuesBlock(place, first)) return;
      }
    }
    const std::vector<int> initials = steps_.Initials(first, second);
    if (options_.preemptions.has_value()) {
      // Where the bound forbids the switch at `first`, one at the begin of the block of steps that `first` is in may
      // lead to the same order with fewer preemptions.
      for (size_t place = first;; --place) {
        for (const int thread : initials) AddBacktrack(stack_[place], thread);
        if (!ContinuesBlock(place, first)) break;
      }
      return;
    }
    Node& node = stack_[first];
    const bool begun =
        std::any_of(initials.begin(), initials.end(), [&](int thread) { return node.backtrack.count(thread) != 0; });
    if (!begun) AddBacktrack(node, initials.front());
  }

  static void AddBacktrack(Node& node, int thread) {
    if (node.IsEnabled(thread)) {
      node.backtrack.insert(thread);
      return;
    }
    // What makes it pending is some step of those that are: all of them are tried.
    AddAll(node);
  }
  static void AddAll(Node& node) {
    for (const Transition& transition : node.enabled) node.backtrack.insert(transition.thread);
  }
  // Whether the step before `place` is of the actor of the step at `first`, too.
  bool ContinuesBlock(size_t place, size_t first) const {
    return place > 0 && stack_[place - 1].current.actor == stack_[first].current.actor;
  }

  bool Allows(const Node& node, const Transition& transition) const {
    return !options_.preemptions.has_value() || !node.IsPreemption(transition) ||
           node.preemptions < *options_.preemptions;
  }

  // Goes to the next path: the deepest node at which something is left to try. Returns false if there is none.
  bool Backtrack() {
    while (!stack_.empty()) {
      Node& node = stack_.back();
      if (steps_.size() >= stack_.size()) {
        ExecutedStep tried = steps_[stack_.size() - 1];
        node.sleep.push_back(std::move(tried));
      }
      for (const Transition& transition : node.enabled) {
        if (node.backtrack.count(transition.thread) == 0 || node.Sleeps(transition) || !Allows(node, transition)) {
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

  // The run does not come to what was there before: the rest of the path is given up.
  void Diverge() {
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
  // Everything that this run could still do was explored, so what it does is not looked at.
  bool redundant_ = false;
  std::string divergence_;
  StrategyCounts counts_;
  double orders_ = 0;
  bool orders_known_ = true;
};

}  // namespace

std::unique_ptr<Strategy> MakeExhaustive(Exhaustive options) { return std::make_unique<ExhaustiveStrategy>(options); }

}  // namespace holdfast::race
