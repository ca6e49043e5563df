// The system's limit of open files, as far as connections are concerned.
#pragma once

namespace holdfast::bench {

// Raises the limit so that `count` connections fit, as far as the system allows it. False if that is too few.
bool AllowConnections(int count);

}  // namespace holdfast::bench
