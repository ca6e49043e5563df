// The machine's time, for output to people and for idle times. DynamoDB's rules follow a database's Clock.
#pragma once

#include <cstdint>

namespace holdfast {

// Milliseconds since 1970, to a few milliseconds, at the price of reading a variable where the C library has that.
int64_t CoarseUnixMillis();

}  // namespace holdfast
