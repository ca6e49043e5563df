// Converts sizes into capacity units.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
#pragma once

#include <cstddef>

namespace holdfast {

// One unit for each 1 KB, rounded up, at least one.
double WriteUnits(size_t size_bytes);
// One unit for each 4 KB, rounded up, at least one; the caller halves it if the read is eventually consistent.
double ReadUnits(size_t size_bytes);

}  // namespace holdfast
