// The parameters of DynamoDB before expressions, checked and made into the same trees as expressions.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.html
//
// Each function checks the values first (in the words of `wording`), then attribute by attribute in request order.
// Errors: ValidationException, without any envelope. What is made keeps views of the parameters, which must outlive it.
// Enum members must have passed the member constraints.
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

// Nothing if there is no condition. A request without Expected but with a ConditionalOperator hands in an empty one:
// the operator needs two conditions to join.
Result<std::optional<ConditionExpression>> TranslateExpected(const Expected& expected,
                                                             const EnumField<ConditionalOperator>& joiner,
                                                             Wording wording = Wording::kCurrent);

// QueryFilter, ScanFilter.
Result<std::optional<ConditionExpression>> TranslateFilter(const LegacyConditions& conditions,
                                                           const EnumField<ConditionalOperator>& joiner,
                                                           Wording wording = Wording::kCurrent);

// KeyConditions. An operator that no key allows becomes KeyOperator::kNotIndexable, which the caller reports once it
// has found that the attribute is a key (errors::NotAnIndexableOperation). More conditions than the key has attributes
// are the caller's to report too; none at all is reported here.
Result<std::vector<KeyClause>> TranslateKeyConditions(const LegacyConditions& conditions,
                                                      Wording wording = Wording::kCurrent);

// Nothing for an empty map: like an absent one, it only makes sure that the item exists.
Result<std::optional<UpdateExpression>> TranslateAttributeUpdates(const AttributeUpdates& updates,
                                                                  Wording wording = Wording::kCurrent);

}  // namespace holdfast
