#include "engine/expressions/condition_expression.h"

#include "engine/expressions/compile_condition.h"
#include "engine/expressions/evaluate.h"

namespace holdfast {

Result<ConditionExpression> ConditionExpression::Parse(ExpressionKind kind, std::string_view text,
                                                       Placeholders* placeholders, ConditionOptions options) {
  HOLDFAST_ASSIGN_OR_RETURN(ParsedExpression parsed,
                            CompileCondition(kind, text, placeholders, options.allow_arithmetic));
  return ConditionExpression(std::move(parsed.tree), parsed.root);
}

bool ConditionExpression::Evaluate(AttributeMapView item) const { return EvaluateCondition(tree_, root_, item); }

}  // namespace holdfast
