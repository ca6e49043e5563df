// The priority of a thread among those of this process.
#pragma once

namespace holdfast::server {

// Gives the calling thread about a tenth of the weight of the others, so that short work on the event loops does not
// wait for long work on this thread where processors are few. Has no effect on other systems than Linux: POSIX has such
// a weight for whole processes only, Linux for each thread.
void LowerThreadPriority();

}  // namespace holdfast::server
