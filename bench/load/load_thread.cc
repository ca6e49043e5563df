#include "bench/load/load_thread.h"

#include <cmath>
#include <ctime>
#include <utility>

#include "bench/load/random.h"
#include "conformance/client/interruption.h"
#include "conformance/runner/seeds.h"

namespace holdfast::bench {
namespace {

constexpr std::chrono::milliseconds kInterruptionPoll{100};

Nanoseconds ProcessorTimeOfThread() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

}  // namespace

LoadThread::LoadThread(const LoadSettings& settings, int number, const conformance::Addresses& addresses,
                       Workload* workload, Progress* progress)
    : settings_(settings),
      number_(number),
      progress_(progress),
      random_(conformance::DeriveSeed(settings.seed, "thinking", 0, number)),
      arrival_timer_(io_),
      watch_timer_(io_) {
  tls_ = conformance::MakeTlsContext(settings.endpoint.url);
  for (int client = number; client < settings.clients; client += settings.threads) {
    const uint64_t retry_seed = conformance::DeriveSeed(settings.seed, "retries", 0, client);
    const uint64_t actor_seed = conformance::DeriveSeed(settings.seed, "actors", 0, client);
    clients_.push_back(std::make_unique<BenchClient>(
        client, workload->MakeActor(client, actor_seed), RetryPolicy(settings.retry, retry_seed, Clock::now()), io_,
        tls_.get(), addresses, settings.endpoint,
        [this](BenchClient* ended, Operation operation, std::optional<Nanoseconds> decided_after) {
          OnEnded(ended, std::move(operation), decided_after);
        }));
  }
}

Metrics LoadThread::Run(const MeasurementWindow& window) {
  window_ = window;
  finished_ = false;
  busy_ = 0;
  idle_.clear();
  metrics_.emplace(settings_.clients, settings_.measured, settings_.timeline_width);
  arrivals_.reset();
  if (settings_.arrivals.is_open_loop() && !clients_.empty()) {
    ArrivalPlan share = settings_.arrivals;
    share.per_second *= static_cast<double>(clients_.size()) / settings_.clients;
    arrivals_.emplace(share, window.begin, window.end,
                      conformance::DeriveSeed(settings_.seed, "arrivals", static_cast<int>(window.number), number_));
  }
  WatchForInterruption();
  for (const auto& client : clients_) StartNext(client.get());
  FinishIfDone();
  io_.restart();
  io_.run();
  metrics_->RecordProcessorTime(ProcessorTimeOfThread());
  return std::move(*metrics_);
}

void LoadThread::StartNext(BenchClient* client) {
  const TimePoint now = Clock::now();
  if (arrivals_.has_value()) return StartNextArrival(client, now);
  const Nanoseconds think = ThinkingTime();
  if (now + think >= window_.end) return;
  if (think == Nanoseconds(0)) return Start(client, now);
  ++busy_;
  client->StartAt(now + think);
}

// Exponentially distributed, with the mean `settings_.think`.
Nanoseconds LoadThread::ThinkingTime() {
  return Nanoseconds(std::llround(Exponential(random_) * static_cast<double>(settings_.think.count())));
}

void LoadThread::StartNextArrival(BenchClient* client, TimePoint now) {
  // Arrivals that no client could start by `catch_up_max` after the window are given up.
  if (now >= window_.end + settings_.catch_up_max) metrics_->RecordUnstarted(arrivals_->PopAll());
  const std::optional<TimePoint> next = arrivals_->Peek();
  if (next.has_value() && *next <= now) {
    arrivals_->Pop();
    Start(client, *next);
    return;
  }
  idle_.push_back(client);
  if (idle_.size() == 1) WakeAtNextArrival();
}

void LoadThread::WakeAtNextArrival() {
  const std::optional<TimePoint> next = arrivals_->Peek();
  if (!next.has_value()) return;
  arrival_timer_.expires_at(*next);
  arrival_timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) OnArrival();
  });
}

void LoadThread::OnArrival() {
  const TimePoint now = Clock::now();
  for (std::optional<TimePoint> next = arrivals_->Peek(); next.has_value() && *next <= now && !idle_.empty();
       next = arrivals_->Peek()) {
    BenchClient* const client = idle_.front();
    idle_.pop_front();
    arrivals_->Pop();
    Start(client, *next);
  }
  // If no client is idle, the next one that becomes idle checks what is due.
  if (!idle_.empty()) WakeAtNextArrival();
}

void LoadThread::Start(BenchClient* client, TimePoint intended) {
  ++busy_;
  client->Start(intended);
}

void LoadThread::OnEnded(BenchClient* client, Operation operation, std::optional<Nanoseconds> decided_after) {
  --busy_;
  operation.ended = Clock::now() - window_.begin + window_.measured_before;
  metrics_->Record(operation);
  if (decided_after.has_value()) metrics_->RecordDecision(*decided_after);
  progress_->Count(operation.outcome);
  StartNext(client);
  FinishIfDone();
}

void LoadThread::FinishIfDone() {
  if (busy_ > 0 || finished_) return;
  if (arrivals_.has_value() && arrivals_->Peek().has_value()) return;
  finished_ = true;
  watch_timer_.cancel();
  arrival_timer_.cancel();
}

void LoadThread::WatchForInterruption() {
  watch_timer_.expires_after(kInterruptionPoll);
  watch_timer_.async_wait([this](const boost::system::error_code& error) {
    if (error || finished_) return;
    conformance::Interrupted() ? Abandon() : WatchForInterruption();
  });
}

void LoadThread::Abandon() {
  for (const auto& client : clients_) {
    if (!client->busy()) continue;
    metrics_->Record({.client = client->number(), .outcome = Outcome::kUnknown, .unknown_attempts = 1});
  }
  io_.stop();
}

}  // namespace holdfast::bench
