// The item after an update: every operand is evaluated against the item as it was, then all paths are changed at once.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
#pragma once

#include <optional>

#include "engine/base/result.h"
#include "engine/expressions/bound_expression.h"
#include "engine/values/attribute_value.h"

namespace holdfast {

// Operands read `before`; the paths are changed in `base`, which is `before` or, if the item does not exist, its key.
// An item that does not exist has nothing to REMOVE or DELETE, so these actions are skipped for it. Errors: as of
// UpdateExpression::Apply.
Result<std::optional<AttributeMap>> ComputeUpdates(const BoundExpression& update, bool legacy, AttributeMapView before,
                                                   AttributeMapView base, bool exists);

}  // namespace holdfast
