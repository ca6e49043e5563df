// The priority of a thread among those of this process.
#pragma once

namespace holdfast::server {

// Gives the calling thread about a tenth of the weight of the others, so that what takes microseconds on the event
// loops does not wait for what takes seconds here where processors are few. Where it cannot be done nothing happens:
// POSIX has such a weight for whole processes only, Linux for each thread.
void LowerThreadPriority();

}  // namespace holdfast::server
