// Compares an operation with a floor: the least work that any such operation needs. Both are measured in the same run,
// so that the ratio of their costs keeps its meaning on a noisy machine.
//
//   Floor floor;
//   void HashFind(benchmark::State& state) { floor.Measure(state, [&] { …one operation… }); }   // measures the floor
//   void GetItem(benchmark::State& state)  { floor.Compare(state, [&] { …one operation… }); }   // reports "x_floor"
//
// Register the floor's benchmark before the others. Not thread-safe: benchmarks of one thread only.
#pragma once

#include <benchmark/benchmark.h>

#include <ctime>

namespace holdfast {

class Floor {
 public:
  template <typename Operation>
  void Measure(benchmark::State& state, const Operation& operation) {
    nanoseconds_ = Run(state, operation);
  }
  template <typename Operation>
  void Compare(benchmark::State& state, const Operation& operation) {
    const double nanoseconds = Run(state, operation);
    // If the floor was not measured, because its benchmark was filtered out, there is nothing to compare with.
    if (nanoseconds_ > 0) state.counters["x_floor"] = nanoseconds / nanoseconds_;
  }

 private:
  // Processor time for one operation.
  template <typename Operation>
  static double Run(benchmark::State& state, const Operation& operation) {
    const double begin = Now();
    for (auto _ : state) operation();
    return (Now() - begin) / static_cast<double>(state.iterations());
  }
  static double Now() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
  }

  double nanoseconds_ = 0;
};

}  // namespace holdfast
