// A strategy chooses the next step of a run. This header has the interface and the functions that make strategies.
//
// A session (session.h) calls a strategy before each step of a run. A thread is a slot for one pending request of an
// actor (active_run.h). Strategies choose by threads and footprints, and a replay by the names of threads and the
// letters of operations; they see neither requests nor the store. A strategy is deterministic: equal calls have equal
// results.
//
//   while (strategy.BeginRun()) {
//     while (there are pending steps && !strategy.redundant()) {
//       chosen = strategy.Choose(point);  …the step is executed…;  strategy.Executed(step);
//     }
//     strategy.EndRun(complete);
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

// A pending step with one of its variants. The options of one step are adjacent, with the plain variant first.
struct Option {
  // The numbers of the names of the thread and the actor (name_numbers.h); a name has the same number in all runs of a
  // session. A deletion by time to live has one number as both, of the step after which its item was found expired.
  int thread = 0;
  int actor = 0;
  std::string_view thread_name;
  Variant variant;
  // The letter of the request's operation (operation.h); x: a deletion by time to live.
  char operation = 0;
  // The largest footprint that the step may have, computed before its execution.
  const Footprint* footprint = nullptr;
  // How many steps of the run had been executed when this step became pending. The actor had seen the outcomes of its
  // own steps among them, so they come before this step in every order.
  size_t arrived = 0;
  // Once a sampling strategy has chosen the thread, it tries the thread's variants in order, the plain one last. This
  // is the probability with which it then chooses the variant; 1 for the plain one.
  double probability = 1;
};

struct ChoicePoint {
  // Never empty. Ascending by thread.
  const std::vector<Option>& options;
  // How many steps were executed in this run so far, and the actor of the last one; -1 at the beginning.
  size_t steps = 0;
  int last_actor = -1;
};

struct ExecutedStep {
  int thread = 0;
  int actor = 0;
  Variant variant;
  size_t arrived = 0;
  // The areas that the step actually read and wrote. They depend only on the request, the variant and the contents of
  // the areas that it read.
  Footprint footprint;
  // The footprint of the chosen option: in another state the step might have read and written other areas of it.
  Footprint possible = {};
};

struct StrategyCounts {
  // Runs that were explored, and runs that turned out to be equal to earlier ones (happens_before.h).
  uint64_t explored = 0;
  uint64_t pruned = 0;
  // How many orders of steps the explored runs represent; orders with different variants count separately. Only the
  // exhaustive strategy counts them. Nothing if there are too many to count or, with the reduction, if preemptions are
  // bounded or a run was not complete.
  std::optional<double> orders;
};

class Strategy {
 public:
  virtual ~Strategy() = default;

  // Returns false if there is nothing more to explore.
  virtual bool BeginRun() = 0;
  // Returns the index of the chosen option in point.options.
  virtual size_t Choose(const ChoicePoint& point) = 0;
  virtual void Executed(ExecutedStep step) = 0;
  // `complete`: whether the run reached its end; otherwise it was abandoned.
  virtual void EndRun(bool complete) = 0;
  // Whether every continuation of this run is equal to an explored run, so that it may be abandoned.
  virtual bool redundant() const { return false; }
  virtual StrategyCounts counts() const = 0;
  // Describes how the run departed from the steps that the strategy expected: a replayed actor sent another request, or
  // the test is not deterministic between its requests. Empty if it did not.
  virtual std::string divergence() const { return {}; }
};

// Explores every order, depth first (exhaustive.cc).
struct Exhaustive {
  // Dynamic partial-order reduction: of the orders that differ only in the order of independent steps, one is run; with
  // a bound on preemptions perhaps several, or none that is within the bound.
  bool reduction = true;
  // The greatest number of preemptions: switches away from an actor that could continue. Absent: no bound.
  std::optional<uint32_t> preemptions = std::nullopt;
};
// Partial-order sampling (Yuan, Yang, Gu: CAV 2018).
struct PartialOrderSampling {};
// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte: ASPLOS 2010).
struct ProbabilisticConcurrency {
  // The depth of the bugs to find: at `depth` - 1 random steps of a run, a thread gets a low priority (sampling.cc).
  uint32_t depth = 3;
  // An estimate of the number of steps of a run; longer runs raise it. 0: no estimate, only the longest run so far
  // counts.
  uint32_t steps = 0;
};
// Chooses each step uniformly at random among the threads. For comparison with the other strategies.
struct UniformlyRandom {};

std::unique_ptr<Strategy> MakeExhaustive(Exhaustive options);
std::unique_ptr<Strategy> MakePartialOrderSampling(uint64_t seed);
std::unique_ptr<Strategy> MakeProbabilisticConcurrency(ProbabilisticConcurrency options, uint64_t seed);
std::unique_ptr<Strategy> MakeUniformlyRandom(uint64_t seed);
// The strategy of MakeReplay follows a schedule in one run, and skips steps of it that are not pending. kStrict reports
// the first departure from the schedule as divergence; a request of another operation than the scheduled one is a
// departure. kLenient reports none, and ignores the operations. After the end of the schedule, an actor continues as
// long as it can before another one is chosen.
enum class ReplayMode { kStrict, kLenient };
std::unique_ptr<Strategy> MakeReplay(Schedule schedule, ReplayMode mode);

}  // namespace holdfast::race
