// The cost of evaluating an expression on one item, estimated without reading the item: in bytes read, which
// work::StepsToEvaluate (engine/base/work_budget.h) converts to steps. The value at a path counts as large as the item.
#pragma once

#include <cstddef>

#include "engine/expressions/syntax/bound_expression.h"

namespace holdfast {

// The cost of evaluating a condition. `item_bytes`: the size of the item, 0 if it does not exist. AND and OR may end
// before their last operand; the evaluation then costs less.
size_t BytesToEvaluate(const BoundExpression& condition, size_t item_bytes);

// The cost of applying an update to an item of `item_bytes` (0 if it does not exist).
size_t BytesToUpdate(const BoundExpression& update, size_t item_bytes);

}  // namespace holdfast
