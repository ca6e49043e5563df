// One client at work: it plays its actor's script over its connection, retries as its policy says, and measures.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <optional>

#include "bench/load/actor.h"
#include "bench/load/async_connection.h"
#include "bench/load/retry_policy.h"

namespace holdfast::bench {

// Belongs to the thread that runs its io_context.
class BenchClient {
 public:
  // Called at the end of each operation, all of which is filled in but `ended`. May call Start.
  using OnEnded = std::function<void(BenchClient*, Operation, std::optional<Nanoseconds> decided_after)>;

  BenchClient(int number, std::unique_ptr<Actor> actor, RetryPolicy retry_policy, boost::asio::io_context& io,
              boost::asio::ssl::context* tls, const Addresses& addresses, const conformance::EndpointOptions& endpoint,
              OnEnded on_ended);

  // Begins an operation that was meant to start then. The last one must have ended.
  void Start(Moment intended);
  // The same, once that moment has come.
  void StartAt(Moment intended);

  int number() const { return operation_.client; }
  bool busy() const { return busy_; }

 private:
  void Play(Step step);
  void TryStep();
  void SendStep();
  void OnReply(conformance::HttpReply http);
  void End(Ending ending, Moment now);
  void After(Nanoseconds delay, void (BenchClient::*action)());

  const std::unique_ptr<Actor> actor_;
  RetryPolicy retry_policy_;
  boost::asio::steady_timer timer_;
  const OnEnded on_ended_;
  AsyncConnection connection_;

  bool busy_ = false;
  Operation operation_;
  Moment intended_;
  std::optional<Moment> first_sent_;
  Nanoseconds paused_{0};

  Step step_;
  int attempt_ = 0;
  Moment step_begun_;
  Moment step_first_sent_;
  Moment last_sent_;
};

}  // namespace holdfast::bench
