// `holdfast shake`: runs a command, such as a test suite, many times against servers in this process, with anomalies
// that AWS permits, and says which classes of anomalies make the command fail.
//
//   1. The command is run once without any anomaly. If it fails, it fails by itself (kFailsByItself). With --jobs, that
//      many runs are then made at once without any anomaly.
//   2. The planned runs are made, each with a seed, a set of classes and an empty database. Reordering delays requests:
//      each run learns from the earlier runs, on all servers, at which requests a delay let another request arrive
//      whose order matters (DelayPlanner).
//   3. The failed run with the fewest classes is reduced: its seed is run again without one class after another, and a
//      class that the failure does not need is left out.
//   4. That seed is run several times with the remaining classes, to see how often it fails.
#pragma once

#include <sys/resource.h>

#include <optional>
#include <string>
#include <vector>

#include "server/shake/results.h"
#include "server/shake/runs.h"
#include "server/shake/shake_flags.h"

namespace holdfast::server::shake {

enum class ExitStatus { kNothingFound = 0, kFound = 1, kNotRun = 2, kFailsByItself = 3 };

// The result at the end, or at an interruption.
struct ShakeResult {
  ShakeFlags flags;
  // The seed of the run without anomalies and of the first planned run.
  uint64_t seed = 0;
  // The first run, which has no anomaly.
  std::optional<Run> by_itself;
  // The planned runs, in the order in which they ended.
  std::vector<Run> runs;
  std::optional<SmallestSet> smallest;
  // The output of the first failed run in `runs`. Only meaningful if one of them failed.
  std::string first_output;
  bool interrupted = false;
};

// Runs the command, on all servers at once, prints the result, and writes the files that the flags ask for.
// BlockSignals must have been called. `servers` must not be empty. `descriptors_max`: see CommandRunner.
ExitStatus Shake(const ShakeFlags& flags, const std::vector<ShakenServer>& servers, rlim_t descriptors_max);

}  // namespace holdfast::server::shake
