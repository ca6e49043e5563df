#include "bench/load/bench_client.h"

#include <algorithm>
#include <utility>

namespace holdfast::bench {

BenchClient::BenchClient(int number, std::unique_ptr<Actor> actor, RetryPolicy retry_policy,
                         boost::asio::io_context& io, boost::asio::ssl::context* tls,
                         const conformance::Addresses& addresses, const conformance::EndpointOptions& endpoint,
                         OnEnded on_ended)
    : actor_(std::move(actor)),
      retry_policy_(std::move(retry_policy)),
      timer_(io),
      on_ended_(std::move(on_ended)),
      connection_(io, tls, addresses, endpoint,
                  [this](conformance::HttpResponse response) { OnHttpResponse(std::move(response)); }) {
  operation_.client = number;
}

void BenchClient::Start(TimePoint intended) {
  busy_ = true;
  const int client = operation_.client;
  operation_ = {};
  operation_.client = client;
  operation_.requests = 0;
  intended_ = intended;
  first_sent_.reset();
  paused_ = Nanoseconds(0);
  BeginStep(actor_->Begin(Clock::now()));
}

void BenchClient::StartAt(TimePoint intended) {
  timer_.expires_at(intended);
  timer_.async_wait([this, intended](const boost::system::error_code& error) {
    if (!error) Start(intended);
  });
}

void BenchClient::BeginStep(RequestStep step) {
  step_ = std::move(step);
  attempt_ = 0;
  step_begun_ = Clock::now();
  RunAfter(step_.pause, &BenchClient::TryStep);
}

void BenchClient::TryStep() {
  const TimePoint now = Clock::now();
  // The excess of the pause over its requested length is not think time, and so is part of the latency.
  if (attempt_ == 0) paused_ += std::min(step_.pause, Nanoseconds(now - step_begun_));
  ++attempt_;
  RunAfter(retry_policy_.DelayBeforeSending(now), &BenchClient::SendStep);
}

void BenchClient::SendStep() {
  last_sent_ = Clock::now();
  if (!first_sent_.has_value()) first_sent_ = last_sent_;
  if (attempt_ == 1) step_first_sent_ = last_sent_;
  ++operation_.requests;
  if (attempt_ > 1) ++operation_.retries;
  connection_.Send(step_.operation, step_.body);
}

void BenchClient::OnHttpResponse(conformance::HttpResponse http) {
  const TimePoint now = Clock::now();
  const conformance::Response response(std::move(http));
  if (response.unknown()) ++operation_.unknown_attempts;
  const std::optional<Nanoseconds> wait = retry_policy_.OnResponse(KindOf(response), attempt_, now);
  if (wait.has_value()) return RunAfter(*wait, &BenchClient::TryStep);

  operation_.retrying += last_sent_ - step_first_sent_;
  NextStep next = actor_->Continue(response, now);
  if (RequestStep* const step = std::get_if<RequestStep>(&next); step != nullptr) return BeginStep(std::move(*step));
  End(std::get<Completion>(std::move(next)), now);
}

void BenchClient::End(Completion completion, TimePoint now) {
  busy_ = false;
  operation_.outcome = completion.outcome;
  operation_.latency = now - intended_ - paused_;
  operation_.service = now - *first_sent_ - paused_;
  operation_.complaint = std::move(completion.complaint);
  on_ended_(this, operation_, completion.decided_after);
}

void BenchClient::RunAfter(Nanoseconds delay, void (BenchClient::*action)()) {
  if (delay <= Nanoseconds(0)) return (this->*action)();
  timer_.expires_after(delay);
  timer_.async_wait([this, action](const boost::system::error_code& error) {
    if (!error) (this->*action)();
  });
}

}  // namespace holdfast::bench
