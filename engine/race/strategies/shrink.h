// Shrinks a failing schedule: proposes simpler candidates, which are tried in one run each, in this order:
//
//   1. without one of its anomalies (a fault, a stale read, a deletion by time to live)
//   2. without one of its actors, unless the test's check has failed: the check may fail because the actor is missing.
//      A failure of another kind is not due to a missing actor: the run without the actor is the beginning of a run in
//      which that actor comes last
//   3. with one or two switches between actors less: two blocks of one actor are joined
//
// A candidate that still fails in the same way becomes the new schedule, and the search starts again. The search ends,
// because each accepted schedule is smaller in the lexicographic order of (anomalies, actors, switches, steps).
//
// Based on A. Zeller, R. Hildebrandt, Simplifying and isolating failure-inducing input, IEEE TSE 2002. Unlike there,
// only one element is removed at a time, because schedules are short.
//
// The session runs the candidates. Not thread-safe.
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

  Shrinker(Schedule failing, std::vector<std::string> actors, bool may_drop_actors);

  // The next candidate, to be replayed with kLenient (strategy.h); nothing after kTriesMax candidates, or if none is
  // left.
  std::optional<Candidate> Next();
  // Reports the run of the last candidate: whether it failed in the same way, and the schedule that was executed.
  // Returns whether that schedule becomes the best.
  bool Report(bool failed, const Schedule& executed);

  const Candidate& best() const { return best_; }

 private:
  static constexpr size_t kTriesMax = 500;
  using Cost = std::tuple<size_t, size_t, size_t, size_t>;

  static Cost CostOf(const Candidate& candidate);
  // The candidate with this number, of those that differ from best_ in one element; nothing if there is none.
  // The numbers are, in this order: one for each step, one for each actor, and two for each step.
  std::optional<Candidate> Simplified(size_t number) const;
  std::optional<Candidate> WithoutAnomaly(size_t position) const;
  std::optional<Candidate> WithoutActor(const std::string& actor) const;
  // Joins two consecutive blocks of one actor's steps, between which other actors have steps. The first block ends with
  // the step at `position`. Moves the second block to the end of the first if `earlier`, or else the first block to the
  // begin of the second.
  std::optional<Candidate> WithJoinedBlocks(size_t position, bool earlier) const;

  const bool may_drop_actors_;
  Candidate best_;
  Candidate tried_;
  // The number of the next simplification of best_.
  size_t next_ = 0;
  std::set<std::string> seen_;
};

}  // namespace holdfast::race
