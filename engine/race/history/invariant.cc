#include "engine/race/history/invariant.h"

#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/expressions/condition_expression.h"
#include "engine/expressions/placeholders.h"
#include "engine/race/steps/operation_text.h"

namespace holdfast::race {
namespace {

// The compiled `where` and `each` of an invariant; absent where the text is empty.
struct Conditions {
  std::optional<ConditionExpression> where;
  std::optional<ConditionExpression> each;

  bool Selects(AttributeMapView item) const { return !where.has_value() || where->Evaluate(item); }
};

Status Compile(const std::string& text, Placeholders& placeholders, std::optional<ConditionExpression>& condition) {
  if (text.empty()) return {};
  // An invariant is not sent to DynamoDB, so it may use arithmetic.
  HOLDFAST_ASSIGN_OR_RETURN(condition, ConditionExpression::Parse(ExpressionKind::kCondition, text, &placeholders,
                                                                  {.allow_arithmetic = true}));
  return {};
}

Result<Conditions> Compile(const Invariant& invariant) {
  Placeholders placeholders(invariant.fields);
  HOLDFAST_RETURN_IF_ERROR(placeholders.Check(Wording::kCurrent));
  Conditions conditions;
  HOLDFAST_RETURN_IF_ERROR(Compile(invariant.where, placeholders, conditions.where));
  HOLDFAST_RETURN_IF_ERROR(Compile(invariant.each, placeholders, conditions.each));
  HOLDFAST_RETURN_IF_ERROR(placeholders.CheckAllUsed());
  return conditions;
}

// The values of the attributes, packed for comparison and as text; nothing if the item lacks one of them.
std::optional<std::pair<std::string, std::string>> ValuesOf(const std::vector<std::string>& attributes,
                                                            AttributeMapView item) {
  std::string packed;
  std::vector<std::string> texts;
  for (const std::string& name : attributes) {
    const std::optional<ValueView> value = item.Find(name);
    if (!value.has_value()) return std::nullopt;
    packed += value->packed();
    texts.push_back(absl::StrCat(name, " ", DescribeValue(*value)));
  }
  return std::pair(std::move(packed), absl::StrJoin(texts, ", "));
}

}  // namespace

Result<void, std::string> Validate(const Invariant& invariant, StepExecutor& executor) {
  const std::string name = absl::StrCat("the invariant '", invariant.name, "' ");
  if (invariant.name.empty()) return std::string("an invariant has no name");
  const int kinds =
      (invariant.each.empty() ? 0 : 1) + (invariant.unique.empty() ? 0 : 1) + (invariant.check == nullptr ? 0 : 1);
  if (kinds != 1) return name + "needs either an expression for each item, or attributes that are unique, or a check";
  if (invariant.check != nullptr) return {};
  if (invariant.table.empty()) return name + "names no table";
  const Result<Conditions> conditions = Compile(invariant);
  if (!conditions.ok()) return absl::StrCat(name, "is not valid: ", conditions.error().message);
  if (!executor.HasTable(invariant.table)) {
    return absl::StrCat(name, "is of the table '", invariant.table, "', which does not exist");
  }
  return {};
}

std::optional<std::string> InvariantEvaluation::Violation(const Invariant& invariant) {
  if (invariant.check != nullptr) return invariant.check();
  const Result<Conditions> conditions = Compile(invariant);
  // Validate has checked them.
  if (!conditions.ok()) return std::nullopt;
  auto found = items_by_table_.find(invariant.table);
  if (found == items_by_table_.end()) {
    found = items_by_table_.emplace(invariant.table, executor_.ItemsOf(invariant.table)).first;
  }
  const Result<std::vector<ItemVersion>>& items = found->second;
  if (!items.ok()) {
    // The run may have deleted the table.
    if (items.error().kind == ErrorKind::kResourceNotFound) return std::nullopt;
    return absl::StrCat("it cannot be checked, because its table cannot be read: ", items.error().message);
  }
  std::map<std::string, std::string> keys_by_values;
  for (const ItemVersion& item : *items) {
    const AttributeMapView attributes = item.content->attributes();
    if (!conditions->Selects(attributes)) continue;
    if (conditions->each.has_value() && !conditions->each->Evaluate(attributes)) {
      return absl::StrCat(item.key_text, " is ", Shortened(DescribeItem(attributes), 200));
    }
    if (invariant.unique.empty()) continue;
    auto values = ValuesOf(invariant.unique, attributes);
    if (!values.has_value()) continue;
    const auto [other, is_first] = keys_by_values.try_emplace(std::move(values->first), item.key_text);
    if (!is_first) return absl::StrCat(other->second, " and ", item.key_text, " both have ", values->second);
  }
  return std::nullopt;
}

}  // namespace holdfast::race
