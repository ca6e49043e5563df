// Connections that each read one small item on a fixed schedule, and the latencies of these reads.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "bench/measure/latency_histogram.h"
#include "bench/process/plain_client.h"

namespace holdfast::bench {

// The table of the probed item, in the database under load and in the other one.
inline constexpr std::string_view kProbedTable = "Probed";
// The account of the database that is not under load.
inline constexpr std::string_view kOtherAccount = "111111111111";

struct ProbeFigures {
  LatencyHistogram latency;
  // Responses with another status than 200, and requests without a response.
  int64_t refused = 0;
};

// Half of the connections read from the database under load, half from another one. A latency counts from when the
// request was due, so that it includes the delay of a stalled connection; that of the first request after a Take counts
// from its sending if that was late. A connection that gets no response sends no more requests.
class Prober {
 public:
  Prober(uint16_t port, int connections);
  // Closes the connections, which ends requests in flight, and joins the threads.
  ~Prober();
  Prober(const Prober&) = delete;
  Prober& operator=(const Prober&) = delete;

  // The figures since the previous call; waits for the requests in flight. Not thread-safe.
  ProbeFigures Take();

 private:
  struct Probe;
  void Run(Probe* probe);

  std::atomic<bool> stopping_ = false;
  std::vector<std::unique_ptr<Probe>> probes_;
};

}  // namespace holdfast::bench
