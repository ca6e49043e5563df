#include "server/dispatch/thread_priority.h"

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace holdfast::server {

void LowerThreadPriority() {
#ifdef __linux__
  constexpr int kNice = 10;
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice);
#endif
}

}  // namespace holdfast::server
