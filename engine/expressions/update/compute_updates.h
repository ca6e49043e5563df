// The item after an update: every operand is evaluated against the item as it was, then all paths are changed at once.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
#pragma once

#include <optional>

#include "engine/base/result.h"
#include "engine/expressions/syntax/bound_expression.h"
#include "engine/values/attribute_value.h"

namespace holdfast {

// Operands read `before`, whose paths are changed: the item or, if it does not exist, its key. What is to be removed
// from an item that does not exist is ignored, but the parent of a path to DELETE from must exist. Errors: as of
// UpdateExpression::Apply.
Result<std::optional<AttributeMap>> ComputeUpdates(const BoundExpression& update, bool legacy, AttributeMapView before,
                                                   bool exists);

}  // namespace holdfast
