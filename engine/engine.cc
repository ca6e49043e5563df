#include "engine/engine.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"
#include "engine/base/coarse_time.h"
#include "engine/base/memory_reserve.h"
#include "engine/database/database_state.h"
#include "engine/database/late_expiry.h"
#include "engine/database/memory_limit.h"

namespace holdfast {

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
  // Creates the original first, so that its CatchUp runs before it is copied, and without change_latch_.
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
  const bool has_template = HasTemplate(account) && Find(options_.template_account, region) != nullptr;
  const bool starts_as_copy = has_template || (!fork.empty() && Find(account, region) != nullptr);
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
  if (!name.fork.empty() || HasTemplate(account)) {
    const std::string& original = name.fork.empty() ? options_.template_account : account;
    created = FindOrCreateLatched({original, region, ""})->Copy(account, region);
    Connect(*created, name);
  } else {
    created = CreateEmpty(name, random_.Next());
  }
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

void Engine::DeferredWork::CatchUp() {
  for (const std::shared_ptr<Database>& database : to_catch_up) database->CatchUp();
}

void Engine::ContinueCommitNumbersAfter(const Database& dropped) {
  last_commit_dropped_ = std::max(last_commit_dropped_, dropped.last_commit());
}

void Engine::RemoveForks(const std::vector<NamedDatabase>& databases, DeferredWork* deferred) {
  for (const auto& [name, database] : databases) {
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
  RemoveForks(Select(selection), &deferred);
}

size_t Engine::DropUnused(absl::Time unused_since) {
  const int64_t since_millis = absl::ToUnixMillis(unused_since);
  DeferredWork deferred;
  LatchLock lock(&change_latch_);
  ExclusiveLock lock_databases(&databases_latch_);
  for (auto next = databases_.begin(); next != databases_.end();) {
    const auto entry = next++;
    if (entry->second->last_used_millis_.load(std::memory_order_relaxed) >= since_millis) continue;
    if (IsInUse(entry->second)) continue;
    if (entry->first.fork.empty() && !entry->second->IsEmpty(clock_)) continue;
    Drop(entry, &deferred);
  }
  return deferred.dropped.size();
}

void Engine::DropIfEmpty(std::string_view account, std::string_view region, std::string_view fork) {
  DeferredWork deferred;
  LatchLock lock(&change_latch_);
  ExclusiveLock lock_databases(&databases_latch_);
  for (std::string_view name = fork;; name = {}) {
    const auto found = databases_.find(NameView(account, region, name));
    if (found == databases_.end() || IsInUse(found->second) || !found->second->IsEmpty(clock_)) return;
    Drop(found, &deferred);
    if (name.empty()) return;
  }
}

void Engine::Drop(Databases::iterator database, DeferredWork* deferred) {
  ContinueCommitNumbersAfter(*database->second);
  deferred->dropped.push_back(std::move(database->second));
  databases_.erase(database);
}

bool Engine::IsInUse(const std::shared_ptr<Database>& database) const {
  // Copies of the pointer are made only under databases_latch_: if this is the only one, it stays the only one, and no
  // call is under way.
  return database.use_count() > 1 || database->pinned_.load(std::memory_order_relaxed);
}

void Engine::Reset(const DatabaseSelection& selection) {
  DeferredWork deferred;
  {
    LatchLock lock(&change_latch_);
    ResetLatched(Select(selection), &deferred);
  }
  deferred.CatchUp();
}

void Engine::ResetLatched(const std::vector<NamedDatabase>& databases, DeferredWork* deferred) {
  RemoveForks(databases, deferred);
  // The template account's databases are reset first, so that the others become copies of the reset ones.
  for (const bool copies_template : {false, true}) {
    for (const auto& [name, database] : databases) {
      if (!name.fork.empty() || HasTemplate(name.account) != copies_template) continue;
      if (!copies_template) {
        deferred->states.push_back(database->ReplaceWithEmpty());
        continue;
      }
      const Snapshot snapshot = FindOrCreateLatched({options_.template_account, name.region, ""})->TakeSnapshot();
      deferred->states.push_back(database->Replace(snapshot, Database::ClockOnRestore::kKeep));
      deferred->to_catch_up.push_back(database);
    }
  }
}

Status Engine::CheckMemoryLimit() const { return holdfast::CheckMemoryLimit(options_); }

EngineSnapshot Engine::TakeSnapshot(const DatabaseSelection& selection) {
  LatchLock lock(&change_latch_);
  EngineSnapshot snapshot(selection, clock_);
  for (const auto& [name, database] : Select(selection)) {
    snapshot.databases_.emplace_back(name, database->TakeSnapshot());
  }
  return snapshot;
}

void Engine::Restore(const EngineSnapshot& snapshot, const DatabaseSelection& only) {
  const auto in_snapshot = [&](const DatabaseName& name) {
    // Ascending by name, as Select returned them.
    const auto at = std::lower_bound(snapshot.databases_.begin(), snapshot.databases_.end(), name,
                                     [](const auto& entry, const DatabaseName& other) { return entry.first < other; });
    return at != snapshot.databases_.end() && at->first == name;
  };
  DeferredWork deferred;
  const std::optional<DatabaseSelection> selection = snapshot.selection_.And(only);
  if (!selection.has_value()) return;
  {
    LatchLock lock(&change_latch_);
    if (selection->SelectsAll()) clock_.CopySettingFrom(snapshot.clock_);
    for (const auto& [name, state] : snapshot.databases_) {
      if (!selection->Matches(name)) continue;
      const std::shared_ptr<Database> database = FindOrCreateLatched(name);
      deferred.states.push_back(database->Replace(state, Database::ClockOnRestore::kRestore));
      deferred.to_catch_up.push_back(database);
    }
    // These are reset after the template account's databases were restored, whose copies they may become.
    std::vector<NamedDatabase> created_since = Select(*selection);
    std::erase_if(created_since, [&](const NamedDatabase& entry) { return in_snapshot(entry.first); });
    ResetLatched(created_since, &deferred);
  }
  deferred.CatchUp();
}

bool Engine::ChangeClocks(const DatabaseSelection& selection, const ClockChange& change) {
  DeferredWork deferred;
  {
    LatchLock lock(&change_latch_);
    const std::vector<NamedDatabase> databases = Select(selection);
    if (selection.SelectsAll() && !IsInTimeRange(clock_.TimeAfter(change))) return false;
    for (const auto& [name, database] : databases) {
      if (!IsInTimeRange(database->clock_->TimeAfter(change))) return false;
    }
    deferred.to_catch_up.reserve(databases.size());
    MemoryReserve::Refill();
    if (selection.SelectsAll()) clock_.Apply(change);
    for (const auto& [name, database] : databases) {
      database->MoveClock(change);
      deferred.to_catch_up.push_back(database);
    }
  }
  deferred.CatchUp();
  return true;
}

void Engine::SetTimeToLiveDelay(absl::Duration delay) { options_.late_expiry->set_delay(delay); }

uint64_t Engine::expired_items_skipped() const { return options_.late_expiry->items_skipped(); }

void Engine::SetBackgroundWorker(std::function<void()> wake) { options_.background->SetWorker(std::move(wake)); }

bool Engine::RunBackgroundWork(absl::Duration budget, bool sweep, const std::atomic<bool>* stop) {
  using SteadyClock = std::chrono::steady_clock;
  const auto stopped = [stop] { return stop != nullptr && stop->load(); };
  std::optional<SteadyClock::time_point> end;
  // One database may give another one work, so all are looked at until none has any.
  for (bool any_worked = true; any_worked;) {
    any_worked = false;
    // The databases that have more work. The others are not looked at after each slice, so that thousands of idle
    // databases do not slow down the work of one.
    std::vector<NamedDatabase> busy = Select({});
    while (true) {
      const bool destroyed = options_.background->DestroyPart();
      std::erase_if(busy, [&](const NamedDatabase& database) {
        return !stopped() && !database.second->RunBackgroundSlice(sweep);
      });
      if (stopped()) return true;
      if (!destroyed && busy.empty()) break;
      any_worked = true;
      const SteadyClock::time_point now = SteadyClock::now();
      if (!end.has_value()) end = now + absl::ToChronoNanoseconds(std::min(budget, absl::Hours(24)));
      if (now >= *end) return true;
    }
  }
  return false;
}

std::vector<NamedDatabase> Engine::Select(const DatabaseSelection& selection, size_t count_max) const {
  std::vector<NamedDatabase> selected;
  {
    SharedLock lock(&databases_latch_);
    for (const auto& entry : databases_) {
      if (selected.size() == count_max) break;
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
    descriptions.push_back({name, database->CountSize(), absl::FromUnixMillis(last_used), database->IsClockStopped()});
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

std::optional<DatabaseSelection> DatabaseSelection::And(const DatabaseSelection& other) const {
  const auto contradict = [](const std::optional<std::string>& a, const std::optional<std::string>& b) {
    return a.has_value() && b.has_value() && *a != *b;
  };
  if (contradict(account, other.account) || contradict(region, other.region) || contradict(fork, other.fork)) {
    return std::nullopt;
  }
  return DatabaseSelection{account.has_value() ? account : other.account, region.has_value() ? region : other.region,
                           fork.has_value() ? fork : other.fork};
}

}  // namespace holdfast
