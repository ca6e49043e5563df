#include "server/race/report/race_view.h"

#include "engine/race/steps/schedule.h"

namespace holdfast::server {

std::vector<std::string> MissingRequirements(const RaceView& view) {
  std::vector<std::string> missing;
  const auto event_counts = view.verdict.event_counts.Named();
  for (const auto& [name, wanted] : view.options.session.require) {
    uint64_t count = 0;
    for (const auto& [known, number] : event_counts) {
      if (known == name) count = number;
    }
    if (count >= wanted) continue;
    missing.push_back(name + ": " + std::to_string(wanted) + " wanted, " + std::to_string(count) + " met");
  }
  return missing;
}

size_t StepCount(const race::Failure& failure) {
  const auto schedule = race::ParseSchedule(failure.schedule);
  return schedule.ok() ? schedule->size() : 0;
}

}  // namespace holdfast::server
