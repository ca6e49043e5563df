// Detects that a processor was taken from this machine for a while, as happens to a virtual machine whose host gives
// the processor to other virtual machines. Latencies measured meanwhile say nothing about the measured server.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "bench/measure/clock.h"

namespace holdfast::bench {

// A thread with real-time priority on each processor that this process may use wakes up every millisecond: no thread of
// the server or of this program delays it, except while the kernel cannot be preempted, so a late wake-up is most
// likely caused by the machine.
class ProcessorPauses {
 public:
  // Watches nothing where real-time priority is not permitted (Linux: CAP_SYS_NICE) or a thread cannot be bound to a
  // processor (macOS).
  ProcessorPauses();
  ~ProcessorPauses();
  ProcessorPauses(const ProcessorPauses&) = delete;
  ProcessorPauses& operator=(const ProcessorPauses&) = delete;

  // The longest delay of a wake-up since the previous call, on any processor. 0 if nothing is watched. Thread-safe.
  Nanoseconds TakeLongest();

 private:
  void Watch(unsigned processor);

  std::atomic<bool> stopping_ = false;
  std::atomic<Nanoseconds::rep> longest_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace holdfast::bench
