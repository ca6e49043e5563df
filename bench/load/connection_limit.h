// The system's limit on open files, which bounds the number of connections.
#pragma once

namespace holdfast::bench {

// Raises the limit so that `count` connections fit. Returns false if the system allows only fewer.
bool AllowConnections(int count);

}  // namespace holdfast::bench
