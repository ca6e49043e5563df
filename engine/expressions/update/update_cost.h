// The cost of applying an update to one item, estimated without reading the item.
#pragma once

#include <cstddef>

#include "engine/expressions/syntax/bound_expression.h"

namespace holdfast {

// In bytes read. `item_bytes`: the size of the item, 0 if it does not exist. An upper bound: a path counts as the whole
// item.
size_t BytesToUpdate(const BoundExpression& update, size_t item_bytes);

}  // namespace holdfast
