// Checks DynamoDB's legacy parameters, and translates them into the same trees as expressions.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.html
//
// Each function first checks the values, whose errors are worded by `wording`, and then each attribute in request
// order. Errors: ValidationException, without the prefix `1 validation error detected: `. The results keep views of the
// parameters, which must outlive them. The caller must have checked that members such as ComparisonOperator have one of
// the allowed values.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/enum_field.h"
#include "engine/base/result.h"
#include "engine/expressions/condition_expression.h"
#include "engine/expressions/key_condition_expression.h"
#include "engine/expressions/legacy_parameters.h"
#include "engine/expressions/update_expression.h"
#include "engine/values/value_problem.h"

namespace holdfast {

// Returns nothing if there is no condition. For a request with a ConditionalOperator but without Expected, the caller
// passes an empty Expected, and gets the error that the operator needs two conditions.
Result<std::optional<ConditionExpression>> TranslateExpected(const Expected& expected,
                                                             const EnumField<ConditionalOperator>& conditional_operator,
                                                             Wording wording = Wording::kCurrent);

// QueryFilter, ScanFilter.
Result<std::optional<ConditionExpression>> TranslateFilter(const LegacyConditions& conditions,
                                                           const EnumField<ConditionalOperator>& conditional_operator,
                                                           Wording wording = Wording::kCurrent);

// KeyConditions. An operator that is allowed for no key becomes KeyOperator::kNotIndexable, which the caller must
// report if the attribute is a key (errors::NotAnIndexableOperation). The caller must also report if there are more
// conditions than key attributes; the error for an empty map is returned here.
Result<std::vector<KeyClause>> TranslateKeyConditions(const LegacyConditions& conditions,
                                                      Wording wording = Wording::kCurrent);

// Returns nothing for an empty map: like an absent map, it only creates the item if it does not exist.
Result<std::optional<UpdateExpression>> TranslateAttributeUpdates(const AttributeUpdates& updates,
                                                                  Wording wording = Wording::kCurrent);

}  // namespace holdfast
