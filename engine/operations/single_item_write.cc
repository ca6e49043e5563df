#include "engine/operations/single_item_write.h"

#include <string>

#include "engine/errors/general_errors.h"
#include "engine/errors/request_errors.h"

namespace holdfast {

Status CheckConditionalOperatorAlone(ValidationLayer layer,
                                     const EnumField<ConditionalOperator>& conditional_operator) {
  if (conditional_operator.valid()) return {};
  return Framed(layer,
                errors::Validation("Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]"));
}

void ConstrainExpected(const std::optional<Expected>& expected, errors::Constraints& constraints) {
  if (!expected.has_value()) return;
  for (const auto& [attribute, value] : *expected) {
    constraints.Enum(value.comparison_operator, "expected." + attribute + ".member.comparisonOperator");
  }
}

void ConstrainLegacyConditions(const std::optional<LegacyConditions>& conditions, std::string_view member,
                               errors::Constraints& constraints) {
  if (!conditions.has_value()) return;
  for (const auto& [attribute, condition] : *conditions) {
    const std::string path = std::string(member) + "." + attribute + ".member.comparisonOperator";
    constraints.NotNull(condition.comparison_operator.present(), path);
    constraints.Enum(condition.comparison_operator, path);
  }
}

Status CheckReturnsOldOrNothing(ValidationLayer layer, const EnumField<ReturnValues>& return_values) {
  const ReturnValues value = return_values.value_or(ReturnValues::kNone);
  if (value == ReturnValues::kNone || value == ReturnValues::kAllOld) return {};
  return Framed(layer, errors::OnlyAllOldOrNone());
}

Status ParseCondition(ValidationLayer layer, const std::optional<std::string>& text, Placeholders* placeholders,
                      const EngineOptions& options, std::optional<ConditionExpression>* condition) {
  if (!text.has_value()) return {};
  HOLDFAST_ASSIGN_OR_RETURN(
      *condition, Framed(layer, ConditionExpression::Parse(ExpressionKind::kCondition, *text, placeholders,
                                                           {.allow_arithmetic = options.allow_arithmetic_conditions})));
  return {};
}

}  // namespace holdfast
