// Many connections that each ask for one small item on a fixed schedule, and how long the answers take meanwhile.
#pragma once

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "bench/measure/latency_histogram.h"
#include "bench/process/plain_client.h"

namespace holdfast::bench {

// The name and key of the item that is asked for, in both databases.
inline constexpr std::string_view kProbedTable = "Probed";
inline constexpr std::string_view kOtherAccount = "111111111111";

struct ProbeFigures {
  LatencyHistogram latency;
  // Answers with another status than 200, and requests that were not answered.
  int64_t refused = 0;
};

// Half of the connections ask the database that has the heavy work, half another. A request counts from when it was
// due, so that what a stalled connection could not send counts as waiting.
class Prober {
 public:
  Prober(uint16_t port, int connections);
  // Ends the requests under way.
  ~Prober();
  Prober(const Prober&) = delete;
  Prober& operator=(const Prober&) = delete;

  // Since the last time, with each connection's request under way finished first. To be called by one thread.
  ProbeFigures Take();

 private:
  struct Probe;
  void Run(Probe* probe);

  std::atomic<bool> stopping_ = false;
  std::vector<std::unique_ptr<Probe>> probes_;
};

}  // namespace holdfast::bench
