#include "engine/expressions/condition_expression.h"

#include "engine/expressions/condition/compile_condition.h"
#include "engine/expressions/condition/evaluate.h"
#include "engine/expressions/evaluation_cost.h"

namespace holdfast {

Result<ConditionExpression> ConditionExpression::Parse(ExpressionKind kind, std::string_view text,
                                                       Placeholders* placeholders, ConditionOptions options) {
  HOLDFAST_ASSIGN_OR_RETURN(BoundExpression condition,
                            CompileCondition(kind, text, placeholders, options.allow_arithmetic));
  return ConditionExpression(std::move(condition));
}

bool ConditionExpression::Evaluate(AttributeMapView item) const { return EvaluateCondition(condition_, item); }

size_t ConditionExpression::BytesToEvaluate(size_t item_bytes) const {
  return holdfast::BytesToEvaluate(condition_.bound(), item_bytes);
}

}  // namespace holdfast
