// DynamoDB's legacy request members, which expressions have replaced. legacy_translation.h translates them into the
// same trees as expressions.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.html
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/enum_field.h"
#include "engine/values/attribute_value.h"

namespace holdfast {

enum class ComparisonOperator {
  kEq,
  kNe,
  kLe,
  kLt,
  kGe,
  kGt,
  kNotNull,
  kNull,
  kContains,
  kNotContains,
  kBeginsWith,
  kIn,
  kBetween,
};
template <>
struct EnumNames<ComparisonOperator> {
  using E = ComparisonOperator;
  static constexpr EnumName<E> kNames[] = {{E::kIn, "IN"},
                                           {E::kNull, "NULL"},
                                           {E::kBetween, "BETWEEN"},
                                           {E::kLt, "LT"},
                                           {E::kNotContains, "NOT_CONTAINS"},
                                           {E::kEq, "EQ"},
                                           {E::kGt, "GT"},
                                           {E::kNotNull, "NOT_NULL"},
                                           {E::kNe, "NE"},
                                           {E::kLe, "LE"},
                                           {E::kBeginsWith, "BEGINS_WITH"},
                                           {E::kGe, "GE"},
                                           {E::kContains, "CONTAINS"}};
};

enum class ConditionalOperator { kAnd, kOr };
template <>
struct EnumNames<ConditionalOperator> {
  static constexpr EnumName<ConditionalOperator> kNames[] = {{ConditionalOperator::kOr, "OR"},
                                                             {ConditionalOperator::kAnd, "AND"}};
};

enum class AttributeAction { kPut, kAdd, kDelete };
template <>
struct EnumNames<AttributeAction> {
  static constexpr EnumName<AttributeAction> kNames[] = {
      {AttributeAction::kAdd, "ADD"}, {AttributeAction::kPut, "PUT"}, {AttributeAction::kDelete, "DELETE"}};
};

// One attribute of `Expected`.
struct ExpectedAttributeValue {
  std::optional<AttributeValue> value;
  std::optional<bool> exists;
  EnumField<ComparisonOperator> comparison_operator;
  std::optional<std::vector<AttributeValue>> attribute_value_list;
};

// One attribute of `KeyConditions`, `QueryFilter` or `ScanFilter`.
struct LegacyCondition {
  EnumField<ComparisonOperator> comparison_operator;
  std::optional<std::vector<AttributeValue>> attribute_value_list;
};

// One attribute of `AttributeUpdates`.
struct AttributeValueUpdate {
  EnumField<AttributeAction> action;
  std::optional<AttributeValue> value;
};

// Pairs of an attribute's name and its condition or update, in request order; a name occurs once.
using Expected = std::vector<std::pair<std::string, ExpectedAttributeValue>>;
using LegacyConditions = std::vector<std::pair<std::string, LegacyCondition>>;
using AttributeUpdates = std::vector<std::pair<std::string, AttributeValueUpdate>>;

}  // namespace holdfast
