// The machine's time, to measure how long a database has been idle. DynamoDB's rules follow a database's Clock instead.
#pragma once

#include <cstdint>

namespace holdfast {

// Milliseconds since 1970, accurate to a few milliseconds. Where the C library has a coarse clock, a call costs little
// more than reading a variable.
int64_t CoarseUnixMillis();

}  // namespace holdfast
