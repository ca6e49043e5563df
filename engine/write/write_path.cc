#include "engine/write/write_path.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "engine/base/memory_reserve.h"
#include "engine/base/stored_bytes.h"
#include "engine/errors/error_detail.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/item_errors.h"
#include "engine/indexes/index_entry.h"
#include "engine/storage/partition_locks.h"
#include "engine/values/return_cost.h"
#include "engine/write/compute_effects.h"
#include "engine/write/install_effects.h"
#include "engine/write/record_effects.h"
#include "engine/write/replicate_effects.h"
#include "engine/write/write_capacity.h"

namespace holdfast {
namespace {

// See ExecuteWrites. `mode`: whether the plan is a transaction, whose writes cost more.
struct WriteLimits {
  size_t collection_bytes_max;
  size_t memory_bytes_max;
  ThroughputLimits* throughput;
  WorkBudget* budget;
  WriteCapacityCounter::Mode mode;
};

ShardLatches TableShards(const WritePlan& plan) {
  ShardLatches shards;
  for (const WriteAction& action : plan) {
    const size_t shard = PartitionMap::ShardOf(action.hash);
    shards.push_back({action.table->number(), 0, shard, &action.table->items().latch(shard)});
  }
  return shards;
}

ShardLatches IndexShards(const Effects& effects) {
  ShardLatches shards;
  for (const Effect& effect : effects) {
    for (const GlobalIndexEffect& global : effect.indexes.global) {
      const auto add = [&](const std::optional<GlobalEntryKey>& key) {
        if (!key.has_value()) return;
        const size_t shard = PartitionMap::ShardOf(key->hash);
        shards.push_back(
            {effect.action->table->number(), global.index->ordinal, shard, &global.index->entries.latch(shard)});
      };
      add(global.entry.erase);
      add(global.entry.put);
    }
  }
  return shards;
}

// The size of all items of one partition key, whose shard is latched. [open] For each local index AWS counts the entry,
// which has only the projected attributes; here the whole item is counted instead, once for the table and once for each
// local index that it is in.
size_t CollectionBytes(const WriteAction& action) {
  const PartitionRef partition = action.table->items().FindPartition(action.hash, action.key.partition);
  if (partition == nullptr) return 0;
  size_t size = partition->items().size_bytes();
  for (size_t order = 0; order < partition->local_orders(); ++order) size += partition->local(order).size_bytes();
  return size;
}

// What an item adds to the size of its collection.
size_t BytesInCollection(const Table& table, const ItemRef& item) {
  if (item == nullptr) return 0;
  size_t size = item->size_bytes();
  for (const IndexSchema& index : table.schema().local_indexes) {
    if (HasIndexKey(index, item->attributes())) size += item->size_bytes();
  }
  return size;
}

// In a table with local indexes, the items of one partition key are a collection, whose size is limited. This adds up
// the sizes of the collections of a plan while its effects are added one by one. Requires the latches of TableShards.
class CollectionSizes {
 public:
  explicit CollectionSizes(size_t bytes_max) : bytes_max_(bytes_max) {}

  // Adds the effect. Returns whether it makes its collection too large. A write that does not make the collection
  // larger is allowed even if the collection exceeds the limit.
  bool AddExceeds(const Effect& effect) {
    const Table& table = *effect.action->table;
    if (!effect.changes() || table.schema().local_indexes.empty()) return false;
    const size_t before = BytesInCollection(table, effect.before);
    const size_t after = BytesInCollection(table, effect.after);
    size_t& bytes = BytesOf(*effect.action);
    bytes = bytes + after - before;
    return after > before && bytes > bytes_max_;
  }

 private:
  struct Collection {
    const WriteAction* action;
    size_t bytes;
  };

  size_t& BytesOf(const WriteAction& action) {
    for (Collection& collection : collections_) {
      const WriteAction& other = *collection.action;
      if (other.hash == action.hash && other.table == action.table && other.key.partition == action.key.partition) {
        return collection.bytes;
      }
    }
    collections_.push_back({&action, CollectionBytes(action)});
    return collections_.back().bytes;
  }

  const size_t bytes_max_;
  absl::InlinedVector<Collection, 1> collections_;
};

// The stored items of a plan's actions, in the order of the actions; null if there is no such item.
using StoredItems = absl::InlinedVector<ItemRef, 2>;

// Requires the latches of TableShards(plan).
StoredItems FindItems(const WritePlan& plan) {
  StoredItems items;
  items.reserve(plan.size());
  for (const WriteAction& action : plan) {
    items.push_back(action.table->items().Find(action.hash, action.key.partition, action.key.sort));
  }
  return items;
}

// An estimate of the cost of computing an effect, in bytes read.
size_t BytesToEvaluate(const WriteAction& action, const ItemRef& item) {
  const size_t item_bytes = item == nullptr ? 0 : item->size_bytes();
  size_t bytes = 0;
  if (action.update != nullptr) bytes += action.update->BytesToApply(item_bytes);
  if (action.condition != nullptr) bytes += action.condition->BytesToEvaluate(item_bytes);
  return bytes;
}

// Whether `effects`, which are empty or have one effect for each action, have the effect of action `i` on `item`. An
// effect keeps the version alive that it was computed from, so an equal address is the same version and not a new one
// at a reused address.
bool IsEvaluated(const Effects& effects, size_t i, const ItemRef& item) {
  return !effects.empty() && effects[i].before == item;
}

// The cost of computing the effects that `effects` does not have.
size_t BytesToEvaluate(const WritePlan& plan, const StoredItems& items, const Effects& effects) {
  size_t bytes = 0;
  for (size_t i = 0; i < plan.size(); ++i) {
    if (!IsEvaluated(effects, i, items[i])) bytes += BytesToEvaluate(plan[i], items[i]);
  }
  return bytes;
}

// An upper bound of the cost of encoding the stored item, if the response may have it.
uint64_t StepsToReturn(const WriteAction& action, const ItemRef& item) {
  const bool may_return = action.returns_item || action.return_item_on_condition_failure;
  return may_return && item != nullptr ? StepsToReturnMax(*item) : 0;
}

// An evaluation that reads more, with the latches of its plan held, would block other threads too long.
constexpr size_t kBytesUnderLatchesMax = size_t{1} << 20;
// The same for the last attempt of a transaction, whose items are written again and again.
constexpr size_t kBytesOfLastAttemptMax = size_t{16} << 20;

// A bound on the steps of installing an action, which may change an entry of each index and the inbox of each replica.
uint64_t StepsToInstall(const WriteAction& action) {
  if (action.kind == WriteKind::kConditionCheck) return 0;
  const Table& table = *action.table;
  size_t entries = table.schema().local_indexes.size() + table.global_indexes().size();
  if (table.replica() != nullptr) entries += table.replica()->other_count();
  return entries * work::kStepsPerIndexEntry;
}

// The refusal of a plan that exceeds the budget.
WriteRefusal ExceedsBudget(const WritePlan& plan) {
  WriteRefusal refusal;
  refusal.errors.resize(plan.size());
  refusal.errors.front() = errors::WorkBudgetExhausted();
  return refusal;
}

// The refusal of a transaction whose items are written too often to evaluate it: a conflict for each action whose item
// has changed since `effects` were computed. [open] AWS cancels transactions that overlap with other writes; which of
// two overlapping requests it refuses, and after what time, was not captured.
WriteRefusal Conflicts(const WritePlan& plan, const StoredItems& items, const Effects& effects) {
  WriteRefusal refusal;
  refusal.errors.resize(plan.size());
  for (size_t i = 0; i < plan.size(); ++i) {
    if (!IsEvaluated(effects, i, items[i])) refusal.errors[i] = errors::TransactionConflict();
  }
  return refusal;
}

// A write that makes an item smaller is refused, too: a snapshot or a stream record may keep the old version, so that
// the memory in use grows by the new one.
bool ExceedsMemory(const Effect& effect, size_t memory_bytes_max) {
  return effect.changes() && effect.after != nullptr && StoredBytes::Exceed(memory_bytes_max);
}

// The error of an effect that exceeds a limit. `collections`: null if the sizes of item collections are not checked.
std::optional<Error> ExceededLimit(const Effect& effect, CollectionSizes* collections, size_t memory_bytes_max) {
  if (collections != nullptr && collections->AddExceeds(effect)) return errors::ItemCollectionTooLarge();
  if (ExceedsMemory(effect, memory_bytes_max)) return errors::MemoryLimitReached(memory_bytes_max);
  return std::nullopt;
}

// Takes the units, or returns the refusal of the actions that need units of a limit that is used up.
std::optional<WriteRefusal> ChargeUnits(const WritePlan& plan, const std::vector<UnitCharge>& charges,
                                        ThroughputLimits& throughput) {
  std::vector<ThrottledPart> throttled = throughput.Take(UnitKind::kWrite, charges);
  if (throttled.empty()) return std::nullopt;
  WriteRefusal refusal;
  refusal.errors.resize(plan.size());
  for (ThrottledPart& part : throttled) {
    std::optional<Error>& error = refusal.errors[part.position];
    if (!error.has_value()) error = std::move(part.error);
  }
  return refusal;
}

// A false condition costs as much as a write of the stored item. [open] Whether the other actions of a cancelled
// transaction cost anything was not captured: here they do not.
WriteRefusal ChargeFailedConditions(const WritePlan& plan, const StoredItems& items, WriteRefusal refusal,
                                    const WriteLimits& limits) {
  if (limits.throughput == nullptr) return refusal;
  std::vector<UnitCharge> charges;
  for (size_t i = 0; i < plan.size(); ++i) {
    if (!refusal.errors[i].has_value()) continue;
    charges.push_back(ChargeOfFailedCondition(plan[i], items[i].get(), limits.mode));
    charges.back().position = i;
  }
  std::optional<WriteRefusal> throttled = ChargeUnits(plan, charges, *limits.throughput);
  return throttled.has_value() ? *std::move(throttled) : std::move(refusal);
}

// Why a plan is refused; nothing if it is not. An Effect is large, so the functions below fill the caller's Effects
// instead of returning them.
using Refusal = std::optional<WriteRefusal>;

bool ReturnsItem(const WriteAction& action, const Error& error) {
  const bool is_condition = error.kind == ErrorKind::kConditionalCheckFailed;
  return action.return_item_on_any_failure || (is_condition && action.return_item_on_condition_failure);
}

// Computes the effect of every action on its stored item, except those that `effects` has already: it is empty, or has
// an effect for each action. `collections`: see ExceededLimit.
Refusal ComputeEffects(const WritePlan& plan, const StoredItems& items, CollectionSizes* collections,
                       const WriteLimits& limits, Effects& effects) {
  Effects earlier;
  earlier.swap(effects);
  WriteRefusal refusal;
  for (size_t i = 0; i < plan.size(); ++i) {
    Result<Effect> effect =
        IsEvaluated(earlier, i, items[i]) ? std::move(earlier[i]) : ComputeEffect(plan[i], items[i]);
    if (effect.ok()) {
      std::optional<Error> exceeded = ExceededLimit(*effect, collections, limits.memory_bytes_max);
      if (exceeded.has_value()) effect = *std::move(exceeded);
    }
    if (effect.ok()) {
      effects.push_back(std::move(effect).value());
      continue;
    }
    refusal.errors.resize(plan.size());
    Error error = std::move(effect).error();
    if (items[i] != nullptr && ReturnsItem(plan[i], error)) {
      error.detail = std::make_shared<const ErrorDetail>(ErrorDetail{items[i], {}});
    }
    if (error.kind != ErrorKind::kConditionalCheckFailed && error.kind != ErrorKind::kDuplicateItem) {
      for (std::optional<Error>& condition : refusal.errors) condition.reset();
      refusal.errors[i] = std::move(error);
      return refusal;
    }
    refusal.errors[i] = std::move(error);
  }
  if (!refusal.errors.empty()) return ChargeFailedConditions(plan, items, std::move(refusal), limits);
  return std::nullopt;
}

void DeriveIndexEffects(Effects& effects) {
  for (Effect& effect : effects) {
    const Table& table = *effect.action->table;
    if (!effect.changes() || (!table.has_global_indexes() && table.schema().local_indexes.empty())) continue;
    effect.indexes = ComputeIndexEffects(table, table.global_indexes(), effect.before.get(), effect.after.get());
  }
}

ShardLatches StreamLanes(const Effects& effects) {
  ShardLatches lanes;
  for (const Effect& effect : effects) {
    const Table& table = *effect.action->table;
    const TableStream* const stream = table.structure().stream.get();
    if (stream == nullptr || !effect.changes()) continue;
    const size_t lane = stream->LaneOf(effect.action->hash);
    lanes.push_back({table.number(), 0, lane, &stream->latch(lane)});
  }
  return lanes;
}

void MeasureCollections(Effects& effects) {
  for (Effect& effect : effects) {
    if (!effect.action->measures_collection || effect.action->table->schema().local_indexes.empty()) continue;
    effect.collection_bytes = CollectionBytes(*effect.action);
  }
}

// The latches of the plan's table shards are held in `locks`.
void Install(Effects& effects, PartitionLocks& locks, CommitNumbers& commits, const Clock& clock) {
  locks.LockStage(IndexShards(effects));
  ShardLatches lanes = StreamLanes(effects);
  const bool recorded = !lanes.empty();
  locks.LockStage(std::move(lanes));
  const absl::Time now = recorded ? clock.Now() : absl::Time();
  // This is the last call that may fail.
  MemoryReserve::Refill();
  const MemoryReserve::Use reserve;
  // The number is taken while the lanes are latched: so the records of each lane are in the order of commit numbers.
  const uint64_t commit = commits.Next();
  InstallEffects(effects, commit);
  // The sizes are measured while the items are latched, so that they do not include later writes.
  MeasureCollections(effects);
  if (recorded) RecordEffects(effects, commit, now);
  ReplicateEffects(effects);
}

// Derives the index effects, takes the units of all effects and installs them; or returns the refusal of actions that
// are throttled. The latches of the plan's table shards are held in `locks`.
Refusal Commit(const WritePlan& plan, Effects& effects, PartitionLocks& locks, CommitNumbers& commits,
               const Clock& clock, const WriteLimits& limits) {
  DeriveIndexEffects(effects);
  if (limits.throughput != nullptr) {
    Refusal throttled = ChargeUnits(plan, ChargesOf(effects, limits.mode), *limits.throughput);
    if (throttled.has_value()) return throttled;
  }
  Install(effects, locks, commits, clock);
  return std::nullopt;
}

Refusal EvaluateAndInstall(const WritePlan& plan, CommitNumbers& commits, const Clock& clock, const WriteLimits& limits,
                           Effects& effects) {
  // Effects of expensive plans are computed without the latches; those whose item has been written since are computed
  // again. After this many attempts that is done with the latches held, so that concurrent writes cannot starve the
  // plan, unless it is a transaction that would hold them too long.
  constexpr int kOptimisticAttempts = 4;
  for (const WriteAction& action : plan) {
    if (!Spend(limits.budget, StepsToInstall(action))) return ExceedsBudget(plan);
  }
  StoredItems items;
  for (int attempt = 0;; ++attempt) {
    {
      PartitionLocks locks;
      locks.LockStage(TableShards(plan));
      items = FindItems(plan);
      const size_t bytes = BytesToEvaluate(plan, items, effects);
      uint64_t steps = work::StepsToEvaluate(bytes);
      for (size_t i = 0; i < plan.size(); ++i) steps += StepsToReturn(plan[i], items[i]);
      if (!Spend(limits.budget, steps)) return ExceedsBudget(plan);
      if (attempt == kOptimisticAttempts || bytes <= kBytesUnderLatchesMax) {
        if (limits.mode == WriteCapacityCounter::Mode::kTransaction && bytes > kBytesOfLastAttemptMax) {
          return Conflicts(plan, items, effects);
        }
        CollectionSizes collections(limits.collection_bytes_max);
        Refusal refusal = ComputeEffects(plan, items, &collections, limits, effects);
        return refusal.has_value() ? std::move(refusal) : Commit(plan, effects, locks, commits, clock, limits);
      }
    }
    // A refusal is returned without latching the items again: it is linearized at the moment when they were read.
    Refusal refusal = ComputeEffects(plan, items, nullptr, limits, effects);
    if (refusal.has_value()) return refusal;
  }
}

// Whether point-in-time recovery is on for a table of the plan.
bool IsRecoverable(const WritePlan& plan) {
  return std::any_of(plan.begin(), plan.end(),
                     [](const WriteAction& action) { return action.table->recovery_history().enabled(); });
}

void KeepVersions(const WritePlan& plan, const CommitNumbers& commits, const Clock& clock) {
  for (const WriteAction& action : plan) {
    action.table->recovery_history().KeepVersion(action.table->items(), clock, [&commits] { return commits.last(); });
  }
}

Refusal Execute(const WritePlan& plan, CommitNumbers& commits, const Clock& clock, const WriteLimits& limits,
                Effects& effects) {
  if (!IsRecoverable(plan)) return EvaluateAndInstall(plan, commits, clock, limits, effects);
  KeepVersions(plan, commits, clock);
  Refusal refusal = EvaluateAndInstall(plan, commits, clock, limits, effects);
  for (const WriteAction& action : plan) action.table->recovery_history().Trim();
  return refusal;
}

}  // namespace

Result<Effects, WriteRefusal> ExecuteWrites(const WritePlan& plan, CommitNumbers& commits, const Clock& clock,
                                            size_t collection_bytes_max, size_t memory_bytes_max,
                                            ThroughputLimits* throughput, WorkBudget* budget) {
  const WriteLimits limits = {collection_bytes_max, memory_bytes_max, throughput, budget,
                              WriteCapacityCounter::Mode::kTransaction};
  Effects effects;
  if (Refusal refusal = Execute(plan, commits, clock, limits, effects)) return *std::move(refusal);
  return effects;
}

Result<Effect> ExecuteWrite(WriteAction action, CommitNumbers& commits, const Clock& clock, size_t collection_bytes_max,
                            size_t memory_bytes_max, ThroughputLimits* throughput, WorkBudget* budget) {
  const WriteLimits limits = {collection_bytes_max, memory_bytes_max, throughput, budget,
                              WriteCapacityCounter::Mode::kPlain};
  WritePlan plan;
  plan.push_back(std::move(action));
  Effects effects;
  if (Refusal refusal = Execute(plan, commits, clock, limits, effects)) return std::move(*refusal->errors.front());
  Effect& effect = effects.front();
  effect.action = nullptr;
  return std::move(effect);
}

bool SpendOnWrite(const WriteAction& action, WorkBudget& budget) {
  const PartitionMap& items = action.table->items();
  ItemRef item;
  {
    LatchLock lock(&items.latch(PartitionMap::ShardOf(action.hash)));
    item = items.Find(action.hash, action.key.partition, action.key.sort);
  }
  return budget.Spend(StepsToInstall(action) + work::StepsToEvaluate(BytesToEvaluate(action, item)) +
                      StepsToReturn(action, item));
}

}  // namespace holdfast
