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

std::vector<Shrinker::Candidate> Shrinker::SimplerCandidates() const {
  std::vector<Candidate> simpler;
  const Schedule& schedule = best_.schedule;
  for (size_t i = 0; i < schedule.size(); ++i) {
    if (!IsAnomaly(schedule[i])) continue;
    Candidate candidate = best_;
    candidate.schedule[i].variant = IsExpiry(schedule[i]) ? Variant::Keep() : Variant();
    simpler.push_back(std::move(candidate));
  }
  for (const std::string& actor : best_.actors) {
    if (!may_drop_actors_ || best_.actors.size() == 1) break;
    Candidate candidate;
    for (const ScheduledStep& step : schedule) {
      if (ActorOfThread(step.thread) != actor) candidate.schedule.push_back(step);
    }
    for (const std::string& other : best_.actors) {
      if (other != actor) candidate.actors.push_back(other);
    }
    simpler.push_back(std::move(candidate));
  }
  // Joins two consecutive blocks of one actor's steps, between which other actors have steps: moves the second block to
  // the end of the first, or the first block to the begin of the second.
  for (size_t i = 0; i < schedule.size(); ++i) {
    if (!SwitchesAfter(schedule, i)) continue;
    const std::string_view actor = ActorOfThread(schedule[i].thread);
    size_t again = i + 1;
    while (again < schedule.size() && ActorOfThread(schedule[again].thread) != actor) ++again;
    if (again == schedule.size()) continue;
    size_t end = again;
    while (end < schedule.size() && ActorOfThread(schedule[end].thread) == actor) ++end;
    const auto at = [](Schedule& steps, size_t position) {
      return steps.begin() + static_cast<std::ptrdiff_t>(position);
    };
    Candidate earlier = best_;
    std::rotate(at(earlier.schedule, i + 1), at(earlier.schedule, again), at(earlier.schedule, end));
    simpler.push_back(std::move(earlier));
    size_t begin = i;
    while (begin > 0 && ActorOfThread(schedule[begin - 1].thread) == actor) --begin;
    Candidate later = best_;
    std::rotate(at(later.schedule, begin), at(later.schedule, i + 1), at(later.schedule, again));
    simpler.push_back(std::move(later));
  }
  for (Candidate& candidate : simpler) {
    for (ScheduledStep& step : candidate.schedule) step.operation = 0;
  }
  return simpler;
}

std::optional<Shrinker::Candidate> Shrinker::Next() {
  if (seen_.size() > kTriesMax) return std::nullopt;
  for (Candidate& candidate : SimplerCandidates()) {
    if (!seen_.insert(TextOf(candidate)).second) continue;
    tried_ = std::move(candidate);
    return tried_;
  }
  return std::nullopt;
}

bool Shrinker::Report(bool failed, const Schedule& executed) {
  Candidate candidate{executed, tried_.actors};
  if (!failed || CostOf(candidate) >= CostOf(best_)) return false;
  best_ = std::move(candidate);
  return true;
}

}  // namespace holdfast::race
