// ConditionExpression and FilterExpression: compiled once per request, evaluated against any number of items.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html
//
// Thread safety: immutable after construction. It keeps views of the request's values; the request must outlive it.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/condition/prepared_condition.h"
#include "engine/expressions/placeholders.h"
#include "engine/expressions/syntax/bound_expression.h"
#include "engine/values/document_path.h"
#include "engine/values/value_view.h"

namespace holdfast {

struct ConditionOptions {
  // Allows `(quantity - reservedQty) >= :qty`, which DynamoDB does not. See --allow-arithmetic-conditions.
  bool allow_arithmetic = false;
};

class ConditionExpression {
 public:
  // `kind` is kCondition or kFilter. Errors: ValidationException `Invalid ConditionExpression: …` (or
  // FilterExpression), without the prefix `1 validation error detected: `, in DynamoDB's order: size, empty, syntax,
  // redundant parentheses, limits ([open] their position is not known), unknown function, misused function, reserved
  // word; then clause by clause in text order undefined names and values; then node by node, inner ones first, operand
  // count, distinct operands, operand types, the bounds of BETWEEN, type names.
  static Result<ConditionExpression> Parse(ExpressionKind kind, std::string_view text, Placeholders* placeholders,
                                           ConditionOptions options = {});
  // For conditions that were not parsed from an expression's text. The root must be a condition, and every operator
  // must have the right number of operands.
  explicit ConditionExpression(BoundExpression condition) : condition_(std::move(condition)) {}

  // `item` is AttributeMapView::Empty() if the item does not exist.
  bool Evaluate(AttributeMapView item) const;
  // The cost of evaluating it on an item of that size (evaluation_cost.h).
  size_t BytesToEvaluate(size_t item_bytes) const;
  // The document paths that the condition reads, in text order, repeats included.
  const std::vector<DocumentPath>& paths() const { return condition_.bound().shape().paths; }

 private:
  PreparedCondition condition_;
};

}  // namespace holdfast
