// ConditionExpression and FilterExpression: compiled once per request, evaluated against any number of items.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html
//
// Thread safety: immutable once made. It keeps views of the request's values; the request must outlive it.
#pragma once

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
  // `(quantity - reservedQty) >= :qty`: not DynamoDB's. See --allow-arithmetic-conditions.
  bool allow_arithmetic = false;
};

class ConditionExpression {
 public:
  // `kind` is kCondition or kFilter. Errors: ValidationException `Invalid ConditionExpression: …` (or
  // FilterExpression), without any envelope, in DynamoDB's order: size, empty, syntax, redundant parentheses, limits,
  // unknown function, misused function, reserved word, and then clause by clause in text order undefined names and
  // values, operand count, distinct operands, operand types.
  static Result<ConditionExpression> Parse(ExpressionKind kind, std::string_view text, Placeholders* placeholders,
                                           ConditionOptions options = {});
  // A condition that was not parsed from an expression's text: its root must be a condition and every operand count
  // right.
  explicit ConditionExpression(BoundExpression condition) : condition_(std::move(condition)) {}

  // A missing item is AttributeMapView::Empty().
  bool Evaluate(AttributeMapView item) const;
  // Every document path it reads, in text order, repeats included.
  const std::vector<DocumentPath>& paths() const { return condition_.bound().shape().paths; }
  // The condition as a tree, to estimate the cost of evaluating it.
  const SyntaxTree& tree() const { return condition_.bound().shape().tree; }

 private:
  PreparedCondition condition_;
};

}  // namespace holdfast
