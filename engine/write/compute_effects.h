// Evaluates one action of a plan against the stored item: whether it applies (the size of the update expression,
// pending replication, the presence of the item), its condition, then its effect. Changes nothing.
#pragma once

#include "engine/base/result.h"
#include "engine/write/effects.h"

namespace holdfast {

// `before` is the stored item, or null. `action` must outlive the result, which points to it. The error is
// ConditionalCheckFailed, DuplicateItem, or DynamoDB's error for an update that cannot be applied to this item. Does
// not compute index effects.
Result<Effect> ComputeEffect(const WriteAction& action, ItemRef before);

}  // namespace holdfast
