// The one compiler of conditions, filters and key conditions.
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/expressions/parser.h"
#include "engine/expressions/placeholders.h"

namespace holdfast {

// Every check of a condition expression (condition_expression.h), in order. The tree of the answer is resolved.
Result<ParsedExpression> CompileCondition(ExpressionKind kind, std::string_view text, Placeholders* placeholders,
                                          bool allow_arithmetic);

}  // namespace holdfast
