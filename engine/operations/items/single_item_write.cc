#include "engine/operations/items/single_item_write.h"

#include <algorithm>
#include <string>

#include "engine/base/limits.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/request_errors.h"

namespace holdfast {
namespace {

bool AnyNeedsOlderLayer(const std::optional<std::vector<AttributeValue>>& values) {
  return values.has_value() && std::any_of(values->begin(), values->end(), [](const AttributeValue& value) {
           return NeedsOlderLayer(value.problem());
         });
}

}  // namespace

Status CheckConditionalOperatorAlone(ValidationLayer layer,
                                     const EnumField<ConditionalOperator>& conditional_operator) {
  if (conditional_operator.valid()) return {};
  return WithLayerPrefix(layer, errors::ConditionalOperatorNotInSet());
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

void ConstrainReturnValues(const EnumField<ReturnValues>& return_values, ReturnValuesForm form,
                           errors::Constraints& constraints) {
  if (return_values.valid()) return;
  if (form == ReturnValuesForm::kOlder) return constraints.Enum(return_values, "returnValues");
  constraints.FailReturnValues();
}

bool NeedsOlderLayer(const ValueProblem* problem) {
  const ValueProblem* nesting = NestingProblem(problem);
  return nesting != nullptr && nesting->levels >= limits::kOlderLayerLevelsMin;
}

bool NeedsOlderLayer(const std::optional<Expected>& expected) {
  return expected.has_value() && std::any_of(expected->begin(), expected->end(), [](const auto& entry) {
           const ExpectedAttributeValue& value = entry.second;
           return (value.value.has_value() && NeedsOlderLayer(value.value->problem())) ||
                  AnyNeedsOlderLayer(value.attribute_value_list);
         });
}

bool NeedsOlderLayer(const std::optional<LegacyConditions>& conditions) {
  return conditions.has_value() && std::any_of(conditions->begin(), conditions->end(), [](const auto& entry) {
           return AnyNeedsOlderLayer(entry.second.attribute_value_list);
         });
}

bool NeedsOlderLayer(const std::optional<AttributeUpdates>& updates) {
  return updates.has_value() && std::any_of(updates->begin(), updates->end(), [](const auto& entry) {
           return entry.second.value.has_value() && NeedsOlderLayer(entry.second.value->problem());
         });
}

bool NeedsOlderLayer(const std::optional<ExpressionAttributeValues>& values) {
  return values.has_value() && std::any_of(values->begin(), values->end(),
                                           [](const auto& entry) { return NeedsOlderLayer(entry.second.problem()); });
}

Status CheckExpectedValues(ValidationLayer layer, const std::optional<Expected>& expected) {
  HOLDFAST_RETURN_IF_ERROR(CheckAttributeNames(expected));
  if (!expected.has_value()) return {};
  for (const auto& [name, value] : *expected) {
    if (value.value.has_value()) HOLDFAST_RETURN_IF_ERROR(CheckValue(layer, value.value->problem()));
    if (!value.attribute_value_list.has_value()) continue;
    for (const AttributeValue& element : *value.attribute_value_list) {
      HOLDFAST_RETURN_IF_ERROR(CheckValue(layer, element.problem()));
    }
  }
  return {};
}

Status CheckUpdateValues(ValidationLayer layer, const std::optional<AttributeUpdates>& updates) {
  HOLDFAST_RETURN_IF_ERROR(CheckAttributeNames(updates));
  if (!updates.has_value()) return {};
  for (const auto& [name, update] : *updates) {
    if (update.value.has_value()) HOLDFAST_RETURN_IF_ERROR(CheckValue(layer, update.value->problem()));
  }
  return {};
}

Status CheckReturnValuesIsNoneOrAllOld(ValidationLayer layer, const EnumField<ReturnValues>& return_values) {
  const ReturnValues value = return_values.value_or(ReturnValues::kNone);
  if (value == ReturnValues::kNone || value == ReturnValues::kAllOld) return {};
  return WithLayerPrefix(layer, errors::OnlyAllOldOrNone());
}

Status ParseCondition(ValidationLayer layer, const std::optional<std::string>& text, Placeholders* placeholders,
                      const EngineOptions& options, std::optional<ConditionExpression>* condition,
                      ExpressionKind kind) {
  if (!text.has_value()) return {};
  HOLDFAST_ASSIGN_OR_RETURN(
      *condition,
      WithLayerPrefix(layer, ConditionExpression::Parse(kind, *text, placeholders,
                                                        {.allow_arithmetic = options.allow_arithmetic_conditions})));
  return {};
}

}  // namespace holdfast
