// A number for each thread, which spreads threads over several copies of data that they would otherwise contend for.
#pragma once

#include <cstddef>

namespace holdfast {

// The calling thread's number: 0, 1, 2 … in the order of the first calls, and the same for the life of the thread.
size_t ThreadNumber();

}  // namespace holdfast
