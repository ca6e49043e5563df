#include "engine/race/strategies/shrink.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace holdfast::race {
namespace {

bool IsExpiry(const ScheduledStep& step) { return ActorOfThread(step.thread) == kTimeToLiveActor; }

bool IsAnomaly(const ScheduledStep& step) { return IsExpiry(step) ? step.variant.plain() : !step.variant.plain(); }

// Whether a step of another actor follows the step at `position`.
bool SwitchesAfter(const Schedule& schedule, size_t position) {
  return position + 1 < schedule.size() &&
         ActorOfThread(schedule[position].thread) != ActorOfThread(schedule[position + 1].thread);
}

std::string TextOf(const Shrinker::Candidate& candidate) {
  return absl::StrCat(FormatSchedule(candidate.schedule), " ", absl::StrJoin(candidate.actors, ","));
}

}  // namespace

Shrinker::Shrinker(Schedule failing, std::vector<std::string> actors, bool may_drop_actors)
    : may_drop_actors_(may_drop_actors), best_{std::move(failing), std::move(actors)} {
  seen_.insert(TextOf(best_));
}

Shrinker::Cost Shrinker::CostOf(const Candidate& candidate) {
  const Schedule& schedule = candidate.schedule;
  size_t switches = 0;
  for (size_t i = 0; i < schedule.size(); ++i) {
    if (SwitchesAfter(schedule, i)) ++switches;
  }
  const auto anomalies = std::count_if(schedule.begin(), schedule.end(), IsAnomaly);
  return {static_cast<size_t>(anomalies), candidate.actors.size(), switches, schedule.size()};
}

std::optional<Shrinker::Candidate> Shrinker::WithoutAnomaly(size_t position) const {
  if (!IsAnomaly(best_.schedule[position])) return std::nullopt;
  Candidate candidate = best_;
  ScheduledStep& step = candidate.schedule[position];
  step.variant = IsExpiry(step) ? Variant::Keep() : Variant();
  return candidate;
}

std::optional<Shrinker::Candidate> Shrinker::WithoutActor(const std::string& actor) const {
  if (!may_drop_actors_ || best_.actors.size() == 1) return std::nullopt;
  Candidate candidate;
  for (const ScheduledStep& step : best_.schedule) {
    if (ActorOfThread(step.thread) != actor) candidate.schedule.push_back(step);
  }
  for (const std::string& other : best_.actors) {
    if (other != actor) candidate.actors.push_back(other);
  }
  return candidate;
}

std::optional<Shrinker::Candidate> Shrinker::WithJoinedBlocks(size_t position, bool earlier) const {
  const Schedule& schedule = best_.schedule;
  if (!SwitchesAfter(schedule, position)) return std::nullopt;
  const std::string_view actor = ActorOfThread(schedule[position].thread);
  size_t again = position + 1;
  while (again < schedule.size() && ActorOfThread(schedule[again].thread) != actor) ++again;
  if (again == schedule.size()) return std::nullopt;
  Candidate candidate = best_;
  const auto at = [&](size_t index) { return candidate.schedule.begin() + static_cast<std::ptrdiff_t>(index); };
  if (earlier) {
    size_t end = again;
    while (end < schedule.size() && ActorOfThread(schedule[end].thread) == actor) ++end;
    std::rotate(at(position + 1), at(again), at(end));
  } else {
    size_t begin = position;
    while (begin > 0 && ActorOfThread(schedule[begin - 1].thread) == actor) --begin;
    std::rotate(at(begin), at(position + 1), at(again));
  }
  return candidate;
}

std::optional<Shrinker::Candidate> Shrinker::Simplified(size_t number) const {
  const size_t steps = best_.schedule.size();
  if (number < steps) return WithoutAnomaly(number);
  number -= steps;
  if (number < best_.actors.size()) return WithoutActor(best_.actors[number]);
  number -= best_.actors.size();
  return WithJoinedBlocks(number / 2, /*earlier=*/number % 2 == 0);
}

std::optional<Shrinker::Candidate> Shrinker::Next() {
  if (seen_.size() > kTriesMax) return std::nullopt;
  const size_t count = best_.schedule.size() + best_.actors.size() + 2 * best_.schedule.size();
  while (next_ < count) {
    std::optional<Candidate> candidate = Simplified(next_++);
    if (!candidate.has_value()) continue;
    for (ScheduledStep& step : candidate->schedule) step.operation = 0;
    if (!seen_.insert(TextOf(*candidate)).second) continue;
    tried_ = *std::move(candidate);
    return tried_;
  }
  return std::nullopt;
}

bool Shrinker::Report(bool failed, const Schedule& executed) {
  Candidate candidate{executed, tried_.actors};
  if (!failed || CostOf(candidate) >= CostOf(best_)) return false;
  best_ = std::move(candidate);
  next_ = 0;
  return true;
}

}  // namespace holdfast::race
