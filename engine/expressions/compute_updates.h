// The item after an update: every operand is evaluated against the item as it was, then all paths are changed at once.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
#pragma once

#include <cstdint>
#include <optional>

#include "absl/types/span.h"
#include "engine/base/result.h"
#include "engine/expressions/syntax_tree.h"
#include "engine/expressions/update_expression.h"
#include "engine/values/attribute_value.h"

namespace holdfast {

// Operands read `before`; the paths are changed in `base`, which is `before` or, if the item does not exist, its key.
// An item that does not exist has nothing to REMOVE or DELETE, so these actions are skipped for it. `order` is the
// targets' PathOrder. Errors: as of UpdateExpression::Apply.
Result<std::optional<AttributeMap>> ComputeUpdates(const UpdateExpression& update, const SyntaxTree& tree,
                                                   absl::Span<const uint32_t> order, bool legacy,
                                                   AttributeMapView before, AttributeMapView base, bool exists);

}  // namespace holdfast
