// Which classes are on in which run: a balanced design, so that what makes the command fail can be told apart.
//
// Runs come in blocks. A block has, in a seeded order:
//
//   reordering alone                                   1 run
//   each other class, with reordering                  1 run each
//   half of the others at random, with reordering      1 run, and 1 with the other half
//
// So within a block each of the others is on in two runs, once alone and once in company, and off in all the rest; and
// any two of them are as often on together as another two, on average. Reordering is on in all runs if it is permitted,
// as without it two clients are seldom under way at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "server/shake/anomaly_class.h"

namespace holdfast::server::shake {

// `permitted` must not be empty. A single run has all permitted classes: it repeats a run.
std::vector<ClassSet> PlanRuns(ClassSet permitted, size_t runs, uint64_t seed);

}  // namespace holdfast::server::shake
