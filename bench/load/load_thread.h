// One thread's share of a load: its clients, and when each of them starts what.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "bench/load/arrivals.h"
#include "bench/load/bench_client.h"
#include "bench/load/load_settings.h"
#include "bench/load/progress.h"
#include "bench/load/workload.h"
#include "bench/measure/metrics.h"

namespace holdfast::bench {

// A stretch of time in which operations start.
struct MeasurementWindow {
  TimePoint begin;
  TimePoint end;
  // What was measured before it.
  Nanoseconds measured_before{0};
  uint64_t number = 0;
};

class LoadThread {
 public:
  // `number` in [0, settings.threads). What is handed in must outlive it.
  LoadThread(const LoadSettings& settings, int number, const Addresses& addresses, Workload* workload,
             Progress* progress);

  // Returns when every operation that started in the stretch has ended. To be called on a thread of its own, but not on
  // two at once. Ctrl-C ends it sooner: what runs then is of unknown outcome.
  Metrics Run(const MeasurementWindow& window);

 private:
  // The client has nothing to do: it takes the next operation that is due, or waits for one.
  void StartNext(BenchClient* client);
  void StartNextArrival(BenchClient* client, TimePoint now);
  void WakeAtNextArrival();
  void OnArrival();
  void Start(BenchClient* client, TimePoint intended);
  void OnEnded(BenchClient* client, Operation operation, std::optional<Nanoseconds> decided_after);
  void FinishIfDone();
  void WatchForInterruption();
  void Abandon();

  Nanoseconds ThinkingTime();

  const LoadSettings& settings_;
  const int number_;
  Progress* const progress_;
  std::mt19937_64 random_;
  boost::asio::io_context io_{1};
  std::unique_ptr<boost::asio::ssl::context> tls_;
  std::vector<std::unique_ptr<BenchClient>> clients_;
  boost::asio::steady_timer arrival_timer_;
  boost::asio::steady_timer watch_timer_;

  // Of the current stretch.
  MeasurementWindow window_;
  std::optional<Arrivals> arrivals_;  // of an open loop
  std::deque<BenchClient*> idle_;     // the longest idle first
  // Clients that work, or think.
  size_t busy_ = 0;
  bool finished_ = false;
  std::optional<Metrics> metrics_;
};

}  // namespace holdfast::bench
