#include "engine/base/coarse_time.h"

#include <ctime>

#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace holdfast {

int64_t CoarseUnixMillis() {
#ifdef CLOCK_REALTIME_COARSE
  timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return static_cast<int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
#else
  return absl::ToUnixMillis(absl::Now());
#endif
}

}  // namespace holdfast
