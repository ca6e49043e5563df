// Executes the steps of a race on a Database.
//
// The start state is the database's at the first BeginRun, and later ones restore it. Commits of a run are numbered from
// the database's last commit before the first run, in every run. While stale reads are on, a copy of the database is
// kept for each commit of the run. An older answer is the answer of such a copy, so it is one that the database did give
// at some moment.
//
// The database's clock is left alone. While it follows the machine's time, what has expired is decided by that time,
// and a run cannot be repeated exactly: stop the clock before the start state is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/race/steps/request_footprint.h"
#include "engine/race/steps/step_executor.h"

namespace holdfast::race {

// Executes a request, outside of any race.
Result<Response> Call(Database& database, const Request& request);
// The same for a batch whose last member is not processed.
Result<Response> CallPartially(Database& database, Request batch);

class EngineExecutor final : public StepExecutor {
 public:
  struct Options {
    // Keeps what stale reads need.
    bool keep_versions = false;
  };

  // The database must outlive it, and is used by nothing else during a run.
  EngineExecutor(Database& database, Options options);

  void BeginRun() override;
  bool can_read_stale() const override { return options_.keep_versions; }
  uint64_t last_commit() override;
  Footprint FootprintOf(const Request& request) override;
  std::vector<std::optional<Target>> TargetsOf(const Request& request) override;
  Execution Execute(const Request& request) override;
  size_t CountStale(const Request& request, size_t versions_max) override;
  Execution ExecuteStale(const Request& request, size_t versions) override;
  std::vector<ExpiredItem> ExpiredItems() override;
  Footprint FootprintOfExpiry(const ItemName& item) override;
  Execution DeleteExpired(const ItemName& item) override;
  Result<std::vector<ItemVersion>> ItemsOf(std::string_view table) override;

 private:
  // The database as it was after a commit.
  struct Version {
    uint64_t commit;
    std::unique_ptr<Database> database;
  };

  // A number of the database's as the run's: the same in every run.
  uint64_t Normalized(uint64_t commit) const;
  ItemVersion VersionOf(const ItemName& item, std::string key_text, const ItemRef& content) const;
  // What is different between the items' versions before and now, and the footprint of that. `one_commit_each`: each
  // member has a commit of its own, instead of all of them one together.
  void CompareWrites(const std::vector<std::optional<Target>>& targets, const std::vector<ItemRef>& before,
                     bool one_commit_each, Execution& execution);
  void ReadVersions(Database& database, const Request& request, const std::vector<std::optional<Target>>& targets,
                    Execution& execution) const;
  void Committed(uint64_t last_commit_before, Execution& execution);
  // The place in versions_ of an older answer; nothing if there are not so many.
  std::optional<size_t> FindStale(const Request& request, size_t versions, size_t* count);
  void FindTablesWithExpiry();

  Database& database_;
  const Options options_;
  const TableFinder find_table_;
  std::optional<Snapshot> start_;
  // Commits of the database at the start state, and when this run began.
  uint64_t start_commit_ = 0;
  uint64_t run_commit_ = 0;
  // Oldest first; the last is the present state.
  std::vector<Version> versions_;
  std::vector<std::string> tables_with_expiry_;
};

}  // namespace holdfast::race
