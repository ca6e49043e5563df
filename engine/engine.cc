#include "engine/engine.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"
#include "engine/base/coarse_time.h"
#include "engine/base/memory_reserve.h"
#include "engine/database/builds.h"
#include "engine/database/database_state.h"
#include "engine/database/late_expiry.h"
#include "engine/database/replication.h"
#include "engine/database/time_to_live_sweep.h"
#include "engine/operations.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/tables/replicated_requests.h"

namespace holdfast {

Database::Database(std::string account, std::string region, const EngineOptions& options,
                   std::shared_ptr<DatabaseClock> clock, uint64_t seed)
    : Database(seed, clock,
               std::make_unique<DatabaseState>(std::move(account), std::move(region), options, clock, seed)) {}

Database::Database(uint64_t seed, std::shared_ptr<DatabaseClock> clock, std::unique_ptr<DatabaseState> state)
    : seed_(seed), clock_(std::move(clock)), state_(std::move(state)) {}

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
HOLDFAST_RUN(PutItem)
HOLDFAST_RUN(GetItem)
HOLDFAST_RUN(UpdateItem)
HOLDFAST_RUN(DeleteItem)
HOLDFAST_RUN_WITHIN_BUDGET(Query)
HOLDFAST_RUN_WITHIN_BUDGET(Scan)
HOLDFAST_RUN(SearchVectors)
HOLDFAST_RUN_WITHIN_BUDGET(BatchGetItem)
HOLDFAST_RUN(BatchWriteItem)
HOLDFAST_RUN(TransactWriteItems)
HOLDFAST_RUN_WITHIN_BUDGET(TransactGetItems)
HOLDFAST_RUN_WITHIN_BUDGET(ExecuteStatement)
HOLDFAST_RUN_WITHIN_BUDGET(BatchExecuteStatement)
HOLDFAST_RUN_WITHIN_BUDGET(ExecuteTransaction)
HOLDFAST_RUN(ListStreams)
HOLDFAST_RUN(DescribeStream)
HOLDFAST_RUN(GetShardIterator)
HOLDFAST_RUN(GetRecords)
#undef HOLDFAST_RUN
#undef HOLDFAST_RUN_WITHIN_BUDGET

size_t Database::SweepExpiredItems() {
  // Completes the order of expiry of a table whose time to live was just enabled: the sweep finds only items in the
  // order.
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
  const bool more = (sweep && state_->idempotency_tokens.DropSomeExpired(clock_->Now())) || received.more;
  if (builds) {
    // The build may add items to an order of expiry before the position of the sweep, so the sweep starts over.
    sweep_position_ = SweepPosition();
    return true;
  }
  if (!clock_runs || !sweep) return more;
  holdfast::SweepExpiredItems(*state_, kItemsPerSlice, sweep_position_);
  if (!sweep_position_.done) return true;
  sweep_position_ = SweepPosition();
  return more;
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
  if (clock == ClockOnRestore::kRestore) clock_->CopySettingFrom(*snapshot.state_->clock);
  state_.swap(state);
  return state;
}

std::unique_ptr<DatabaseState> Database::ReplaceWithEmpty() {
  ExclusiveLock lock(&state_latch_);
  auto state = std::make_unique<DatabaseState>(state_->account, state_->region, state_->options, clock_, seed_);
  state->commits.ContinueAfter(state_->commits.last());
  state_.swap(state);
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
  auto clock = std::make_shared<DatabaseClock>(*clock_);
  auto state = std::make_unique<DatabaseState>(*state_, std::move(account), std::move(region), clock);
  return std::unique_ptr<Database>(new Database(seed_, std::move(clock), std::move(state)));
}

void Database::Reset() { const std::unique_ptr<DatabaseState> replaced = ReplaceWithEmpty(); }

void Database::ChangeClock(const ClockChange& change) {
  MoveClock(change);
  CatchUp();
}

void Database::MoveClock(const ClockChange& change) {
  ExclusiveLock lock(&state_latch_);
  const absl::Time before = clock_->Now();
  clock_->Apply(change);
  const absl::Time after = clock_->Now();
  if (after < before) state_->scheduled_transitions.Shift(after - before);
  ++state_->clock_changes;
}

void Database::CatchUp() {
  RunDueTransitions();
  const DatabaseState* swept = nullptr;
  uint64_t changes = 0;
  {
    SharedLock lock(&state_latch_);
    swept = state_.get();
    changes = state_->clock_changes;
    if (state_->swept_clock_changes >= changes) return;
  }
  SweepExpiredItems();
  SharedLock lock(&state_latch_);
  // Another state may have been restored meanwhile; the call that restored that state sweeps it.
  if (state_.get() != swept) return;
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
  }
  return size;
}

bool Database::IsUnused(const DatabaseClock& fresh) const {
  SharedLock lock(&state_latch_);
  return clock_->HasSameSettingAs(fresh) && state_->tables.Tables().empty() && state_->streams.Streams().empty() &&
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

void Database::HoldClock() {
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

namespace {

// Sets those of the options that EngineOptions leaves to the engine, if they are null.
EngineOptions WithOptionsSetByEngine(EngineOptions options) {
  if (options.background == nullptr) options.background = std::make_shared<BackgroundQueue>();
  if (options.late_expiry == nullptr) options.late_expiry = std::make_shared<LateExpiry>();
  return options;
}

}  // namespace

Engine::Engine(EngineOptions options, std::shared_ptr<Clock> clock, uint64_t seed)
    : options_(WithOptionsSetByEngine(std::move(options))),
      clock_(clock != nullptr ? std::move(clock) : std::make_shared<SystemClock>()),
      random_(seed) {
  MemoryReserve::Enable();
}

Engine::~Engine() { this_engine_->store(nullptr); }

Database& Engine::database(std::string_view account, std::string_view region) {
  const std::shared_ptr<Database> found = FindOrCreate(account, region);
  found->pinned_.store(true, std::memory_order_relaxed);
  return *found;
}

std::shared_ptr<Database> Engine::fork(std::string_view account, std::string_view region, std::string_view name) {
  return FindOrCreate(account, region, name);
}

size_t Engine::NameHash::operator()(const NameView& name) const {
  const auto text = [](std::string_view part) { return absl::string_view(part.data(), part.size()); };
  return absl::HashOf(text(name.account), text(name.region), text(name.fork));
}

std::shared_ptr<Database> Engine::Find(std::string_view account, std::string_view region, std::string_view fork) const {
  return FindByName(NameView(account, region, fork));
}

std::shared_ptr<Database> Engine::FindOrCreate(std::string_view account, std::string_view region,
                                               std::string_view fork) {
  const NameView name(account, region, fork);
  if (std::shared_ptr<Database> found = FindByName(name)) return found;
  if (!fork.empty()) FindOrCreate(account, region);
  std::shared_ptr<Database> created;
  {
    LatchLock lock(&change_latch_);
    created = FindOrCreateLatched(name);
  }
  created->CatchUp();
  return created;
}

std::shared_ptr<Database> Engine::FindOrEmpty(std::string_view account, std::string_view region,
                                              std::string_view fork) {
  if (std::shared_ptr<Database> found = Find(account, region, fork)) return found;
  const bool starts_as_copy = HasTemplate(account) || (!fork.empty() && Find(account, region) != nullptr);
  return starts_as_copy ? FindOrCreate(account, region, fork) : CreateEmpty({account, region, fork}, 0);
}

std::shared_ptr<Database> Engine::FindByName(const NameView& name) const {
  constexpr int64_t kResolutionMillis = 1'000;
  SharedLock lock(&databases_latch_);
  const auto found = databases_.find(name);
  if (found == databases_.end()) return nullptr;
  // Stored at most once a second: every thread that uses the database reads this cache line.
  std::atomic<int64_t>& last_used = found->second->last_used_millis_;
  const int64_t now = CoarseUnixMillis();
  if (now - last_used.load(std::memory_order_relaxed) >= kResolutionMillis) {
    last_used.store(now, std::memory_order_relaxed);
  }
  return found->second;
}

std::shared_ptr<Database> Engine::FindOrCreateLatched(const NameView& name) {
  if (std::shared_ptr<Database> found = FindByName(name)) return found;
  const std::string account(name.account);
  const std::string region(name.region);
  std::shared_ptr<Database> created;
  if (!name.fork.empty()) {
    created = FindOrCreateLatched({account, region, ""})->Copy(account, region);
  } else if (HasTemplate(account)) {
    created = FindOrCreateLatched({options_.template_account, region, ""})->Copy(account, region);
  } else {
    created = CreateEmpty(name, random_.Next());
  }
  Connect(*created, name);
  {
    ExclusiveLock lock(&created->state_latch_);
    created->state_->commits.ContinueAfter(last_commit_dropped_);
  }
  created->last_used_millis_ = CoarseUnixMillis();
  ExclusiveLock lock(&databases_latch_);
  return databases_.try_emplace(DatabaseName{account, region, std::string(name.fork)}, std::move(created))
      .first->second;
}

std::shared_ptr<Database> Engine::CreateEmpty(const NameView& name, uint64_t seed) const {
  auto created = std::make_shared<Database>(std::string(name.account), std::string(name.region), options_,
                                            std::make_shared<DatabaseClock>(clock_), seed);
  Connect(*created, name);
  return created;
}

void Engine::Connect(Database& database, const NameView& name) const {
  database.engine_ = this_engine_;
  database.fork_ = std::string(name.fork);
}

Engine::DeferredWork::~DeferredWork() {
  for (const std::shared_ptr<Database>& copy : copies) copy->CatchUp();
}

void Engine::ContinueCommitNumbersAfter(const Database& dropped) {
  last_commit_dropped_ = std::max(last_commit_dropped_, dropped.last_commit());
}

void Engine::RemoveForks(const DatabaseSelection& selection, DeferredWork* deferred) {
  for (const auto& [name, database] : Select(selection)) {
    if (name.fork.empty()) continue;
    ContinueCommitNumbersAfter(*database);
    deferred->dropped.push_back(database);
    ExclusiveLock lock(&databases_latch_);
    databases_.erase(name);
  }
}

void Engine::DropForks(const DatabaseSelection& selection) {
  DeferredWork deferred;
  LatchLock lock(&change_latch_);
  RemoveForks(selection, &deferred);
}

size_t Engine::DropUnused(absl::Time unused_since) {
  const int64_t since_millis = absl::ToUnixMillis(unused_since);
  DeferredWork deferred;
  LatchLock lock(&change_latch_);
  ExclusiveLock lock_databases(&databases_latch_);
  for (auto next = databases_.begin(); next != databases_.end();) {
    const auto entry = next++;
    const std::shared_ptr<Database>& database = entry->second;
    if (database->last_used_millis_.load(std::memory_order_relaxed) >= since_millis) continue;
    // Copies of the pointer are made only under databases_latch_: if this is the only one, it stays the only one, and
    // no call is under way.
    if (database.use_count() > 1 || database->pinned_.load(std::memory_order_relaxed)) continue;
    if (entry->first.fork.empty() && !database->IsUnused(clock_)) continue;
    ContinueCommitNumbersAfter(*database);
    deferred.dropped.push_back(std::move(entry->second));
    databases_.erase(entry);
  }
  return deferred.dropped.size();
}

void Engine::Reset(const DatabaseSelection& selection) {
  DeferredWork deferred;
  LatchLock lock(&change_latch_);
  RemoveForks(selection, &deferred);
  ResetSelected(selection, &deferred);
}

void Engine::ResetSelected(const DatabaseSelection& selection, DeferredWork* deferred) {
  // The template account's databases are reset first, so that the others become copies of the reset ones.
  for (const bool copies_template : {false, true}) {
    for (const auto& [name, database] : Select(selection)) {
      if (!name.fork.empty() || HasTemplate(name.account) != copies_template) continue;
      if (!copies_template) {
        deferred->states.push_back(database->ReplaceWithEmpty());
        continue;
      }
      const Snapshot snapshot = FindOrCreateLatched({options_.template_account, name.region, ""})->TakeSnapshot();
      deferred->states.push_back(database->Replace(snapshot, Database::ClockOnRestore::kKeep));
      deferred->copies.push_back(database);
    }
  }
}

EngineSnapshot Engine::TakeSnapshot(const DatabaseSelection& selection) {
  LatchLock lock(&change_latch_);
  EngineSnapshot snapshot(selection, clock_);
  for (const auto& [name, database] : Select(selection)) {
    snapshot.databases_.emplace_back(name, database->TakeSnapshot());
  }
  return snapshot;
}

void Engine::Restore(const EngineSnapshot& snapshot) {
  const auto in_snapshot = [&](const DatabaseName& name) {
    // Ascending by name, as Select returned them.
    const auto at = std::lower_bound(snapshot.databases_.begin(), snapshot.databases_.end(), name,
                                     [](const auto& entry, const DatabaseName& other) { return entry.first < other; });
    return at != snapshot.databases_.end() && at->first == name;
  };
  DeferredWork deferred;
  LatchLock lock(&change_latch_);
  if (snapshot.selection_.SelectsAll()) clock_.CopySettingFrom(snapshot.clock_);
  for (const auto& [name, database] : Select(snapshot.selection_)) {
    if (in_snapshot(name)) continue;
    const DatabaseSelection created_since{name.account, name.region, name.fork};
    RemoveForks(created_since, &deferred);
    ResetSelected(created_since, &deferred);
  }
  for (const auto& [name, state] : snapshot.databases_) {
    const std::shared_ptr<Database> database = FindOrCreateLatched(name);
    deferred.states.push_back(database->Replace(state, Database::ClockOnRestore::kRestore));
    deferred.copies.push_back(database);
  }
}

bool Engine::ChangeClocks(const DatabaseSelection& selection, const ClockChange& change) {
  DeferredWork deferred;
  LatchLock lock(&change_latch_);
  const std::vector<NamedDatabase> databases = Select(selection);
  if (selection.SelectsAll() && !IsInTimeRange(clock_.TimeAfter(change))) return false;
  for (const auto& [name, database] : databases) {
    if (!IsInTimeRange(database->clock_->TimeAfter(change))) return false;
  }
  if (selection.SelectsAll()) clock_.Apply(change);
  for (const auto& [name, database] : databases) {
    database->MoveClock(change);
    deferred.copies.push_back(database);
  }
  return true;
}

void Engine::SetTimeToLiveDelay(absl::Duration delay) { options_.late_expiry->set_delay(delay); }

uint64_t Engine::expired_items_skipped() const { return options_.late_expiry->items_skipped(); }

void Engine::SetBackgroundWorker(std::function<void()> wake) { options_.background->SetWorker(std::move(wake)); }

bool Engine::RunBackgroundWork(absl::Duration budget, bool sweep, const std::atomic<bool>* stop) {
  using SteadyClock = std::chrono::steady_clock;
  const SteadyClock::time_point end = SteadyClock::now() + absl::ToChronoNanoseconds(std::min(budget, absl::Hours(24)));
  const auto stopped = [stop] { return stop != nullptr && stop->load(); };
  const std::vector<NamedDatabase> databases = Select({});
  for (bool more = true; more;) {
    more = options_.background->DestroyPart();
    for (const auto& [name, database] : databases) {
      if (stopped()) return true;
      if (database->RunBackgroundSlice(sweep)) more = true;
    }
    if (SteadyClock::now() >= end) return more;
  }
  return false;
}

std::vector<NamedDatabase> Engine::Select(const DatabaseSelection& selection) const {
  std::vector<NamedDatabase> selected;
  {
    SharedLock lock(&databases_latch_);
    for (const auto& entry : databases_) {
      if (selection.Matches(entry.first)) selected.emplace_back(entry);
    }
  }
  std::sort(selected.begin(), selected.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return selected;
}

std::vector<DatabaseDescription> Engine::Describe(const DatabaseSelection& selection) const {
  std::vector<DatabaseDescription> descriptions;
  for (const auto& [name, database] : Select(selection)) {
    const int64_t last_used = database->last_used_millis_.load(std::memory_order_relaxed);
    descriptions.push_back({name, database->CountSize(), absl::FromUnixMillis(last_used), database->HasVirtualClock()});
  }
  return descriptions;
}

size_t Engine::database_count() const {
  SharedLock lock(&databases_latch_);
  return databases_.size();
}

bool Engine::HasTemplate(std::string_view account) const {
  return !options_.template_account.empty() && options_.template_account != account;
}

bool DatabaseSelection::Matches(const DatabaseName& name) const {
  return name.account == account.value_or(name.account) && name.region == region.value_or(name.region) &&
         name.fork == fork.value_or(name.fork);
}

}  // namespace holdfast
