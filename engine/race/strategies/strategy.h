// What decides which step is next: an interface, and its implementations.
//
// A session (session.h) asks a strategy at each point of a run. A strategy knows threads and footprints; it knows
// neither requests nor what executes them. It is deterministic: the same calls get the same answers.
//
//   while (strategy.BeginRun()) {
//     while (there are pending steps) {
//       chosen = strategy.Choose(point);  …the step is executed…;  strategy.Executed(step);
//     }
//     strategy.EndRun();
//   }
//
// Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/race/steps/footprint.h"
#include "engine/race/steps/schedule.h"

namespace holdfast::race {

// A pending step and one way in which it can go. All ways of one step stand side by side, the plain one first.
struct Option {
  // Numbers that are the same for the same names in all runs of a session.
  int thread = 0;
  int actor = 0;
  std::string_view thread_name;
  Variant variant;
  char operation = 0;
  // What the step may read and write at most, as far as its request alone tells.
  const Footprint* footprint = nullptr;
  // How many steps of the run had been executed when this one became pending. Every earlier step of the same actor
  // comes before it in every order: the actor had seen its outcome.
  size_t arrived = 0;
  // Of a fault, in strategies that sample; 1 for others.
  double probability = 1;
};

struct ChoicePoint {
  // Never empty. Ascending by thread.
  const std::vector<Option>& options;
  // The steps executed in this run so far, and the actor of the last one; -1 at the beginning.
  size_t steps = 0;
  int last_actor = -1;
};

struct ExecutedStep {
  int thread = 0;
  int actor = 0;
  Variant variant;
  size_t arrived = 0;
  // What the step did read and write: within the option's footprint, and a function of the request, the variant and
  // what the footprint reads.
  Footprint footprint;
  // The option's footprint: what it might have done in another state.
  Footprint possible = {};
};

// Two steps whose order matters: of one actor, or with dependent footprints.
bool Dependent(const ExecutedStep& a, const ExecutedStep& b);

struct StrategyCounts {
  // Runs that were explored, and runs that turned out to be equal to earlier ones.
  uint64_t explored = 0;
  uint64_t pruned = 0;
  // How many orders of steps the explored runs stand for, those with other variants counted apart; nothing if that was
  // not counted, because there are too many or because the strategy samples.
  std::optional<double> orders;
};

class Strategy {
 public:
  virtual ~Strategy() = default;

  // Returns false if there is nothing more to explore.
  virtual bool BeginRun() = 0;
  // The place of the chosen option in point.options.
  virtual size_t Choose(const ChoicePoint& point) = 0;
  virtual void Executed(ExecutedStep step) = 0;
  // `complete`: the run went to its end; otherwise it was abandoned.
  virtual void EndRun(bool complete) = 0;
  // Whether all that this run can still do is equal to what was explored: it may be abandoned.
  virtual bool redundant() const { return false; }
  virtual StrategyCounts counts() const = 0;
  // Why the run did not follow what the strategy knew of it: a replayed actor asked for something else, or a program
  // is not deterministic between its requests. Empty if it did.
  virtual std::string divergence() const { return {}; }
};

// Every order, depth first (exhaustive.h).
struct Exhaustive {
  // Dynamic partial-order reduction: of orders that differ only in independent steps, one is run.
  bool reduction = true;
  // At most so many switches away from an actor that could go on. Absent: any number.
  std::optional<uint32_t> preemptions = std::nullopt;
};
// Partial-order sampling (Yuan, Yang, Gu: CAV 2018).
struct PartialOrderSampling {};
// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte: ASPLOS 2010).
struct ProbabilisticConcurrency {
  uint32_t depth = 3;
  // How many steps a run has, about. 0: what the longest run before had.
  uint32_t steps = 0;
};
// Each step uniformly at random among the threads: for comparison.
struct UniformlyRandom {};

std::unique_ptr<Strategy> MakeExhaustive(Exhaustive options);
std::unique_ptr<Strategy> MakePartialOrderSampling(uint64_t seed);
std::unique_ptr<Strategy> MakeProbabilisticConcurrency(ProbabilisticConcurrency options, uint64_t seed);
std::unique_ptr<Strategy> MakeUniformlyRandom(uint64_t seed);
// One run. `strict`: notes every departure from the schedule; otherwise steps of it that are not pending are left out.
// After its end, an actor goes on as long as it can before the next one's turn.
enum class ReplayMode { kStrict, kLenient };
std::unique_ptr<Strategy> MakeReplay(Schedule schedule, ReplayMode mode);

}  // namespace holdfast::race
