#include "bench/stall/processor_pauses.h"

#include <pthread.h>
#include <sched.h>

namespace holdfast::bench {
namespace {

constexpr std::chrono::milliseconds kInterval{1};

// Binds the calling thread to the processor and gives it real-time priority. Returns false unless the system permits
// both.
bool PinWithRealTimePriority([[maybe_unused]] unsigned processor) {
#ifdef __linux__
  cpu_set_t processors;
  CPU_ZERO(&processors);
  CPU_SET(processor, &processors);
  sched_param priority{};
  priority.sched_priority = ::sched_get_priority_min(SCHED_FIFO);
  return ::pthread_setaffinity_np(::pthread_self(), sizeof processors, &processors) == 0 &&
         ::pthread_setschedparam(::pthread_self(), SCHED_FIFO, &priority) == 0;
#else
  return false;
#endif
}

}  // namespace

ProcessorPauses::ProcessorPauses() {
#ifdef __linux__
  cpu_set_t permitted;
  if (::sched_getaffinity(0, sizeof permitted, &permitted) != 0) return;
  for (unsigned i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(i, &permitted)) threads_.emplace_back([this, i] { Watch(i); });
  }
#endif
}

ProcessorPauses::~ProcessorPauses() {
  stopping_ = true;
  for (std::thread& thread : threads_) thread.join();
}

Nanoseconds ProcessorPauses::TakeLongest() { return Nanoseconds(longest_.exchange(0)); }

void ProcessorPauses::Watch(unsigned processor) {
  if (!PinWithRealTimePriority(processor)) return;
  while (!stopping_) {
    const TimePoint due = Clock::now() + kInterval;
    std::this_thread::sleep_until(due);
    const Nanoseconds::rep late = Nanoseconds(Clock::now() - due).count();
    Nanoseconds::rep longest = longest_;
    while (late > longest && !longest_.compare_exchange_weak(longest, late)) continue;
  }
}

}  // namespace holdfast::bench
