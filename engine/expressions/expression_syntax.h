// An expression as far as its text alone says: parsed, with the checks that need no name or value.
//
// Programs send a few texts again and again, with other values. So each thread remembers the last texts it has seen, a
// fixed number of them, and does not parse them again.
//
// Errors: ValidationException `Invalid <Kind>Expression: …`, the first in DynamoDB's order. Thread-safe.
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/expressions/parser.h"

namespace holdfast {

// The answer's `text` is `text`, which must outlive it.
Result<ParsedExpression> SyntaxOf(ExpressionKind kind, std::string_view text, bool allow_arithmetic, Wording wording);

}  // namespace holdfast
