// A number for each thread, by which threads divide themselves among several copies of what they would otherwise
// all touch.
#pragma once

#include <cstddef>

namespace holdfast {

// The calling thread's: 0, 1, 2 … in the order in which threads first ask, and the same for a thread's whole life.
size_t ThreadNumber();

}  // namespace holdfast
