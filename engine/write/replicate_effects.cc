#include "engine/write/replicate_effects.h"

namespace holdfast {
namespace {

// A write of what is stored already is a write: it is later than what other Regions have written before.
bool IsSent(const Effect& effect) {
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
      replica->Accept(*action.replicated);
    } else if (action.expiry != nullptr) {
      if (effect.changes()) replica->SendExpiry(action.key, action.hash);
    } else if (IsSent(effect)) {
      replica->Send(action.key, action.hash, effect.after);
    }
  }
}

}  // namespace holdfast
