// The priority of a thread among those of this process.
#pragma once

namespace holdfast::server {

// Gives the calling thread the nice value 10, which is about a tenth of the scheduling weight of the others. So short
// work on the event loops does not wait for long work on this thread where processors are few. Has no effect on other
// systems than Linux: by POSIX a nice value is that of a process, on Linux each thread has its own.
void LowerThreadPriority();

}  // namespace holdfast::server
