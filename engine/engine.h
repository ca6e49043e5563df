// Holdfast as a library: DynamoDB in memory. An Engine holds databases, one for each account and region; a Database has
// one method for each DynamoDB operation.
//
//   #include <iostream>
//
//   #include "engine/engine.h"
//   #include "engine/operations/items/put_item.h"
//   #include "engine/operations/tables/create_table.h"
//
//   int main() {
//     using namespace holdfast;
//     Engine engine;
//     Database& database = engine.database("000000000000", "us-east-1");
//
//     CreateTableRequest table;
//     table.table_name = "Slots";
//     table.attribute_definitions = {AttributeDefinition{"pk", ScalarAttributeType::kString}};
//     table.key_schema = {KeySchemaElement{"pk", KeyType::kHash}};
//     table.billing_mode = BillingMode::kPayPerRequest;
//     if (!database.CreateTable(table).ok()) return 1;
//
//     PutItemRequest put;
//     put.table_name = "Slots";
//     put.item = AttributeMap{{"pk", AttributeValue::String("SLOT#1")}, {"seats", AttributeValue::Number(4)}};
//     put.condition_expression = "attribute_not_exists(pk)";
//     const Result<PutItemResponse> response = database.PutItem(put);
//     if (!response.ok()) std::cerr << response.error().message << "\n";
//     return response.ok() ? 0 : 1;
//   }
//
// tests/engine/engine_example_test.cc compiles and runs the body of main, and compares it with this comment.
//
// Requests and responses are defined by the headers in engine/operations, one for each operation or small family, each
// with links to AWS's reference. A program includes those that it uses, or all of them by engine/operations.h. A call
// reads its request and keeps no reference to it. A response owns what it holds, or shares it with the database as
// immutable data: it stays valid and unchanged even if the item, the table, the database or the engine is changed or
// destroyed.
//
// Errors. An operation returns a Result: the response, or an Error (engine/base/error.h) with a kind, the text that
// DynamoDB gives and, for some kinds, more data (engine/errors/error_detail.h). Calling value() without a value, or
// error() without an error, is undefined. The comments on the methods (engine/database.h) name DynamoDB's exceptions,
// and the kinds are named after them: ResourceNotFoundException is ErrorKind::kResourceNotFound. An operation that
// returns an error has changed nothing, with two exceptions: BatchWriteItem may have executed some of its writes, and
// UpdateTable with ReplicaUpdates may have changed one of the two Regions, if meanwhile another call created a table of
// that name in the replica's Region or deleted the table here. These errors are possible for most operations and are
// not repeated there:
//   - ValidationException: the request breaks a rule of DynamoDB's. Of several problems the error names the one that
//     DynamoDB names first.
//   - ResourceNotFoundException: there is no table of that name.
//   - AccessDeniedException: an ARN, given in the place of a table's name, as ResourceArn or as BackupArn, is of
//     another account. (An ARN of another region is a ValidationException.)
//   - ProvisionedThroughputExceededException, or ThrottlingException where the table is on demand: only for operations
//     on items, and only with EngineOptions::throttle_by_capacity.
// No error is reported by an exception, except that a call throws std::bad_alloc if memory runs out; a write to items
// has then happened wholly or not at all.
//
// Limits and their units are in engine/base/limits.h. Sizes are in bytes, and the size of an item is as DynamoDB counts
// it: of names and values.
//
// Thread safety: every method here may be called from any thread, unless its comment says otherwise. Operations on one
// item are linearizable; TransactWriteItems and TransactGetItems are serializable. The engine starts no threads: each
// operation finishes its own work, unless the program registers a background worker (Engine::SetBackgroundWorker).
//
// Waiting: no call waits for I/O. An operation on items waits for others that use the same partitions, usually for much
// less than a millisecond. Operations that change tables wait for each other. All operations of a database wait while
// that database is copied or replaced, which takes a time that depends on the number of its tables and streams.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "engine/base/clock.h"
#include "engine/base/latch.h"
#include "engine/base/random.h"
#include "engine/base/shared_latch.h"
#include "engine/database.h"
#include "engine/database/engine_options.h"

namespace holdfast {

// The name of a database within an engine.
struct DatabaseName {
  std::string account;
  std::string region;
  // Empty: the database of the account and region itself. Otherwise the name of a fork of it.
  std::string fork;

  friend bool operator==(const DatabaseName&, const DatabaseName&) = default;
  friend bool operator<(const DatabaseName& a, const DatabaseName& b) {
    return std::tie(a.account, a.region, a.fork) < std::tie(b.account, b.region, b.fork);
  }
};

// Selects databases of an engine: those whose name equals every member that is present. An empty selection means all
// databases, forks included; `fork` present and empty means those that are not forks.
struct DatabaseSelection {
  std::optional<std::string> account = std::nullopt;
  std::optional<std::string> region = std::nullopt;
  std::optional<std::string> fork = std::nullopt;

  bool Matches(const DatabaseName& name) const;
  // Whether no member is present.
  bool SelectsAll() const { return !account.has_value() && !region.has_value() && !fork.has_value(); }
  // The databases that both select; nullopt if the two name different accounts, regions or forks, so that no name
  // matches both.
  std::optional<DatabaseSelection> And(const DatabaseSelection& other) const;
};
// While the pointer is held, Engine::DropUnused and DropIfEmpty do not drop the database; DropForks, Reset and Restore
// may.
using NamedDatabase = std::pair<DatabaseName, std::shared_ptr<Database>>;

struct DatabaseDescription {
  DatabaseName name;
  Database::Size size;
  // When it was last looked up by name, or applied a change of another Region, by the machine's clock, to about a
  // second.
  absl::Time last_used;
  bool has_virtual_clock = false;
};

// Snapshots of several databases, and the engine's clock. See Snapshot for what each keeps alive. Immutable; copies
// share the states.
class EngineSnapshot {
 public:
  // The argument of Engine::TakeSnapshot.
  const DatabaseSelection& selection() const { return selection_; }
  // The selected databases that existed at that time, ascending by name.
  const std::vector<std::pair<DatabaseName, Snapshot>>& databases() const { return databases_; }

 private:
  friend class Engine;
  EngineSnapshot(DatabaseSelection selection, const DatabaseClock& clock)
      : selection_(std::move(selection)), clock_(clock) {}

  DatabaseSelection selection_;
  DatabaseClock clock_;
  std::vector<std::pair<DatabaseName, Snapshot>> databases_;
};

// The databases of a program, found by their names.
//
// Methods of this class that add, drop, copy or replace databases, or move their clocks, run one after the other
// (change_latch_). Finding a database that exists waits for them only while they change the list of databases.
//
// Destroying an engine invalidates the references that `database` returned; no call may be under way then. A database
// that is still held by a std::shared_ptr, and every snapshot, stays usable.
class Engine {
 public:
  // An engine without databases. `clock` is the source of time of their clocks; null: the system's clock. Ids that
  // databases generate follow from `seed` and from the order in which the databases are created.
  //
  // The first engine of a process sets memory aside with which a write can be finished if memory runs out, and installs
  // a new-handler for that (engine/base/memory_reserve.h).
  explicit Engine(EngineOptions options = {}, std::shared_ptr<Clock> clock = nullptr,
                  uint64_t seed = UnpredictableSeed());
  ~Engine();

  // ---- Lookup. `account` and `region` become part of ARNs and are not checked; AWS's accounts have twelve digits. A
  // lookup of a database that exists costs a hash lookup under a shared latch.
  //
  // A std::shared_ptr keeps its database alive and usable after it was dropped; then no lookup finds it any more.

  // Returns the database of an account and region. The first lookup creates it: empty, with the engine's clock, or as a
  // copy of the template account's in that region (EngineOptions::template_account). The reference stays valid as long
  // as the engine, which never drops this database: Reset and Restore replace its content only.
  Database& database(std::string_view account, std::string_view region);
  // The same as FindOrCreate(account, region, name).
  std::shared_ptr<Database> fork(std::string_view account, std::string_view region, std::string_view name);
  // Returns the database of that name; the first lookup creates it. A fork starts as a copy, clock included, of the
  // present database of its account and region, which is created first if it does not exist; any other database is
  // created as `database` creates it. The engine may drop it: see DropForks and DropUnused.
  std::shared_ptr<Database> FindOrCreate(std::string_view account, std::string_view region, std::string_view fork = {});
  // Returns the database of that name, or null. Creates none.
  std::shared_ptr<Database> Find(std::string_view account, std::string_view region, std::string_view fork = {}) const;
  // Like FindOrCreate, but where FindOrCreate would create an empty database, returns an empty one that the engine does
  // not keep: for requests that store nothing. Where FindOrCreate would copy a database that exists (a template, or the
  // original of a fork), the copy is created and kept, because it must have the state of the moment at which its name
  // was first looked up.
  std::shared_ptr<Database> FindOrEmpty(std::string_view account, std::string_view region, std::string_view fork = {});

  // ---- Removal. Dropped databases, and states that are replaced, are destroyed before the call returns, but without
  // keeping other calls waiting; large tables are left to the background worker, if there is one.

  // Drops the selected forks. The next lookup of such a name creates a new fork.
  void DropForks(const DatabaseSelection& selection);
  // Drops the selected forks, and makes each other selected database empty or, if it starts from a template, a copy of
  // the template account's current database, which is itself reset first if it is selected. Does not reset clocks and
  // commit numbers.
  void Reset(const DatabaseSelection& selection);
  // Drops databases that were last used (DatabaseDescription::last_used) before `unused_since`: forks with whatever
  // they hold, but other databases only if they have no tables, streams and backups and their clock is set like the
  // engine's. Databases that are in use (a std::shared_ptr is held) or were returned by reference stay. Returns how
  // many were dropped.
  size_t DropUnused(absl::Time unused_since);
  // Drops a database that has no tables, streams and backups, whose clock is set like the engine's, and that is not in
  // use as for DropUnused; then, if it is a fork, its original in the same way. When they were last used does not
  // matter.
  void DropIfEmpty(std::string_view account, std::string_view region, std::string_view fork = {});

  // ---- Lists, ascending by name: account, then region, then fork. They do not count as lookups.
  // At most `count_max` of the selected databases: if more are selected, any of them, not the first by name.
  std::vector<NamedDatabase> Select(const DatabaseSelection& selection, size_t count_max = SIZE_MAX) const;
  // Names, sizes and clocks. Waits for a database that is being copied or replaced.
  std::vector<DatabaseDescription> Describe(const DatabaseSelection& selection) const;
  // How many databases there are, forks included.
  size_t database_count() const;
  // Whether there are fewer than EngineOptions::databases_max.
  bool has_room_for_database() const { return database_count() < options_.databases_max; }
  // A ValidationException if stored data takes more than EngineOptions::max_memory_bytes. Writes check this themselves;
  // snapshots, forks and copies of the template do not, because each of them is a decision of the program.
  Status CheckMemoryLimit() const;

  // ---- Snapshots of several databases.

  // Copies the states of the selected databases one after the other: each shows one moment, but these moments differ.
  // To get states of one common moment, stop the writers.
  EngineSnapshot TakeSnapshot(const DatabaseSelection& selection);
  // Restores the databases of the snapshot, their clocks included (Database::Restore); those that were dropped since
  // are created again. Databases that the snapshot's selection matches but that are not in it were created later: of
  // these, forks are dropped and the others reset. If the snapshot was taken of all databases, the engine's clock is
  // restored, too. With a member of `only` present, the same for the databases that `only` selects, while the other
  // databases and the engine's clock are not changed.
  void Restore(const EngineSnapshot& snapshot, const DatabaseSelection& only = {});

  // ---- Background work is work that takes time in proportion to the size of a table: the building of an index, or of
  // the order of expiry, over more than 2,000 existing items, also in a restored table, and the destruction of large
  // tables that were deleted, or whose database or snapshot was replaced or dropped. Without a worker, the call that
  // causes such work does it before it returns. Applying the writes of one Region in the replicas of other Regions is
  // background work, too, and always waits for RunBackgroundWork.

  // Registers a worker: one thread or several that call RunBackgroundWork when they are woken, and from time to time
  // because work becomes due by the clock. It replaces the previous registration; an empty function ends it, which the
  // program must do before it destroys what `wake` uses. When this returns, the previous `wake` is not called any more;
  // work that was left to its worker waits for the next RunBackgroundWork. `wake` is called on any thread and with
  // latches held: it must only notify the worker, and must not call the engine.
  void SetBackgroundWorker(std::function<void()> wake);
  // Runs slices (Database::RunBackgroundSlice) of all databases in turn, then of those that have more work, and
  // destroys what was left to the worker, until nothing is left or `budget` of real time is over. The budget begins
  // after the first round over all databases. `sweep`: also deletes expired items, idempotency tokens and stream
  // records. `stop` is read between slices, and ends the call if it is true; null: the call is never stopped. A slice
  // takes about a millisecond, during which copies and replacements of its database wait. Returns whether there is more
  // to do at once.
  bool RunBackgroundWork(absl::Duration budget, bool sweep, const std::atomic<bool>* stop = nullptr);

  // ---- Time.

  // The clock that databases start with, except those that start as copies: these start with the clock of their
  // original. Setting it changes no existing database; ChangeClocks does. The reference stays valid as long as the
  // engine.
  DatabaseClock& clock() { return clock_; }
  const DatabaseClock& clock() const { return clock_; }
  // Moves the clocks of the selected databases as Database::ChangeClock does and, if all are selected, the engine's. If
  // one of them would leave [kTimeMin, kTimeMax], changes nothing and returns false. No database is created meanwhile
  // (change_latch_); only one that FindOrEmpty returns without keeping it may have the engine's clock from before.
  bool ChangeClocks(const DatabaseSelection& selection, const ClockChange& change);
  // From now on sweeps of all databases delete an item only when it expired at least `delay` ago, in whole seconds.
  // Zero, the initial value: as soon as it has expired. The service may take days. DeleteIfExpired is not delayed.
  void SetTimeToLiveDelay(absl::Duration delay);
  // How often a sweep has kept an expired item because of that delay: once for each sweep that finds the item.
  uint64_t expired_items_skipped() const;

 private:
  // A DatabaseName of string views, to look up a database without copying its name.
  struct NameView {
    std::string_view account;
    std::string_view region;
    std::string_view fork;
    NameView(std::string_view account_id, std::string_view region_name, std::string_view fork_name)
        : account(account_id), region(region_name), fork(fork_name) {}
    NameView(const DatabaseName& name) : account(name.account), region(name.region), fork(name.fork) {}
    friend bool operator==(const NameView&, const NameView&) = default;
  };
  struct NameHash {
    using is_transparent = void;
    size_t operator()(const NameView& name) const;
  };
  struct SameName {
    using is_transparent = void;
    bool operator()(const NameView& a, const NameView& b) const { return a == b; }
  };
  using Databases = std::unordered_map<DatabaseName, std::shared_ptr<Database>, NameHash, SameName>;
  // Work that is done after change_latch_ is released, because it may take long.
  struct DeferredWork {
    // Calls Database::CatchUp for each of `to_catch_up`.
    void CatchUp();

    std::vector<std::shared_ptr<Database>> to_catch_up;
    // These are destroyed with this object.
    std::vector<std::unique_ptr<DatabaseState>> states;
    std::vector<std::shared_ptr<Database>> dropped;
  };

  std::shared_ptr<Database> FindByName(const NameView& name) const;
  std::shared_ptr<Database> FindOrCreateLatched(const NameView& name) ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_latch_);
  std::shared_ptr<Database> CreateEmpty(const NameView& name, uint64_t seed) const;
  // Sets the members by which a new database finds the databases of other Regions.
  void Connect(Database& database, const NameView& name) const;
  bool HasTemplate(std::string_view account) const;
  // Whether a std::shared_ptr besides this element of databases_ is held, or the database was returned by reference.
  bool IsInUse(const std::shared_ptr<Database>& database) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(databases_latch_);
  void Drop(Databases::iterator database, DeferredWork* deferred)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_latch_, databases_latch_);
  // Drops the forks among the databases.
  void RemoveForks(const std::vector<NamedDatabase>& databases, DeferredWork* deferred)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_latch_);
  // See Reset.
  void ResetLatched(const std::vector<NamedDatabase>& databases, DeferredWork* deferred)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_latch_);
  // Makes the commit numbers of databases that are created later greater than those of `dropped`: a stream consumer of
  // `dropped` may continue with a new database of the same name.
  void ContinueCommitNumbersAfter(const Database& dropped) ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_latch_);

  const EngineOptions options_;
  // Points to this engine until it is destroyed.
  const std::shared_ptr<std::atomic<Engine*>> this_engine_ = std::make_shared<std::atomic<Engine*>>(this);
  DatabaseClock clock_;
  Random random_;
  // Locked before databases_latch_, which is locked before the latches of databases. Held while databases are copied
  // one after the other, but not while they are swept or destroyed.
  mutable Latch change_latch_;
  uint64_t last_commit_dropped_ ABSL_GUARDED_BY(change_latch_) = 0;
  mutable SharedLatch databases_latch_;
  Databases databases_ ABSL_GUARDED_BY(databases_latch_);
};

}  // namespace holdfast
