// Holdfast embedded: the front door. An Engine holds databases; a Database has one method per DynamoDB
// operation.
//
//   holdfast::Engine engine;
//   holdfast::Database& database = engine.database("000000000000", "us-east-1");
//   auto answer = database.PutItem({.table_name = "Slots", .item = AttributeMap{{"pk",
//   AttributeValue::String("a")}}}); if (!answer.ok()) std::cerr << answer.error().message;
//
// Requests, responses and errors are DynamoDB's: see the header of each operation in engine/operations.
//
// Thread safety: everything here may be called from any thread. One item is linearizable, a transaction
// serializable. The engine starts no threads; a program that gives it one of its own (Engine::SetBackgroundWorker) has
// work that takes as long as a table is large done there, in slices.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"
#include "engine/base/latch.h"
#include "engine/base/shared_latch.h"
#include "engine/operations/batch_get_item.h"
#include "engine/operations/batch_write_item.h"
#include "engine/operations/create_table.h"
#include "engine/operations/database_state.h"
#include "engine/operations/delete_item.h"
#include "engine/operations/delete_resource_policy.h"
#include "engine/operations/delete_table.h"
#include "engine/operations/describe_continuous_backups.h"
#include "engine/operations/describe_contributor_insights.h"
#include "engine/operations/describe_endpoints.h"
#include "engine/operations/describe_global_table.h"
#include "engine/operations/describe_kinesis_streaming_destination.h"
#include "engine/operations/describe_limits.h"
#include "engine/operations/describe_stream.h"
#include "engine/operations/describe_table.h"
#include "engine/operations/describe_time_to_live.h"
#include "engine/operations/get_item.h"
#include "engine/operations/get_records.h"
#include "engine/operations/get_resource_policy.h"
#include "engine/operations/get_shard_iterator.h"
#include "engine/operations/list_backups.h"
#include "engine/operations/list_contributor_insights.h"
#include "engine/operations/list_exports.h"
#include "engine/operations/list_global_tables.h"
#include "engine/operations/list_imports.h"
#include "engine/operations/list_streams.h"
#include "engine/operations/list_tables.h"
#include "engine/operations/list_tags_of_resource.h"
#include "engine/operations/put_item.h"
#include "engine/operations/put_resource_policy.h"
#include "engine/operations/query.h"
#include "engine/operations/scan.h"
#include "engine/operations/tag_resource.h"
#include "engine/operations/time_to_live_sweep.h"
#include "engine/operations/transact_get_items.h"
#include "engine/operations/transact_write_items.h"
#include "engine/operations/untag_resource.h"
#include "engine/operations/update_continuous_backups.h"
#include "engine/operations/update_contributor_insights.h"
#include "engine/operations/update_item.h"
#include "engine/operations/update_table.h"
#include "engine/operations/update_time_to_live.h"
#include "engine/read/work_budget.h"

namespace holdfast {

// What a database held at one moment. A value: copies share, and cost nothing. Taking one and restoring it
// cost the number of tables, not of items.
class Snapshot {
 private:
  friend class Database;
  explicit Snapshot(std::shared_ptr<const DatabaseState> state) : state_(std::move(state)) {}

  std::shared_ptr<const DatabaseState> state_;
};

// One account's tables in one region.
class Database {
 public:
  Database(std::string account, std::string region, const EngineOptions& options, std::shared_ptr<DatabaseClock> clock,
           uint64_t seed)
      : seed_(seed),
        clock_(clock),
        state_(
            std::make_unique<DatabaseState>(std::move(account), std::move(region), options, std::move(clock), seed)) {}

  Result<CreateTableResponse> CreateTable(const CreateTableRequest& request);
  Result<DescribeTableResponse> DescribeTable(const DescribeTableRequest& request);
  Result<UpdateTableResponse> UpdateTable(const UpdateTableRequest& request);
  Result<ListTablesResponse> ListTables(const ListTablesRequest& request);
  Result<DeleteTableResponse> DeleteTable(const DeleteTableRequest& request);
  Result<UpdateTimeToLiveResponse> UpdateTimeToLive(const UpdateTimeToLiveRequest& request);
  Result<DescribeTimeToLiveResponse> DescribeTimeToLive(const DescribeTimeToLiveRequest& request);
  Result<TagResourceResponse> TagResource(const TagResourceRequest& request);
  Result<UntagResourceResponse> UntagResource(const UntagResourceRequest& request);
  Result<ListTagsOfResourceResponse> ListTagsOfResource(const ListTagsOfResourceRequest& request);
  Result<DescribeContinuousBackupsResponse> DescribeContinuousBackups(const DescribeContinuousBackupsRequest& request);
  Result<UpdateContinuousBackupsResponse> UpdateContinuousBackups(const UpdateContinuousBackupsRequest& request);
  Result<DescribeContributorInsightsResponse> DescribeContributorInsights(
      const DescribeContributorInsightsRequest& request);
  Result<UpdateContributorInsightsResponse> UpdateContributorInsights(const UpdateContributorInsightsRequest& request);
  Result<ListContributorInsightsResponse> ListContributorInsights(const ListContributorInsightsRequest& request);
  Result<DescribeKinesisStreamingDestinationResponse> DescribeKinesisStreamingDestination(
      const DescribeKinesisStreamingDestinationRequest& request);
  Result<PutResourcePolicyResponse> PutResourcePolicy(const PutResourcePolicyRequest& request);
  Result<GetResourcePolicyResponse> GetResourcePolicy(const GetResourcePolicyRequest& request);
  Result<DeleteResourcePolicyResponse> DeleteResourcePolicy(const DeleteResourcePolicyRequest& request);
  Result<ListBackupsResponse> ListBackups(const ListBackupsRequest& request);
  Result<ListExportsResponse> ListExports(const ListExportsRequest& request);
  Result<ListImportsResponse> ListImports(const ListImportsRequest& request);
  Result<ListGlobalTablesResponse> ListGlobalTables(const ListGlobalTablesRequest& request);
  Result<DescribeGlobalTableResponse> DescribeGlobalTable(const DescribeGlobalTableRequest& request);
  Result<DescribeLimitsResponse> DescribeLimits(const DescribeLimitsRequest& request);
  Result<DescribeEndpointsResponse> DescribeEndpoints(const DescribeEndpointsRequest& request);

  // Reads of many items may be handed a bound on their work; without one they run to their end. See
  // engine/read/work_budget.h.
  Result<PutItemResponse> PutItem(const PutItemRequest& request);
  Result<GetItemResponse> GetItem(const GetItemRequest& request);
  Result<UpdateItemResponse> UpdateItem(const UpdateItemRequest& request);
  Result<DeleteItemResponse> DeleteItem(const DeleteItemRequest& request);
  Result<QueryResponse> Query(const QueryRequest& request, WorkBudget* budget = nullptr);
  Result<ScanResponse> Scan(const ScanRequest& request, WorkBudget* budget = nullptr);
  Result<BatchGetItemResponse> BatchGetItem(const BatchGetItemRequest& request, WorkBudget* budget = nullptr);
  Result<BatchWriteItemResponse> BatchWriteItem(const BatchWriteItemRequest& request);
  Result<TransactWriteItemsResponse> TransactWriteItems(const TransactWriteItemsRequest& request);
  Result<TransactGetItemsResponse> TransactGetItems(const TransactGetItemsRequest& request,
                                                    WorkBudget* budget = nullptr);

  Result<ListStreamsResponse> ListStreams(const ListStreamsRequest& request);
  Result<DescribeStreamResponse> DescribeStream(const DescribeStreamRequest& request);
  Result<GetShardIteratorResponse> GetShardIterator(const GetShardIteratorRequest& request);
  Result<GetRecordsResponse> GetRecords(const GetRecordsRequest& request);

  // ---- Copies. Each waits for the calls that are under way, so that it is of one moment, or takes effect at
  // one; the clock is part of that moment. All of them take state_latch_ exclusively, for a time that depends on the
  // number of tables and streams and on nothing else.
  Snapshot TakeSnapshot() const;
  // The database is as it was then, its clock and the ids it makes included. Commit numbers are not set back, so that a
  // stream consumer which has read what is undone here still finds every later record after its position.
  void Restore(const Snapshot& snapshot);
  // An independent database with the same content, in an account and region of its own.
  std::unique_ptr<Database> Fork(std::string account, std::string region) const;
  // The same in this account and region.
  std::unique_ptr<Database> Fork() const;
  // Empty, as it was when it was made; the clock and the commit numbers go on.
  void Reset();

  // ---- Time. Streams, expiry, time windows and status changes follow the database's clock.
  absl::Time Now() const { return clock_->Now(); }
  bool HasVirtualClock() const { return clock_->is_virtual(); }
  // Moves the clock at one moment for all calls and copies, then runs what has fallen due and deletes what has expired.
  // The time is clamped to [kTimeMin, kTimeMax] (engine/base/clock.h). If it goes back, status changes that are still
  // to come keep what remained of their delay. A clock that follows its source needs the two calls below from time
  // to time.
  void ChangeClock(const ClockChange& change);
  // Stops the clock: it stands until it is moved.
  void StopClock(absl::Time now) { ChangeClock({.stop_at = now}); }
  // Stops it, if it goes, and moves it on.
  void AdvanceClock(absl::Duration duration) { ChangeClock({.advance = duration}); }
  // Lets it go with the engine's clock again.
  void StartClock() { ChangeClock({.follow_source = true}); }
  void RunDueWork();
  // Deletes the items whose time to live is over, and answers how many: see engine/operations/time_to_live_sweep.h.
  // Calls FinishBuilds first.
  size_t SweepExpiredItems();
  // Finishes the building of indexes that is left to the engine's background worker.
  //
  // Both work in slices of about a millisecond, between which the database can be copied, restored and reset.
  void FinishBuilds();
  // A slice of what there is to do: status changes that are due and, if `sweep`, the deletion of expired items, both
  // only if the clock goes; and a slice of building an index. Returns whether there is more to do at once.
  bool RunBackgroundSlice(bool sweep);

  // ---- What a listing shows, counted while others write.
  struct Size {
    size_t tables = 0;
    size_t items = 0;
    // As DynamoDB counts items' sizes, of tables without their indexes.
    size_t item_bytes = 0;
  };
  Size CountSize() const;

 private:
  friend class Engine;

  Database(uint64_t seed, std::shared_ptr<DatabaseClock> clock, std::unique_ptr<DatabaseState> state)
      : seed_(seed), clock_(std::move(clock)), state_(std::move(state)) {}

  // Calls `operation(state, request)` while nobody puts another state in the place of this one.
  template <typename Response, typename Request>
  Result<Response> Run(Result<Response> (*operation)(DatabaseState&, const Request&), const Request& request);
  // The same for operations that take a bound on their work.
  template <typename Response, typename Request>
  Result<Response> RunRead(Result<Response> (*operation)(DatabaseState&, const Request&, WorkBudget*),
                           const Request& request, WorkBudget* budget);

  // The first part of ChangeClock: the move itself. CatchUp is the second.
  void MoveClock(const ClockChange& change);
  // Runs due work, and the sweep if none has ended since the clock was moved, here or in what this is a copy of.
  void CatchUp();
  // Puts a state in the place of the present one and returns that, which may take long to destroy.
  enum class ClockOnRestore { kRestore, kKeep };
  std::unique_ptr<DatabaseState> Replace(const Snapshot& snapshot, ClockOnRestore clock);
  std::unique_ptr<DatabaseState> ReplaceByEmpty();
  // The same as Fork, which then calls CatchUp.
  std::unique_ptr<Database> Copy(std::string account, std::string region) const;
  // Nothing in it could be missed: no tables, no streams that can still be read, no other clock than `fresh`.
  bool IsUnused(const DatabaseClock& fresh) const;
  uint64_t last_commit() const;

  const uint64_t seed_;
  const std::shared_ptr<DatabaseClock> clock_;
  // Shared by every call, had alone to copy or replace the state.
  mutable SharedLatch state_latch_;
  std::unique_ptr<DatabaseState> state_ ABSL_GUARDED_BY(state_latch_);
  // When the engine last handed it out, by the machine's clock, in milliseconds since 1970; and whether it did so by a
  // reference, which has to stay valid.
  mutable std::atomic<int64_t> last_used_millis_{0};
  std::atomic<bool> pinned_{false};
  // Comes before state_latch_. Held for a slice, so that several workers do not share one.
  Latch background_latch_;
  SweepPosition sweep_position_ ABSL_GUARDED_BY(background_latch_);
};

// What an engine's databases are known by.
struct DatabaseName {
  std::string account;
  std::string region;
  // Empty: not a fork.
  std::string fork;

  friend auto operator<=>(const DatabaseName&, const DatabaseName&) = default;
};

// Which of an engine's databases: those that agree with every member that is given.
struct DatabaseSelection {
  std::optional<std::string> account = std::nullopt;
  std::optional<std::string> region = std::nullopt;
  std::optional<std::string> fork = std::nullopt;

  bool Has(const DatabaseName& name) const;
  // No member is given.
  bool MeansAll() const { return !account.has_value() && !region.has_value() && !fork.has_value(); }
};
using NamedDatabase = std::pair<DatabaseName, std::shared_ptr<Database>>;

struct DatabaseDescription {
  DatabaseName name;
  Database::Size size;
  // When it was last looked up by name, by the machine's clock.
  absl::Time last_used;
  bool has_virtual_clock = false;
};

// The selected databases at one moment each, and the clock that new databases start with. A value: copies share.
class EngineSnapshot {
 public:
  const DatabaseSelection& selection() const { return selection_; }
  const std::vector<std::pair<DatabaseName, Snapshot>>& databases() const { return databases_; }

 private:
  friend class Engine;
  EngineSnapshot(DatabaseSelection selection, const DatabaseClock& clock)
      : selection_(std::move(selection)), clock_(clock) {}

  DatabaseSelection selection_;
  DatabaseClock clock_;
  std::vector<std::pair<DatabaseName, Snapshot>> databases_;
};

// The databases, found by name. Whatever changes which databases there are, moves several clocks, or copies several
// databases is one step with regard to the others of these (change_latch_); finding a database that is there waits for
// none of them.
class Engine {
 public:
  // `clock`: the system's if null. `seed`: where the databases' generated ids come from.
  explicit Engine(EngineOptions options = {}, std::shared_ptr<Clock> clock = nullptr,
                  uint64_t seed = UnpredictableSeed());

  // The database of an account and a region. One that is first named starts empty, or as a copy of the
  // template account's (EngineOptions). Lives as long as the engine; DropUnused leaves it alone.
  Database& database(std::string_view account, std::string_view region);
  // A private copy of that database, made when its name is first used, and gone with `DropForks`.
  std::shared_ptr<Database> fork(std::string_view account, std::string_view region, std::string_view name);

  // The same for those who hold a database only while they use it. `fork`: empty if not a fork.
  std::shared_ptr<Database> FindOrCreate(std::string_view account, std::string_view region, std::string_view fork = {});
  // Null if there is none of that name. Never makes one.
  std::shared_ptr<Database> Find(std::string_view account, std::string_view region, std::string_view fork = {}) const;
  // For requests that write nothing new: as FindOrCreate, but where that would make an empty database, this returns an
  // empty one that the engine does not keep. (A copy of a template or of a fork's original is made and kept: it has to
  // be of the moment at which its name was first used.)
  std::shared_ptr<Database> FindOrEmpty(std::string_view account, std::string_view region, std::string_view fork = {});

  void DropForks(const DatabaseSelection& selection);
  // Makes them what they were when they were first named; their clocks go on.
  void Reset(const DatabaseSelection& selection);
  // Drops the forks that were last looked up before `unused_since`, and the databases without tables, streams and a
  // clock of their own. One that is in use, or was handed out by reference, stays. Returns how many were dropped.
  size_t DropUnused(absl::Time unused_since);

  // In the order of their names.
  std::vector<NamedDatabase> Select(const DatabaseSelection& selection) const;
  std::vector<DatabaseDescription> Describe(const DatabaseSelection& selection) const;
  size_t database_count() const;

  EngineSnapshot TakeSnapshot(const DatabaseSelection& selection);
  // The databases of the snapshot are as they were then. Others that its selection means were first used since: they
  // are reset, and forks among them dropped. If it means all databases, the engine's clock is set to what it was, too.
  void Restore(const EngineSnapshot& snapshot);

  // ---- Background work: what takes as long as a table is large. That is the building of an index over more than
  // 2,000 items that are there already (it is CREATING meanwhile), the same for a time to live that is enabled, and
  // the destruction of large tables that were deleted, restored over, reset or dropped with a fork or a snapshot.
  // Without a worker there is none: the operation that leads to it does it.
  //
  // Registers a worker: a thread, or several, that call RunBackgroundWork when they are woken, and every now and then
  // for what falls due by the clock. `wake` is called from any thread, perhaps with latches held: it must do no more
  // than notify. An empty function ends the registration.
  void SetBackgroundWorker(std::function<void()> wake);
  // Runs slices of all databases in turn, until nothing is left or `budget` is over, which is looked at when each had
  // its slice. `sweep`: deletes expired items, too (Database::RunBackgroundSlice). `stop`: looked at between slices;
  // null: never. A slice takes about a millisecond, during which snapshots, forks and restores of its database wait.
  // Returns whether there is more to do at once.
  bool RunBackgroundWork(absl::Duration budget, bool sweep, const std::atomic<bool>* stop = nullptr);

  // The clock that databases not named yet will start with.
  DatabaseClock& clock() { return clock_; }
  const DatabaseClock& clock() const { return clock_; }
  // Moves the clocks of the selected databases and, if all are meant, the engine's. If one of them would leave
  // [kTimeMin, kTimeMax], changes nothing and returns false. A database that is first used meanwhile starts with the
  // engine's clock as it is before or after, and in the latter case is not moved again.
  bool ChangeClocks(const DatabaseSelection& selection, const ClockChange& change);

 private:
  // A DatabaseName that owns nothing, to look one up without a copy.
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
    size_t operator()(const NameView& name) const {
      return absl::Hash<std::tuple<absl::string_view, absl::string_view, absl::string_view>>()(
          {{name.account.data(), name.account.size()},
           {name.region.data(), name.region.size()},
           {name.fork.data(), name.fork.size()}});
    }
  };
  struct SameName {
    using is_transparent = void;
    bool operator()(const NameView& a, const NameView& b) const { return a == b; }
  };
  // What is left to do once change_latch_ is released, because it may take long.
  struct Leftovers {
    // To be destroyed.
    std::vector<std::unique_ptr<DatabaseState>> states;
    std::vector<std::shared_ptr<Database>> dropped;
    // To catch up with their clocks.
    std::vector<std::shared_ptr<Database>> copies;

    ~Leftovers();
  };

  std::shared_ptr<Database> FindByName(const NameView& name) const;
  std::shared_ptr<Database> FindOrMake(const NameView& name) ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_latch_);
  std::shared_ptr<Database> MakeEmpty(const NameView& name, uint64_t seed) const;
  bool HasTemplate(std::string_view account) const;
  void TakeOutForks(const DatabaseSelection& selection, Leftovers* leftovers)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_latch_);
  void ResetSelected(const DatabaseSelection& selection, Leftovers* leftovers)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_latch_);
  // Commit numbers of databases that are made from now on come after those of `dropped`, because a stream consumer of
  // the one may go on with another of the same name.
  void NumberAfter(const Database& dropped) ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_latch_);

  const EngineOptions options_;
  DatabaseClock clock_;
  Random random_;
  // Comes before the latches of databases, and these before databases_latch_. Held while databases are copied one after
  // the other, but not while they are swept or destroyed.
  mutable Latch change_latch_;
  uint64_t last_commit_dropped_ ABSL_GUARDED_BY(change_latch_) = 0;
  mutable SharedLatch databases_latch_;
  absl::flat_hash_map<DatabaseName, std::shared_ptr<Database>, NameHash, SameName> databases_
      ABSL_GUARDED_BY(databases_latch_);
};

}  // namespace holdfast
