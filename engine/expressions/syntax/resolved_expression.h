// An expression parsed from its text, with its names substituted in its paths; its values are not bound yet.
//
// Programs send a few texts again and again, with other values. So each thread caches a fixed number of recent
// expressions, and neither parses nor resolves them again.
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

  // With the checks that need no name or value.
  std::shared_ptr<const ParsedExpression> parsed;
  // In text order, repeats included.
  std::vector<Name> names;
  // A path with a name that is not defined is empty in it.
  ExpressionShape shape;
};
using ResolvedExpressionRef = std::shared_ptr<const ResolvedExpression>;

// Its names count as used from now on. Errors: ValidationException `Invalid <Kind>Expression: …`, the first in
// DynamoDB's order, of the text alone.
Result<ResolvedExpressionRef> ResolveExpression(ExpressionKind kind, std::string_view text, bool allow_arithmetic,
                                                Placeholders* placeholders);

// The shape to be bound to a request's values; it keeps `resolved`.
BoundExpression MakeBoundExpression(const ResolvedExpressionRef& resolved);

// The first name that is not defined, in any path.
Status CheckNamesDefined(const ResolvedExpression& resolved);

// Binds a leaf of `bound`, which was made from `resolved`. Leaves must be bound in order; other nodes are left alone.
// Errors: a name of the path, or the value, is not defined.
Status BindLeaf(const ResolvedExpression& resolved, uint32_t node, Placeholders* placeholders, BoundExpression* bound);

}  // namespace holdfast
