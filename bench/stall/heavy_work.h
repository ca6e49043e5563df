// The heavy things during which small requests should not wait.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/stall/workbench.h"

namespace holdfast::bench {

struct HeavyWork {
  std::string name;
  std::string sentence;
  // Throws std::runtime_error.
  std::function<void(Workbench& bench)> prepare;
  // Does it once, from beginning to end. False where the server refused it, or ended meanwhile.
  std::function<bool(Workbench& bench)> run;
  // What `prepare` made is used up: it cannot be run again without it.
  bool consumes = false;
  // The probed item goes away with it, and refusals are right.
  bool empties_database = false;
};

const std::vector<HeavyWork>& AllHeavyWork();

}  // namespace holdfast::bench
