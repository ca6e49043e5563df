// One thread's share of a load: its clients and their schedule.
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

// A period in which operations start.
struct MeasurementWindow {
  TimePoint begin;
  TimePoint end;
  // The total length of the measured windows before this one.
  Nanoseconds measured_before{0};
  // How many windows came before this one, the warm-up included. The arrivals depend on it.
  uint64_t number = 0;
};

class LoadThread {
 public:
  // `number` is in [0, settings.threads). All references and pointers must outlive this object.
  LoadThread(const LoadSettings& settings, int number, const conformance::Addresses& addresses, Workload* workload,
             Progress* progress);

  // Returns when every operation whose intended start lies in the window has completed, or was given up because the
  // clients fell too far behind (LoadSettings::catch_up_max). Must run on a thread of its own, whose processor time
  // counts as that of the load. Not thread-safe. An interruption (Ctrl-C) ends it early; the outcome of operations in
  // flight is then unknown, and Run must not be called again.
  Metrics Run(const MeasurementWindow& window);

 private:
  // Called for an idle client. In a closed loop, schedules its next operation unless the window ends before. In an open
  // loop, starts the operation that is due, or marks the client as waiting for one.
  void StartNext(BenchClient* client);
  void StartNextArrival(BenchClient* client, TimePoint now);
  void WakeAtNextArrival();
  void OnArrival();
  void Start(BenchClient* client, TimePoint intended);
  // `decided_after`: see Completion (actor.h).
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

  // Of the current window.
  MeasurementWindow window_;
  std::optional<Arrivals> arrivals_;  // of an open loop
  std::deque<BenchClient*> idle_;     // the longest idle first
  // Clients with an operation in flight or in their think time.
  size_t busy_ = 0;
  bool finished_ = false;
  std::optional<Metrics> metrics_;
};

}  // namespace holdfast::bench
