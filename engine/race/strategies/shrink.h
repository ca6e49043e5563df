// Makes a failing schedule simpler: schedules to try, one run each, simplest kind of change first:
//
//   1. without one of its anomalies (a fault, a stale read, a deletion by time to live)
//   2. without one of its actors
//   3. with one switch between actors less
//
// A schedule that still fails in the same way replaces the one before it, and the search starts again; so each accepted
// schedule is smaller in (anomalies, actors, switches, steps), in this order, and the search ends. After: A. Zeller,
// R. Hildebrandt, Simplifying and isolating failure-inducing input, IEEE TSE 2002; one element at a time, because
// schedules are short.
//
// It runs nothing: the session hands its schedules out as further runs. Not thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine/race/steps/schedule.h"

namespace holdfast::race {

class Shrinker {
 public:
  struct Candidate {
    Schedule schedule;
    std::vector<std::string> actors;
  };

  Shrinker(Schedule failing, std::vector<std::string> actors);

  // What to run next, leniently (strategy.h); nothing if no simpler schedule is left to try.
  std::optional<Candidate> Next();
  // How the candidate went: whether it failed in the same way, and what was executed. Returns whether it replaces the
  // best so far.
  bool Report(bool failed, const Schedule& executed);

  const Candidate& best() const { return best_; }

 private:
  static constexpr size_t kTriesMax = 500;
  using Cost = std::tuple<size_t, size_t, size_t, size_t>;

  static Cost CostOf(const Candidate& candidate);
  std::vector<Candidate> Simpler() const;

  Candidate best_;
  Candidate tried_;
  std::set<std::string> seen_;
};

}  // namespace holdfast::race
