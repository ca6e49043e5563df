// One client of the load generator: runs its actor over its connection, retries according to its policy, and measures.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <optional>

#include "bench/load/actor.h"
#include "bench/load/async_connection.h"
#include "bench/load/retry_policy.h"

namespace holdfast::bench {

// Not thread-safe: used only on the thread that runs its io_context.
class BenchClient {
 public:
  // Called when an operation has completed; every field of the Operation except `ended` is set. May call Start.
  using OnEnded = std::function<void(BenchClient*, Operation, std::optional<Nanoseconds> decided_after)>;

  BenchClient(int number, std::unique_ptr<Actor> actor, RetryPolicy retry_policy, boost::asio::io_context& io,
              boost::asio::ssl::context* tls, const conformance::Addresses& addresses,
              const conformance::EndpointOptions& endpoint, OnEnded on_ended);

  // Begins an operation whose intended start is `intended`. The previous one must have completed.
  void Start(TimePoint intended);
  // Calls Start(intended) at that time.
  void StartAt(TimePoint intended);

  int number() const { return operation_.client; }
  // Whether an operation is in flight; false while StartAt waits.
  bool busy() const { return busy_; }

 private:
  void BeginStep(RequestStep step);
  void TryStep();
  void SendStep();
  void OnHttpResponse(conformance::HttpResponse http);
  void End(Completion completion, TimePoint now);
  void RunAfter(Nanoseconds delay, void (BenchClient::*action)());

  const std::unique_ptr<Actor> actor_;
  RetryPolicy retry_policy_;
  boost::asio::steady_timer timer_;
  const OnEnded on_ended_;
  AsyncConnection connection_;

  bool busy_ = false;
  Operation operation_;
  TimePoint intended_;
  std::optional<TimePoint> first_sent_;
  Nanoseconds paused_{0};

  RequestStep step_;
  int attempt_ = 0;
  TimePoint step_begun_;
  TimePoint step_first_sent_;
  TimePoint last_sent_;
};

}  // namespace holdfast::bench
