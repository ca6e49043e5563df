// The cost of evaluating an expression on one item, estimated without reading the item: in bytes read, of which
// work::StepsToEvaluate (engine/base/work_budget.h) makes steps. A path counts as the whole item, which it may be.
#pragma once

#include <cstddef>

#include "engine/expressions/syntax/bound_expression.h"

namespace holdfast {

// Of evaluating a condition. `item_bytes`: the size of the item, 0 if it does not exist. AND and OR may end before
// their last operand, so it may cost less.
size_t BytesToEvaluate(const BoundExpression& condition, size_t item_bytes);

// Of applying an update to an item of that size.
size_t BytesToUpdate(const BoundExpression& update, size_t item_bytes);

}  // namespace holdfast
