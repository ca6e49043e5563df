#include "engine/write/write_path.h"

#include <memory>
#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/item_errors.h"
#include "engine/storage/partition_locks.h"
#include "engine/write/compute_effects.h"
#include "engine/write/install_effects.h"
#include "engine/write/record_effects.h"

namespace holdfast {
namespace {

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

// Tables with a local index limit what one partition key may hold. A write that does not make it grow is allowed.
// [open] AWS counts the index entries too; here the items are counted, once for the table and once for each local
// index they are in.
bool MakesCollectionTooLarge(const Effect& effect) {
  const Table& table = *effect.action->table;
  if (table.schema().local_indexes.empty() || effect.after == nullptr) return false;
  const size_t size_before = effect.before == nullptr ? 0 : effect.before->size_bytes();
  if (effect.after->size_bytes() <= size_before) return false;
  const PartitionRef partition = table.items().FindPartition(effect.action->hash, effect.action->key.partition);
  if (partition == nullptr) return false;
  size_t size = partition->items().size_bytes() + effect.after->size_bytes() - size_before;
  for (size_t order = 0; order < partition->local_orders(); ++order) size += partition->local(order).size_bytes();
  return size > limits::kItemCollectionBytesMax;
}

Result<Effect> ComputeAction(const WriteAction& action) {
  ItemRef before = action.table->items().Find(action.hash, action.key.partition, action.key.sort);
  Result<Effect> effect = ComputeEffect(action, std::move(before));
  if (effect.ok() && effect->changes() && MakesCollectionTooLarge(*effect)) return errors::ItemCollectionTooLarge();
  return effect;
}

// Every action's effect, or why the plan is refused.
Result<Effects, WriteRefusal> ComputeEffects(const WritePlan& plan) {
  Effects effects;
  WriteRefusal refusal;
  for (const WriteAction& action : plan) {
    Result<Effect> effect = ComputeAction(action);
    if (effect.ok()) {
      effects.push_back(std::move(effect).value());
      continue;
    }
    refusal.errors.resize(plan.size());
    const size_t position = static_cast<size_t>(&action - plan.data());
    if (effect.error().kind != ErrorKind::kConditionalCheckFailed) {
      for (std::optional<Error>& earlier : refusal.errors) earlier.reset();
      refusal.errors[position] = std::move(effect).error();
      return refusal;
    }
    refusal.errors[position] = std::move(effect).error();
  }
  if (!refusal.errors.empty()) return refusal;
  return effects;
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

}  // namespace

Result<Effects, WriteRefusal> ExecuteWrites(const WritePlan& plan, CommitNumbers& commits, const Clock& clock) {
  PartitionLocks locks;
  locks.LockStage(TableShards(plan));
  Result<Effects, WriteRefusal> effects = ComputeEffects(plan);
  if (!effects.ok()) return effects;
  DeriveIndexEffects(*effects);
  locks.LockStage(IndexShards(*effects));
  ShardLatches lanes = StreamLanes(*effects);
  const bool recorded = !lanes.empty();
  locks.LockStage(std::move(lanes));
  // Taken with the lanes latched: in each of them the records are in the order of their commits.
  const uint64_t commit = commits.Next();
  InstallEffects(*effects, commit);
  if (recorded) RecordEffects(*effects, commit, clock.Now());
  return effects;
}

Result<Effect> ExecuteWrite(WriteAction action, CommitNumbers& commits, const Clock& clock) {
  WritePlan plan;
  plan.push_back(std::move(action));
  Result<Effects, WriteRefusal> effects = ExecuteWrites(plan, commits, clock);
  if (!effects.ok()) return std::move(*effects.error().errors.front());
  Effect& effect = effects->front();
  effect.action = nullptr;
  return std::move(effect);
}

}  // namespace holdfast
