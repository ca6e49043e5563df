// The common compiler of conditions, filters and key conditions.
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/expressions/placeholders.h"
#include "engine/expressions/syntax/bound_expression.h"

namespace holdfast {

// Compiles the expression, with the checks that ConditionExpression::Parse lists, in their order.
Result<BoundExpression> CompileCondition(ExpressionKind kind, std::string_view text, Placeholders* placeholders,
                                         bool allow_arithmetic);

}  // namespace holdfast
