// Computes the item after an update: evaluates every operand on the item before, then changes all paths at once.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
#pragma once

#include <optional>

#include "engine/base/result.h"
#include "engine/expressions/syntax/bound_expression.h"
#include "engine/values/attribute_value.h"

namespace holdfast {

// Operands read `before`, and the result is `before` with its targets changed. `before` is the item or, if it does not
// exist, its key. A REMOVE from an item that does not exist is ignored, but the parent of a DELETE's target must exist.
// Errors: those of UpdateExpression::Apply.
Result<std::optional<AttributeMap>> ComputeUpdates(const BoundExpression& update, bool legacy, AttributeMapView before,
                                                   bool exists);

}  // namespace holdfast
