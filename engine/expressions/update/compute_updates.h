// Computes the item after an update: evaluates every operand on the item before the update, then changes all paths at
// once.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/result.h"
#include "engine/expressions/syntax/bound_expression.h"
#include "engine/values/attribute_value.h"

namespace holdfast {

// Where an update comes from. In the legacy AttributeUpdates, ADD also appends lists, and a type mismatch of ADD or
// DELETE has a message of its own. A PartiQL update that nests the item too deeply has a message of its own, too.
enum class UpdateDialect : uint8_t { kExpression, kLegacy, kPartiql };

// Operands read `before`, and the result, which always has a value, is `before` with the targets of `update` changed.
// `before` is the item or, if it does not exist, its key. A REMOVE from an item that does not exist is ignored, but the
// parent of a DELETE's target must exist. Errors: those of UpdateExpression::Apply.
Result<std::optional<AttributeMap>> ComputeUpdates(const BoundExpression& update, UpdateDialect dialect,
                                                   AttributeMapView before, bool exists);

}  // namespace holdfast
