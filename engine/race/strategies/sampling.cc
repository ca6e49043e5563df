// Strategies that sample orders at random.
//
//   X. Yuan, J. Yang, R. Gu: Partial order aware concurrency sampling. CAV 2018 (POS).
//   S. Burckhardt, P. Kothari, M. Musuvathi, S. Nagarakatte: A randomized scheduler with probabilistic guarantees of
//   finding bugs. ASPLOS 2010 (PCT).
#include <algorithm>
#include <limits>
#include <map>

#include "engine/base/random.h"
#include "engine/race/strategies/strategy.h"

namespace holdfast::race {
namespace {

// The common base: a derived class chooses the thread, and then this class chooses the variant of the step.
class SamplingStrategy : public Strategy {
 public:
  explicit SamplingStrategy(uint64_t seed) : random_(seed) {}

  bool BeginRun() override {
    BeginThreads();
    return true;
  }
  size_t Choose(const ChoicePoint& point) final {
    const int thread = ChooseThread(point);
    size_t plain = 0;
    for (size_t i = 0; i < point.options.size(); ++i) {
      const Option& option = point.options[i];
      if (option.thread != thread) continue;
      if (option.variant.plain()) {
        plain = i;
      } else if (random_.Chance(option.probability)) {
        return i;
      }
    }
    return plain;
  }
  void EndRun(bool) override { ++counts_.explored; }
  StrategyCounts counts() const override { return counts_; }

 protected:
  virtual void BeginThreads() = 0;
  virtual int ChooseThread(const ChoicePoint& point) = 0;
  Random& random() { return random_; }

 private:
  Random random_;
  StrategyCounts counts_;
};

class UniformlyRandomStrategy final : public SamplingStrategy {
 public:
  using SamplingStrategy::SamplingStrategy;
  void Executed(ExecutedStep) override {}

 private:
  void BeginThreads() override {}
  int ChooseThread(const ChoicePoint& point) override {
    std::vector<int> threads;
    for (const Option& option : point.options) {
      if (threads.empty() || threads.back() != option.thread) threads.push_back(option.thread);
    }
    return threads[random().Below(threads.size())];
  }
};

// Each pending step has a random priority, and the step with the highest is next. Steps that race with an executed step
// get new priorities, so that the order of two racing steps does not depend on the earlier priorities.
class PartialOrderSamplingStrategy final : public SamplingStrategy {
 public:
  using SamplingStrategy::SamplingStrategy;

  void Executed(ExecutedStep step) override {
    pending_.erase(step.thread);
    FootprintIndex executed;
    executed.Add(step.footprint, 0);
    for (auto& [thread, pending] : pending_) {
      if (pending.actor == step.actor || executed.IsDependentWith(pending.footprint)) {
        pending.priority = random().Next();
      }
    }
  }

 private:
  struct Pending {
    uint64_t priority;
    int actor;
    size_t arrived;
    Footprint footprint;
  };

  void BeginThreads() override { pending_.clear(); }
  int ChooseThread(const ChoicePoint& point) override {
    int highest = point.options.front().thread;
    uint64_t priority = 0;
    for (const Option& option : point.options) {
      const auto [entry, is_new] = pending_.try_emplace(option.thread);
      Pending& pending = entry->second;
      if (is_new || pending.arrived != option.arrived) {
        pending = {random().Next(), option.actor, option.arrived, *option.footprint};
      }
      if (pending.priority >= priority) {
        priority = pending.priority;
        highest = option.thread;
      }
    }
    return highest;
  }

  std::map<int, Pending> pending_;
};

// Each thread has a random priority, and the pending thread with the highest is next. At `depth` - 1 random steps of
// the run, the thread that would be next gets a priority below all initial ones.
class ProbabilisticConcurrencyStrategy final : public SamplingStrategy {
 public:
  ProbabilisticConcurrencyStrategy(ProbabilisticConcurrency options, uint64_t seed)
      : SamplingStrategy(seed), options_(options), steps_max_(std::max(options.steps, 1u)) {}

  void Executed(ExecutedStep) override { ++steps_; }
  void EndRun(bool complete) override {
    SamplingStrategy::EndRun(complete);
    steps_max_ = std::max(steps_max_, steps_);
  }

 private:
  void BeginThreads() override {
    steps_ = 0;
    priorities_.clear();
    changes_.clear();
    // steps_max_ estimates the number of steps of this run: the greater of the option `steps` and the number of steps
    // of the longest run so far.
    for (uint32_t i = 1; i < options_.depth; ++i) changes_[random().Below(steps_max_)] = i;
  }
  int ChooseThread(const ChoicePoint& point) override {
    const auto change = changes_.find(steps_);
    if (change != changes_.end()) priorities_[Highest(point)] = change->second;
    return Highest(point);
  }
  int Highest(const ChoicePoint& point) {
    int highest = point.options.front().thread;
    for (const Option& option : point.options) {
      // All initial priorities are above those that change points assign.
      const auto [entry, is_new] = priorities_.try_emplace(option.thread);
      if (is_new) entry->second = options_.depth + random().Below(std::numeric_limits<uint64_t>::max() / 2);
      if (entry->second > priorities_[highest]) highest = option.thread;
    }
    return highest;
  }

  const ProbabilisticConcurrency options_;
  size_t steps_ = 0;
  size_t steps_max_;
  std::map<int, uint64_t> priorities_;
  // The change points: from the number of a step to the priority that its thread gets.
  std::map<size_t, uint64_t> changes_;
};

}  // namespace

std::unique_ptr<Strategy> MakeUniformlyRandom(uint64_t seed) { return std::make_unique<UniformlyRandomStrategy>(seed); }
std::unique_ptr<Strategy> MakePartialOrderSampling(uint64_t seed) {
  return std::make_unique<PartialOrderSamplingStrategy>(seed);
}
std::unique_ptr<Strategy> MakeProbabilisticConcurrency(ProbabilisticConcurrency options, uint64_t seed) {
  return std::make_unique<ProbabilisticConcurrencyStrategy>(options, seed);
}

}  // namespace holdfast::race
