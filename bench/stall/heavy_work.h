// Expensive operations during which small requests should not have to wait.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/stall/workbench.h"

namespace holdfast::bench {

struct HeavyWork {
  std::string name;
  std::string description;
  // Throws std::runtime_error.
  std::function<void(Workbench& bench)> prepare;
  // Runs the operation once. Returns false if the server refused it or exited.
  std::function<bool(Workbench& bench)> run;
  // `run` consumes what `prepare` created, so that `prepare` must precede every run.
  bool consumes = false;
  // `run` also deletes the probed item, so that refused probes are expected.
  bool empties_database = false;
};

const std::vector<HeavyWork>& AllHeavyWork();

}  // namespace holdfast::bench
