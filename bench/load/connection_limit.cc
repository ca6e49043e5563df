#include "bench/load/connection_limit.h"

#include <sys/resource.h>

#include <algorithm>

namespace holdfast::bench {

bool AllowConnections(int count) {
  constexpr rlim_t kOtherFiles = 64;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return true;
  const rlim_t needed = static_cast<rlim_t>(count) + kOtherFiles;
  if (limit.rlim_cur >= needed) return true;
  limit.rlim_cur = std::min(limit.rlim_max, needed);
  return setrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= needed;
}

}  // namespace holdfast::bench
