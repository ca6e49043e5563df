#include "bench/stall/prober.h"

#include <mutex>
#include <thread>
#include <utility>

namespace holdfast::bench {
namespace {

constexpr std::chrono::milliseconds kReadInterval{2};

}  // namespace

struct Prober::Probe {
  Probe(uint16_t port, std::string_view access_key)
      : client(port),
        request(OperationBytes(
            "GetItem", R"({"TableName":")" + std::string(kProbedTable) + R"(","Key":{"pk":{"S":"a"}}})", access_key)) {}

  PlainClient client;
  const std::string request;
  // Held while a request is in flight.
  std::mutex mutex;
  ProbeFigures figures;
  std::thread thread;
};

Prober::Prober(uint16_t port, int connections) {
  for (int i = 0; i < connections; ++i) {
    probes_.push_back(std::make_unique<Probe>(port, i % 2 == 0 ? "bench" : kOtherAccount));
  }
  for (const std::unique_ptr<Probe>& probe : probes_) {
    probe->thread = std::thread([this, raw = probe.get()] { Run(raw); });
  }
}

Prober::~Prober() {
  stopping_ = true;
  for (const std::unique_ptr<Probe>& probe : probes_) probe->client.HangUp();
  for (const std::unique_ptr<Probe>& probe : probes_) probe->thread.join();
}

void Prober::Run(Probe* probe) {
  TimePoint due = Clock::now();
  while (!stopping_) {
    due += kReadInterval;
    std::this_thread::sleep_until(due);
    const std::lock_guard<std::mutex> lock(probe->mutex);
    // The first latency after a Take excludes all delay before it, such as the wait for the mutex that Take held.
    if (const TimePoint now = Clock::now(); !probe->figures.latency.count() && due < now) due = now;
    const PlainResponse response = probe->client.Exchange(probe->request);
    probe->figures.latency.Record(Clock::now() - due);
    if (response.status != 200) ++probe->figures.refused;
    if (response.status == 0) return;
  }
}

ProbeFigures Prober::Take() {
  ProbeFigures all;
  for (const std::unique_ptr<Probe>& probe : probes_) {
    const std::lock_guard<std::mutex> lock(probe->mutex);
    const ProbeFigures taken = std::exchange(probe->figures, {});
    all.latency.Add(taken.latency);
    all.refused += taken.refused;
  }
  return all;
}

}  // namespace holdfast::bench
