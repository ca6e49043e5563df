#include "bench/process/request_cost.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>

namespace holdfast::bench {
namespace {

using Seconds = std::chrono::duration<double>;

Seconds OwnProcessorTime() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return Seconds(seconds(usage.ru_utime) + seconds(usage.ru_stime));
}

}  // namespace

double Median(std::vector<double> figures) {
  std::sort(figures.begin(), figures.end());
  return figures[figures.size() / 2];
}

void ExpectSuccess(const PlainResponse& response, const char* what) {
  if (response.status / 100 == 2) return;
  throw std::runtime_error(std::string(what) + " was answered " + std::to_string(response.status) + ": " +
                           response.body);
}

double RequestMicroseconds(const ChildServer& server, const std::vector<std::string>& requests, int rounds) {
  std::vector<std::unique_ptr<PlainClient>> clients;
  for (size_t i = 0; i < requests.size(); ++i) clients.push_back(std::make_unique<PlainClient>(server.port()));
  const Seconds before = server.ProcessorTime() + OwnProcessorTime();
  for (int round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < clients.size(); ++i) clients[i]->Send(requests[i]);
    for (const auto& client : clients) ExpectSuccess(client->Read(), "A request");
  }
  const Seconds spent = server.ProcessorTime() + OwnProcessorTime() - before;
  return spent.count() * 1e6 / rounds / static_cast<double>(requests.size());
}

}  // namespace holdfast::bench
