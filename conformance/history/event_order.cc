#include "conformance/history/event_order.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "conformance/history/operation_record.h"

namespace holdfast::conformance {

std::vector<WitnessEvent> EventsOf(const Witness& witness) {
  std::vector<WitnessEvent> events;
  for (size_t i = 0; i < witness.steps.size(); ++i) {
    const WitnessStep& step = witness.steps[i];
    events.push_back({step.invoked, false, i});
    // A response whose recorded time is earlier than that of its request is drawn at the time of the request.
    if (step.completed != kNeverCompleted) events.push_back({std::max(step.invoked, step.completed), true, i});
  }
  std::stable_sort(events.begin(), events.end(), [](const WitnessEvent& a, const WitnessEvent& b) {
    return std::tuple(a.time, a.is_response) < std::tuple(b.time, b.is_response);
  });
  return events;
}

std::string NameOfClient(int client) { return client == kObserver ? "observer" : absl::StrCat("client ", client); }

std::vector<int> ClientsOf(const Witness& witness) {
  std::vector<int> clients;
  for (const WitnessStep& step : witness.steps) clients.push_back(step.client);
  std::sort(clients.begin(), clients.end());
  clients.erase(std::unique(clients.begin(), clients.end()), clients.end());
  return clients;
}

std::string FormatTime(int64_t nanoseconds, int64_t longest) {
  if (longest < 10'000) return absl::StrCat(nanoseconds, " ns");
  const auto number = static_cast<double>(nanoseconds);
  if (longest < 10'000'000) return absl::StrFormat("%.1f us", number / 1e3);
  if (longest < 10'000'000'000) return absl::StrFormat("%.3f ms", number / 1e6);
  return absl::StrFormat("%.3f s", number / 1e9);
}

}  // namespace holdfast::conformance
