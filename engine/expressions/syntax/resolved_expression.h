// A parsed expression whose paths have their names substituted, but whose values are not bound yet.
//
// Most programs send a few texts again and again with other values. So each thread caches a fixed number of recent
// expressions, which are neither parsed nor resolved again.
//
// Thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/placeholders.h"
#include "engine/expressions/syntax/bound_expression.h"
#include "engine/expressions/syntax/parser.h"

namespace holdfast {

struct ResolvedExpression {
  struct Name {
    Token reference;
    std::optional<std::string> name;  // nothing if the request does not define it
  };

  // The expression as it was parsed; it has passed the checks that need no name or value.
  std::shared_ptr<const ParsedExpression> parsed;
  // In text order, repeats included.
  std::vector<Name> names;
  // Paths with an undefined name are empty here.
  ExpressionShape shape;
};
using ResolvedExpressionRef = std::shared_ptr<const ResolvedExpression>;

// Parses and resolves the expression, and marks its names as used in `placeholders`. Errors: ValidationException
// `Invalid <Kind>Expression: …`, the first in DynamoDB's order of the errors that depend on the text alone.
Result<ResolvedExpressionRef> ResolveExpression(ExpressionKind kind, std::string_view text, bool allow_arithmetic,
                                                Placeholders* placeholders);

// An expression with the shape of `resolved`, which it keeps alive, and without values.
BoundExpression MakeBoundExpression(const ResolvedExpressionRef& resolved);

// Returns an error for the first undefined name in any path.
Status CheckNamesDefined(const ResolvedExpression& resolved);

// `bound` was made from `resolved`. If `node` is a value leaf, binds its value; value leaves must be bound in the order
// of the tree's nodes. If it is a path leaf, checks that its names are defined. Does nothing for other nodes. Errors:
// the value or the name is not defined.
Status BindLeaf(const ResolvedExpression& resolved, uint32_t node, Placeholders* placeholders, BoundExpression* bound);

}  // namespace holdfast
