// Conditions against an item. Total: whatever the item holds, the answer is true or false.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html
#pragma once

#include "engine/expressions/bound_expression.h"
#include "engine/values/value_view.h"

namespace holdfast {

// A missing attribute makes every clause false, except `<>` and attribute_not_exists, which it makes true. The root
// must be a condition; the depth of the tree is bounded by the operators an expression may have.
bool EvaluateCondition(const BoundExpression& condition, AttributeMapView item);

}  // namespace holdfast
