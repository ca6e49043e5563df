#include "engine/write/replicate_effects.h"

namespace holdfast {
namespace {

// A put or update that leaves the item unchanged is sent, too: it is later than earlier writes of other Regions, and
// the last write to an item wins.
bool MustBeSent(const Effect& effect) {
  const WriteKind kind = effect.action->kind;
  const bool writes_item = (kind == WriteKind::kPut || kind == WriteKind::kUpdate) && effect.after != nullptr;
  return effect.changes() || writes_item;
}

}  // namespace

void ReplicateEffects(const Effects& effects) noexcept {
  for (const Effect& effect : effects) {
    const WriteAction& action = *effect.action;
    Replica* const replica = action.table->replica();
    if (replica == nullptr) continue;
    if (action.replicated != nullptr) {
      replica->RemoveApplied(*action.replicated);
    } else if (action.expiry != nullptr) {
      if (effect.changes()) replica->SendExpiry(action.key, action.hash);
    } else if (MustBeSent(effect)) {
      replica->Send(action.key, action.hash, effect.after);
    }
  }
}

}  // namespace holdfast
