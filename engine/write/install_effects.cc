#include "engine/write/install_effects.h"

namespace holdfast {
namespace {

// Updates the table's order of expiry, which is guarded by the latch of the item.
void InstallExpiry(const Effect& effect) {
  const WriteAction& action = *effect.action;
  ExpiryOrder* const order = action.table->expiry_order();
  if (order != nullptr) order->Replace(PartitionMap::ShardOf(action.hash), action.key, effect.before, effect.after);
}

// PartitionMap requires that local index entries are erased before their item, and put after it.
void InstallItem(const Effect& effect) {
  const WriteAction& action = *effect.action;
  PartitionMap& items = action.table->items();
  for (const LocalIndexEffect& local : effect.indexes.local) {
    if (!local.entry.erase.has_value()) continue;
    items.EraseLocal(action.hash, action.key.partition, local.position, *local.entry.erase);
  }
  if (effect.after == nullptr) {
    items.Erase(action.hash, action.key.partition, action.key.sort);
    return;
  }
  items.Put(action.hash, action.key.partition, action.key.sort, effect.after);
  for (const LocalIndexEffect& local : effect.indexes.local) {
    if (!local.entry.put.has_value()) continue;
    items.PutLocal(action.hash, action.key.partition, local.position, *local.entry.put, effect.after);
  }
}

// Called while the latch of the item is held, so that no image of the table's items is taken between this call and
// InstallItem. A version whose image was taken before may still be added in between: then the change is counted for the
// version before it, or for none.
void CountForRecovery(const Effect& effect) {
  Table& table = *effect.action->table;
  RecoveryHistory& history = table.recovery_history();
  if (history.enabled()) history.CountChange(effect.before.get(), table.schema().local_indexes.size());
}

void InstallGlobalEntries(const Effect& effect) {
  for (const GlobalIndexEffect& global : effect.indexes.global) {
    PartitionMap& entries = global.index->entries;
    if (const auto& key = global.entry.erase) entries.Erase(key->hash, key->partition, key->sort);
    if (const auto& key = global.entry.put) entries.Put(key->hash, key->partition, key->sort, effect.after);
  }
}

}  // namespace

void InstallEffects(Effects& effects, uint64_t commit) noexcept {
  for (Effect& effect : effects) {
    if (!effect.changes()) continue;
    if (effect.created != nullptr) effect.created->set_commit(commit);
    CountForRecovery(effect);
    InstallItem(effect);
    InstallExpiry(effect);
    InstallGlobalEntries(effect);
  }
}

}  // namespace holdfast
