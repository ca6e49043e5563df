// Evaluates one action of a plan against the stored item: its condition, then its effect. Changes nothing.
#pragma once

#include "engine/base/result.h"
#include "engine/write/effects.h"

namespace holdfast {

// `before` is the stored item, or null. The error is ConditionalCheckFailed (with the item, if asked for) or what
// DynamoDB says of an update that this item does not allow. Index effects are not computed yet.
Result<Effect> ComputeEffect(const WriteAction& action, ItemRef before);

}  // namespace holdfast
