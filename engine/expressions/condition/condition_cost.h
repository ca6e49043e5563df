// The cost of evaluating a condition on one item, estimated without reading the item.
#pragma once

#include <cstddef>

#include "engine/expressions/syntax/bound_expression.h"

namespace holdfast {

// In bytes read. `item_bytes`: the size of the item, 0 if it does not exist. An upper bound: AND and OR may end before
// their last operand, and a path counts as the whole item.
size_t BytesToEvaluate(const BoundExpression& condition, size_t item_bytes);

}  // namespace holdfast
