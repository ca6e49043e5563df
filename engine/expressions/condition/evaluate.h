// Evaluates conditions on an item. Evaluation never fails: for every item the result is true or false.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html
#pragma once

#include <cstdint>

#include "engine/expressions/condition/prepared_condition.h"
#include "engine/values/value_view.h"

namespace holdfast {

// A clause with a missing attribute is false, except attribute_not_exists and `<>`, which are true (but not the `<>` of
// PartiQL, nor a `<>` of the attribute's size()); a missing candidate of IN equals nothing. The root node of
// `condition.bound()` must be a clause, AND, OR or NOT, not an operand. The recursion is bounded by the number of
// operators that an expression may have, and by the height of the terms that the PartiQL parser accepts.
bool EvaluateCondition(const PreparedCondition& condition, AttributeMapView item);

// Computes the result of `node`, one of ConditionAnalysis::constants. PreparedCondition calls this once for each of
// them, and FindConstant returns what it computed.
int64_t EvaluateConstant(const PreparedCondition& condition, uint32_t node);

}  // namespace holdfast
