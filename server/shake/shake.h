// `holdfast shake`: runs a command, such as a test suite, many times against servers in this process that do what AWS
// may do, and says which classes of that the command does not survive.
//
//   1. The command is run once without any anomaly. If it fails, it fails by itself. If several runs are to be under way
//      at once, it is also run that way.
//   2. The planned runs, each with a seed, a set of classes and an empty database. What a delay has shown in one run
//      counts for all runs that begin later, whichever server they have.
//   3. Of the failed run with the fewest classes: which of them can be left out, by running its seed again.
//   4. How often that seed fails again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/shake/results.h"
#include "server/shake/runs.h"
#include "server/shake/shake_flags.h"

namespace holdfast::server::shake {

enum class ExitStatus { kNothingFound = 0, kFound = 1, kNotRun = 2, kFailsByItself = 3 };

// What is known at the end, or when it was interrupted.
struct ShakeResult {
  ShakeFlags flags;
  // The seed of the first run.
  uint64_t seed = 0;
  std::optional<Run> by_itself;
  // In the order in which they ended.
  std::vector<Run> runs;
  std::optional<SmallestSet> smallest;
  // Of the first failed run.
  std::string first_output;
  bool interrupted = false;
};

// Runs the command, on all servers at once, prints the result, and writes the files that the flags ask for. BlockSignals
// must have been called. `servers` must not be empty.
ExitStatus Shake(const ShakeFlags& flags, const std::vector<ShakenServer>& servers);

}  // namespace holdfast::server::shake
