// Evaluates conditions on an item. Total: for every item the result is true or false.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html
#pragma once

#include <cstdint>

#include "engine/expressions/condition/prepared_condition.h"
#include "engine/values/value_view.h"

namespace holdfast {

// A missing attribute makes every clause false, except `<>` and attribute_not_exists, which it makes true. The root
// must be a condition; the depth of the tree is bounded by the operators an expression may have.
bool EvaluateCondition(const PreparedCondition& condition, AttributeMapView item);

// As PreparedCondition::FindConstant describes it; `node` is one of the analysis' constants.
int64_t EvaluateConstant(const PreparedCondition& condition, uint32_t node);

}  // namespace holdfast
