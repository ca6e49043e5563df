// `holdfast shake`: runs a command, such as a test suite, many times against a server in this process that does what AWS
// may do, and says which classes of that the command does not survive.
//
//   1. The command is run once without any anomaly. If it fails, it fails by itself.
//   2. The planned runs, each with a seed, a set of classes and an empty database.
//   3. Of the failed run with the fewest classes: which of them can be left out, by running its seed again.
//   4. How often that seed fails again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "server/race/race_lab.h"
#include "server/shake/results.h"
#include "server/shake/shake_flags.h"

namespace holdfast::server::shake {

enum class ExitStatus { kNothingFound = 0, kFound = 1, kNotRun = 2, kFailsByItself = 3 };

// What is known at the end, or when it was interrupted.
struct ShakeResult {
  ShakeFlags flags;
  // The seed of the first run.
  uint64_t seed = 0;
  std::optional<Run> by_itself;
  std::vector<Run> runs;
  std::optional<SmallestSet> smallest;
  // Of the first failed run.
  std::string first_output;
  bool interrupted = false;
};

// The server that the command is pointed at, which runs in this process and belongs to it alone. It must have anomalies
// in a seeded order (RaceLab::UseAnomalies).
struct ShakenServer {
  std::string url;
  Engine& engine;
  RaceLab& races;
};

// Runs the command, prints the result, and writes the files that the flags ask for. BlockSignals must have been called.
ExitStatus Shake(const ShakeFlags& flags, const ShakenServer& server);

}  // namespace holdfast::server::shake
