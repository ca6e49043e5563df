// Which classes are on in which run: a balanced design, so that the results show which classes make the command fail.
//
// Runs come in blocks. A block has, in a seeded order:
//
//   reordering alone                                   1 run
//   one other class, with reordering                   1 run for each other class
//   a random half of the others, with reordering       1 run, and 1 with the other half
//
// So within a block each class other than reordering is on in two runs, once as the only other class and once together
// with others, and off in all remaining runs; on average all pairs of other classes are on together equally often. With
// only one other class there are no halves. Reordering is on in all runs if it is permitted, because without it
// requests of two clients seldom overlap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "server/shake/anomaly_class.h"

namespace holdfast::server::shake {

// `permitted` must not be empty. If `runs` is 1, the run has all permitted classes, because it repeats an earlier run.
std::vector<ClassSet> PlanRuns(ClassSet permitted, size_t runs, uint64_t seed);

}  // namespace holdfast::server::shake
