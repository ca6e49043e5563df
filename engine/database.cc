#include "engine/database.h"

#include <utility>

#include "engine/base/coarse_time.h"
#include "engine/base/memory_reserve.h"
#include "engine/database/builds.h"
#include "engine/database/database_state.h"
#include "engine/database/replication.h"
#include "engine/operations.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/tables/replicated_requests.h"

namespace holdfast {
namespace {

// Forgets some expired idempotency tokens and frees some trimmed stream records. Returns whether there are more.
bool FreeSomeExpired(DatabaseState& state, absl::Time now) {
  const bool more_tokens = state.idempotency_tokens.DropSomeExpired(now);
  const bool more_records = state.streams.FreeSomeTrimmed(now);
  return more_tokens || more_records;
}

}  // namespace

Database::Database(std::string account, std::string region, const EngineOptions& options,
                   std::shared_ptr<DatabaseClock> clock, uint64_t seed)
    : Database(seed, std::make_unique<DatabaseState>(std::move(account), std::move(region), options, std::move(clock),
                                                     seed)) {}

Database::Database(uint64_t seed, std::unique_ptr<DatabaseState> state)
    : seed_(seed), clock_(state->clock), state_(std::move(state)) {}

Database::~Database() = default;

template <typename Response, typename Request, typename... Budget>
Result<Response> Database::Run(Result<Response> (*operation)(DatabaseState&, const Request&, Budget...),
                               const Request& request, Budget... budget) {
  SharedLock lock(&state_latch_);
  return operation(*state_, request, budget...);
}

#define HOLDFAST_RUN(Operation)                                                        \
  Result<Operation##Response> Database::Operation(const Operation##Request& request) { \
    return Run(holdfast::Operation, request);                                          \
  }
#define HOLDFAST_RUN_WITHIN_BUDGET(Operation)                                                              \
  Result<Operation##Response> Database::Operation(const Operation##Request& request, WorkBudget* budget) { \
    return Run(holdfast::Operation, request, budget);                                                      \
  }
HOLDFAST_RUN(CreateTable)
HOLDFAST_RUN(DescribeTable)
HOLDFAST_RUN(ListTables)
HOLDFAST_RUN(DeleteTable)
HOLDFAST_RUN(UpdateTimeToLive)
HOLDFAST_RUN(DescribeTimeToLive)
HOLDFAST_RUN(TagResource)
HOLDFAST_RUN(UntagResource)
HOLDFAST_RUN(ListTagsOfResource)
HOLDFAST_RUN(CreateBackup)
HOLDFAST_RUN(DescribeBackup)
HOLDFAST_RUN(DeleteBackup)
HOLDFAST_RUN(RestoreTableFromBackup)
HOLDFAST_RUN(RestoreTableToPointInTime)
HOLDFAST_RUN(DescribeContinuousBackups)
HOLDFAST_RUN(UpdateContinuousBackups)
HOLDFAST_RUN(DescribeContributorInsights)
HOLDFAST_RUN(UpdateContributorInsights)
HOLDFAST_RUN(ListContributorInsights)
HOLDFAST_RUN(DescribeKinesisStreamingDestination)
HOLDFAST_RUN(EnableKinesisStreamingDestination)
HOLDFAST_RUN(DisableKinesisStreamingDestination)
HOLDFAST_RUN(UpdateKinesisStreamingDestination)
HOLDFAST_RUN(PutResourcePolicy)
HOLDFAST_RUN(GetResourcePolicy)
HOLDFAST_RUN(DeleteResourcePolicy)
HOLDFAST_RUN(ListBackups)
HOLDFAST_RUN(DescribeExport)
HOLDFAST_RUN(DescribeImport)
HOLDFAST_RUN(ListExports)
HOLDFAST_RUN(ListImports)
HOLDFAST_RUN(ListGlobalTables)
HOLDFAST_RUN(DescribeGlobalTable)
HOLDFAST_RUN(DescribeGlobalTableSettings)
HOLDFAST_RUN(UpdateGlobalTableSettings)
HOLDFAST_RUN(CreateGlobalTable)
HOLDFAST_RUN(UpdateGlobalTable)
HOLDFAST_RUN(DescribeTableReplicaAutoScaling)
HOLDFAST_RUN(UpdateTableReplicaAutoScaling)
HOLDFAST_RUN(DescribeLimits)
HOLDFAST_RUN(DescribeEndpoints)
HOLDFAST_RUN_WITHIN_BUDGET(PutItem)
HOLDFAST_RUN_WITHIN_BUDGET(GetItem)
HOLDFAST_RUN_WITHIN_BUDGET(UpdateItem)
HOLDFAST_RUN_WITHIN_BUDGET(DeleteItem)
HOLDFAST_RUN_WITHIN_BUDGET(Query)
HOLDFAST_RUN_WITHIN_BUDGET(Scan)
HOLDFAST_RUN(SearchVectors)
HOLDFAST_RUN_WITHIN_BUDGET(BatchGetItem)
HOLDFAST_RUN_WITHIN_BUDGET(BatchWriteItem)
HOLDFAST_RUN_WITHIN_BUDGET(TransactWriteItems)
HOLDFAST_RUN_WITHIN_BUDGET(TransactGetItems)
HOLDFAST_RUN_WITHIN_BUDGET(ExecuteStatement)
HOLDFAST_RUN_WITHIN_BUDGET(BatchExecuteStatement)
HOLDFAST_RUN_WITHIN_BUDGET(ExecuteTransaction)
HOLDFAST_RUN(ListStreams)
HOLDFAST_RUN(DescribeStream)
HOLDFAST_RUN(GetShardIterator)
HOLDFAST_RUN_WITHIN_BUDGET(GetRecords)
#undef HOLDFAST_RUN
#undef HOLDFAST_RUN_WITHIN_BUDGET

size_t Database::SweepExpiredItems() {
  // A table whose time to live was just enabled may have an incomplete ExpiryOrder. The sweep finds only items that are
  // in it, so complete it first.
  FinishBuilds();
  size_t deleted = 0;
  for (SweepPosition position; !position.done;) {
    SharedLock lock(&state_latch_);
    deleted += holdfast::SweepExpiredItems(*state_, kItemsPerSlice, position).deleted;
  }
  return deleted;
}

bool Database::RunBackgroundSlice(bool sweep) {
  LatchLock background(&background_latch_);
  SharedLock lock(&state_latch_);
  // While the clock is stopped, a slice runs no transition and no sweep: the call that moves the clock does both.
  const bool clock_runs = !clock_->is_virtual();
  if (clock_runs) holdfast::RunDueTransitions(*state_);
  const bool builds = RunBuildSlice(*state_);
  RepeatReceivedRequests(*state_);
  // After the slice of the build: if that was the last slice for a new replica, the replica can now apply the changes
  // that it has received meanwhile.
  const ReceivedChanges received = ApplyReceivedChanges(*state_, kItemsPerSlice);
  // A fork that receives changes from other Regions counts as used: DropUnused keeps it.
  if (received.applied > 0) last_used_millis_.store(CoarseUnixMillis(), std::memory_order_relaxed);
  bool more = received.more;
  if (sweep && FreeSomeExpired(*state_, clock_->Now())) more = true;
  if (builds) {
    // The build may add items to an order of expiry before the position of the sweep, so the sweep starts over.
    sweep_position_ = SweepPosition();
    return true;
  }
  if (!clock_runs || !sweep) return more;
  const size_t deleted = holdfast::SweepExpiredItems(*state_, kItemsPerSlice, sweep_position_).deleted;
  if (!sweep_position_.done) return true;
  sweep_position_ = SweepPosition();
  // Deletions are sent to other Regions, whose databases this round of RunBackgroundWork may have visited already.
  return more || (deleted > 0 && state_->has_replicas.load(std::memory_order_relaxed));
}

Snapshot Database::TakeSnapshot() const {
  ExclusiveLock lock(&state_latch_);
  return Snapshot(std::make_shared<const DatabaseState>(*state_, state_->account, state_->region,
                                                        std::make_shared<DatabaseClock>(*clock_)));
}

std::unique_ptr<DatabaseState> Database::Replace(const Snapshot& snapshot, ClockOnRestore clock) {
  ExclusiveLock lock(&state_latch_);
  auto state = std::make_unique<DatabaseState>(*snapshot.state_, state_->account, state_->region, clock_);
  state->commits.ContinueAfter(state_->commits.last());
  if (clock == ClockOnRestore::kRestore) {
    clock_->CopySettingFrom(*snapshot.state_->clock);
  } else {
    // The database's clock is kept, so for the restored state the time changes from the snapshot's to the present one.
    state->NoteClockChange(snapshot.state_->clock->Now(), clock_->Now());
  }
  state_.swap(state);
  ++replacements_;
  return state;
}

std::unique_ptr<DatabaseState> Database::ReplaceWithEmpty() {
  ExclusiveLock lock(&state_latch_);
  auto state = std::make_unique<DatabaseState>(state_->account, state_->region, state_->options, clock_, seed_);
  state->commits.ContinueAfter(state_->commits.last());
  state_.swap(state);
  ++replacements_;
  return state;
}

void Database::Restore(const Snapshot& snapshot) {
  // Destroyed at the end, with no latch held.
  const std::unique_ptr<DatabaseState> replaced = Replace(snapshot, ClockOnRestore::kRestore);
  CatchUp();
}

std::unique_ptr<Database> Database::Fork(std::string account, std::string region) const {
  std::unique_ptr<Database> fork = Copy(std::move(account), std::move(region));
  fork->CatchUp();
  return fork;
}

std::unique_ptr<Database> Database::Fork() const {
  std::string account;
  std::string region;
  {
    // These are the same in every state of this database.
    SharedLock lock(&state_latch_);
    account = state_->account;
    region = state_->region;
  }
  return Fork(std::move(account), std::move(region));
}

std::unique_ptr<Database> Database::Copy(std::string account, std::string region) const {
  ExclusiveLock lock(&state_latch_);
  auto state = std::make_unique<DatabaseState>(*state_, std::move(account), std::move(region),
                                               std::make_shared<DatabaseClock>(*clock_));
  return std::unique_ptr<Database>(new Database(seed_, std::move(state)));
}

void Database::Reset() { const std::unique_ptr<DatabaseState> replaced = ReplaceWithEmpty(); }

void Database::ChangeClock(const ClockChange& change) {
  MemoryReserve::Refill();
  MoveClock(change);
  CatchUp();
}

void Database::MoveClock(const ClockChange& change) {
  ExclusiveLock lock(&state_latch_);
  const MemoryReserve::Use reserve;
  const absl::Time before = clock_->Now();
  clock_->Apply(change);
  state_->NoteClockChange(before, clock_->Now());
}

void Database::CatchUp() {
  RunDueTransitions();
  uint64_t replacements = 0;
  uint64_t changes = 0;
  {
    SharedLock lock(&state_latch_);
    replacements = replacements_;
    changes = state_->clock_changes;
    if (state_->swept_clock_changes >= changes) return;
  }
  SweepExpiredItems();
  // Free this memory now: the background worker does it only at its next sweep, and until then
  // EngineOptions::max_memory_bytes may refuse writes.
  for (bool more = true; more;) {
    SharedLock lock(&state_latch_);
    more = FreeSomeExpired(*state_, clock_->Now());
  }
  SharedLock lock(&state_latch_);
  // Another state may have been restored meanwhile; the call that restored that state sweeps it.
  if (replacements_ != replacements) return;
  uint64_t done = state_->swept_clock_changes;
  while (done < changes && !state_->swept_clock_changes.compare_exchange_weak(done, changes)) {
  }
}

void Database::RunDueTransitions() {
  SharedLock lock(&state_latch_);
  holdfast::RunDueTransitions(*state_);
}

Database::Size Database::CountSize() const {
  SharedLock lock(&state_latch_);
  Size size;
  for (const std::shared_ptr<Table>& table : state_->tables.Tables()) {
    ++size.tables;
    size.items += table->items().item_count();
    size.item_bytes += table->items().size_bytes();
    size.copy_bytes += table->copy_bytes();
  }
  for (const std::shared_ptr<TableStream>& stream : state_->streams.Streams()) size.copy_bytes += stream->own_bytes();
  return size;
}

bool Database::IsEmpty(const DatabaseClock& engine_clock) const {
  SharedLock lock(&state_latch_);
  return clock_->HasSameSettingAs(engine_clock) && state_->tables.empty() && state_->streams.Streams().empty() &&
         state_->backups.empty();
}

uint64_t Database::last_commit() const {
  SharedLock lock(&state_latch_);
  return state_->commits.last();
}

std::shared_ptr<Table> Database::FindTable(std::string_view table_name) const {
  SharedLock lock(&state_latch_);
  Result<std::shared_ptr<Table>> table = holdfast::FindTable(*state_, table_name);
  return table.ok() ? std::move(table).value() : nullptr;
}

void Database::StopClockWithoutSweep() {
  ExclusiveLock lock(&state_latch_);
  if (!clock_->is_virtual()) clock_->Apply({.stop_at = clock_->Now()});
}

bool Database::DeleteIfExpired(std::string_view table_name, const TableKey& key) {
  SharedLock lock(&state_latch_);
  const Result<std::shared_ptr<Table>> table = holdfast::FindTable(*state_, table_name);
  return table.ok() && DeleteExpiredItem(*state_, table.value(), key);
}

void Database::FinishBuilds() {
  for (bool more = true; more;) {
    SharedLock lock(&state_latch_);
    more = RunBuildSlice(*state_);
  }
}

}  // namespace holdfast
