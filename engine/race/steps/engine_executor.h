// Executes the steps of a race on a Database.
//
// The first BeginRun saves the state of the database as the start state; later ones restore it. The commits of every
// run are numbered from the last commit of the start state. With stale reads, a fork of the database is kept after each
// execution that has committed something (one fork even if a batch made several commits) and after each OpaqueRequest.
// A stale read is executed on such a fork, so that its response was possible at some moment of the run. The oldest
// forks are dropped when there are too many, or when the items that only they have take too much memory (Options): then
// no read is that stale any more.
//
// An OpaqueRequest does not say what it writes. Unless it only reads, the database is forked before the request is
// executed, and compared with the fork if the request has committed something: that takes time in proportion to the
// items of the database.
//
// The executor does not set the database's clock. While the clock follows the machine's time, the expired items depend
// on that time, and a run cannot be repeated exactly: stop the clock before the first BeginRun.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/race/steps/request_footprint.h"
#include "engine/race/steps/step_executor.h"

namespace holdfast::race {

// Executes the request by the method of `database` for its operation.
Result<Response> Call(Database& database, const Request& request);
// Executes a batch except for its last member, which the response returns as unprocessed. A batch in which a key does
// not fit its table is executed whole, and so is refused.
Result<Response> CallPartially(StepExecutor& executor, Request batch);

class EngineExecutor final : public StepExecutor {
 public:
  struct Options {
    // Keeps the forks of the database that stale reads need.
    bool keep_versions = false;
    // How many of them, and how many bytes of memory they may take: of their tables, and of items that were replaced or
    // deleted since.
    size_t versions_max = 1'000;
    size_t versions_bytes_max = size_t{64} << 20;
  };

  // The database must outlive the executor. Nothing else may use it during a run.
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
  bool HasTable(std::string_view table) override { return database_.FindTable(table) != nullptr; }
  Result<std::vector<ItemVersion>> ItemsOf(std::string_view table) override;

 private:
  // A fork of the database as it was after a commit.
  struct Version {
    uint64_t commit;
    std::unique_ptr<Database> database;
    // What only this version and earlier ones keep in memory: Database::Size::copy_bytes, and the items that the next
    // version does not have.
    size_t bytes = 0;
  };

  // Converts a commit number of the database into one that counts on from the start state's last commit, so that equal
  // runs have equal numbers.
  uint64_t ToRunCommit(uint64_t commit) const;
  ItemVersion VersionOf(const ItemName& item, std::string key_text, const ItemRef& content) const;
  // Compares the targets' present versions with `before`, those before the execution, and adds the writes, unchanged
  // items, reads and footprints to `execution`. `one_commit_each`: whether each member had its own commit; otherwise
  // all share one.
  void CompareWrites(const std::vector<std::optional<Target>>& targets, const std::vector<ItemRef>& before,
                     bool one_commit_each, Execution& execution);
  Execution ExecuteOpaque(const Request& request);
  // Compares the database with a fork of it from before the execution: adds the items that differ to the writes, and
  // the tables that only one of them has to the changed tables.
  void CompareTables(Database& before, Execution& execution);
  void CompareItems(const Table& before, const Table& after, Execution& execution);
  void ReadVersions(Database& database, const Request& request, const std::vector<std::optional<Target>>& targets,
                    Execution& execution) const;
  void RecordCommit(uint64_t last_commit_before, Execution& execution);
  // Keeps the present state, as the one after `commit`.
  void AddVersion(uint64_t commit);
  // Keeps the state after the execution, for stale reads, if it may differ from the last one. `before`: the database
  // before an OpaqueRequest.
  void KeepVersion(const Execution& execution, const Database* before);
  // The index in versions_ of the state that gives the stale response numbered `versions`, counted as CountStale
  // describes; nothing if there are fewer. `count` becomes the number of stale responses that were found.
  std::optional<size_t> FindStale(const Request& request, size_t versions, size_t* count);
  void FindTablesWithExpiry();

  Database& database_;
  const Options options_;
  const TableFinder find_table_;
  std::optional<Snapshot> start_;
  // The database's last commit number in the start state, and at the begin of this run.
  uint64_t start_commit_ = 0;
  uint64_t run_commit_ = 0;
  // Oldest first. The last one is the present state.
  std::deque<Version> versions_;
  // The sum of their bytes.
  size_t version_bytes_ = 0;
  std::vector<std::string> tables_with_expiry_;
};

}  // namespace holdfast::race
