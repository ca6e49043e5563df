// Runs a race: guarded rounds, in which no violation may be found, then control rounds, in which one must be found.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "conformance/runner/race.h"
#include "conformance/runner/run_options.h"
#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

class RaceRunner {
 public:
  // All three must outlive the runner. `observer` is the client of SetUp and Check.
  RaceRunner(const RunOptions* options, TableSet* tables, Client* observer);

  RaceReport Run(const std::string& group, const RaceDescription& race);

 private:
  struct RoundResult {
    // Includes what was found before a failure. Empty if the round was interrupted.
    std::vector<ViolationReport> violations;
    std::map<std::string, int64_t> event_counts;
    bool unsupported = false;
    // The reason why the round was not run to its end; empty if it was.
    std::string failure;
    // Why its history was not written; empty if it was, or was not asked for.
    std::string history_problem;
  };
  class Budget;

  // `name` is group/name, and group/name/control in the control. It and `number` determine the seeds of the clients
  // and the name of the history's file.
  RoundResult RunRound(const std::string& name, const RaceDescription& race, int number, bool guarded);
  void RunGuarded(const RaceDescription& race, const Budget& budget, RaceReport* report);
  void RunControl(const RaceDescription& race, const Budget& budget, RaceReport* report);

  const RunOptions& options_;
  TableSet& tables_;
  Client& observer_;
  // Numbers the rounds of all races, guarded and control, because races share tables: see Round::Key.
  int rounds_run_ = 0;
};

}  // namespace holdfast::conformance
