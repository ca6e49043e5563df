#include "engine/expressions/legacy_translation.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "engine/errors/expression_errors.h"
#include "engine/errors/general_errors.h"
#include "engine/expressions/syntax/path_order.h"

namespace holdfast {
namespace {

using Arguments = absl::Span<const AttributeValue>;

std::string_view NameOf(ComparisonOperator op) { return EnumField<ComparisonOperator>::TextOf(op); }

Status CheckValue(const AttributeValue& value, Wording wording) {
  if (value.problem() == nullptr) return {};
  return errors::Validation(Describe(*value.problem(), wording));
}

Status CheckValues(Arguments values, Wording wording) {
  for (const AttributeValue& value : values) HOLDFAST_RETURN_IF_ERROR(CheckValue(value, wording));
  return {};
}

bool CountFits(ComparisonOperator op, size_t count) {
  switch (op) {
    case ComparisonOperator::kNull:
    case ComparisonOperator::kNotNull:
      return count == 0;
    case ComparisonOperator::kIn:
      return count >= 1;
    case ComparisonOperator::kBetween:
      return count == 2;
    default:
      return count == 1;
  }
}

bool TypeFits(ComparisonOperator op, ValueType type) {
  switch (op) {
    case ComparisonOperator::kBeginsWith:
      return type == ValueType::kString || type == ValueType::kBinary;
    case ComparisonOperator::kLe:
    case ComparisonOperator::kLt:
    case ComparisonOperator::kGe:
    case ComparisonOperator::kGt:
    case ComparisonOperator::kIn:
    case ComparisonOperator::kBetween:
      return IsOrdered(type);
    case ComparisonOperator::kContains:
    case ComparisonOperator::kNotContains:
      return IsOrdered(type) || type == ValueType::kBool || type == ValueType::kNull;
    default:
      return true;
  }
}

// Checks the number of arguments, that they have one type, that the operator accepts this type, and the order of
// BETWEEN's bounds.
Status CheckArguments(ComparisonOperator op, Arguments arguments) {
  if (!CountFits(op, arguments.size())) return errors::WrongArgumentCount(NameOf(op));
  for (const AttributeValue& argument : arguments) {
    if (argument.type() != arguments[0].type()) return errors::ArgumentsOfSeveralTypes();
  }
  if (!arguments.empty() && !TypeFits(op, arguments[0].type())) {
    return errors::WrongArgumentType(NameOf(op), TypeTag(arguments[0].type()));
  }
  if (op == ComparisonOperator::kBetween && arguments[0].view().bytes() > arguments[1].view().bytes()) {
    return errors::LegacyBetweenInverted();
  }
  return {};
}

NodeKind KindOf(ComparisonOperator op) {
  switch (op) {
    case ComparisonOperator::kEq:
      return NodeKind::kEqual;
    case ComparisonOperator::kNe:
      return NodeKind::kNotEqual;
    case ComparisonOperator::kLe:
      return NodeKind::kLessOrEqual;
    case ComparisonOperator::kLt:
      return NodeKind::kLess;
    case ComparisonOperator::kGe:
      return NodeKind::kGreaterOrEqual;
    case ComparisonOperator::kGt:
      return NodeKind::kGreater;
    case ComparisonOperator::kNotNull:
      return NodeKind::kAttributeExists;
    case ComparisonOperator::kNull:
      return NodeKind::kAttributeNotExists;
    case ComparisonOperator::kContains:
      return NodeKind::kContains;
    case ComparisonOperator::kNotContains:
      return NodeKind::kLegacyNotContains;
    case ComparisonOperator::kBeginsWith:
      return NodeKind::kBeginsWith;
    case ComparisonOperator::kIn:
      return NodeKind::kIn;
    case ComparisonOperator::kBetween:
      return NodeKind::kBetween;
  }
  return NodeKind::kEqual;
}

DocumentPath TopLevel(const std::string& attribute) {
  DocumentPath path;
  path.elements.push_back(PathElement::Name(attribute));
  return path;
}

// Joins the conditions on the attributes of a request member, such as Expected, into one.
class ConditionBuilder {
 public:
  void Add(const std::string& attribute, ComparisonOperator op, Arguments arguments) {
    absl::InlinedVector<uint32_t, 4> operands = {shape_.tree.AddLeaf(NodeKind::kPath, shape_.paths.size())};
    shape_.paths.push_back(TopLevel(attribute));
    for (const AttributeValue& argument : arguments) {
      operands.push_back(shape_.tree.AddLeaf(NodeKind::kValue, values_.size()));
      values_.push_back(argument.view());
    }
    conditions_.push_back(shape_.tree.AddOperator(KindOf(op), operands));
  }

  Result<std::optional<ConditionExpression>> Join(const EnumField<ConditionalOperator>& conditional_operator) && {
    if (conditional_operator.present() && conditions_.size() < 2)
      return errors::ConditionalOperatorNeedsTwoConditions();
    if (conditions_.empty()) return std::optional<ConditionExpression>();
    shape_.root = conditions_[0];
    if (conditions_.size() > 1) {
      const NodeKind join = conditional_operator.is(ConditionalOperator::kOr) ? NodeKind::kOr : NodeKind::kAnd;
      shape_.root = shape_.tree.AddOperator(join, conditions_);
    }
    shape_.distinct_paths = DistinctPaths::From(shape_.paths);
    shape_.analysis.long_in_nodes = FindLongInNodes(shape_.tree);
    return std::optional<ConditionExpression>(
        BoundExpression(std::make_shared<ExpressionShape>(std::move(shape_)), std::move(values_)));
  }

 private:
  ExpressionShape shape_;
  ExpressionValues values_;
  std::vector<uint32_t> conditions_;
};

Arguments ArgumentsOf(const std::optional<std::vector<AttributeValue>>& list) {
  return list.has_value() ? Arguments(*list) : Arguments();
}
Arguments ArgumentsOf(const ExpectedAttributeValue& expected) {
  return expected.value.has_value() ? Arguments(&*expected.value, 1) : ArgumentsOf(expected.attribute_value_list);
}

// Checks which members of an ExpectedAttributeValue occur together, and its arguments.
Status CheckExpected(const std::string& attribute, const ExpectedAttributeValue& expected) {
  const bool has_value = expected.value.has_value();
  const bool has_list = expected.attribute_value_list.has_value();
  if (has_value && has_list) return errors::ValueAndList(attribute);
  if (expected.comparison_operator.present()) {
    const auto op = expected.comparison_operator.value_or(ComparisonOperator::kEq);
    if (expected.exists.has_value()) return errors::ExistsAndComparison(attribute);
    const bool needs_value = op != ComparisonOperator::kNull && op != ComparisonOperator::kNotNull;
    if (needs_value && !has_value && !has_list) return errors::ComparisonWithoutValue(NameOf(op), attribute);
    return CheckArguments(op, ArgumentsOf(expected));
  }
  if (has_list) return errors::ListWithoutComparison(attribute);
  if (expected.exists.value_or(true)) {
    if (!has_value) return errors::ValueMissingWhenExists(expected.exists.has_value() ? "true" : "null", attribute);
  } else if (has_value) {
    return errors::ValueWhenNotExists(attribute);
  }
  return {};
}

// Without a ComparisonOperator, the attribute must equal `Value`, or must not exist if `Exists` is false.
ComparisonOperator OperatorOf(const ExpectedAttributeValue& expected) {
  const bool absent = !expected.exists.value_or(true);
  return expected.comparison_operator.value_or(absent ? ComparisonOperator::kNull : ComparisonOperator::kEq);
}

Status CheckConditions(const LegacyConditions& conditions, Wording wording) {
  for (const auto& [attribute, condition] : conditions) {
    HOLDFAST_RETURN_IF_ERROR(CheckValues(ArgumentsOf(condition.attribute_value_list), wording));
  }
  for (const auto& [attribute, condition] : conditions) {
    HOLDFAST_RETURN_IF_ERROR(CheckArguments(condition.comparison_operator.value_or(ComparisonOperator::kEq),
                                            ArgumentsOf(condition.attribute_value_list)));
  }
  return {};
}

KeyOperator KeyOperatorOf(ComparisonOperator op) {
  switch (op) {
    case ComparisonOperator::kEq:
      return KeyOperator::kEqual;
    case ComparisonOperator::kLe:
      return KeyOperator::kLessOrEqual;
    case ComparisonOperator::kLt:
      return KeyOperator::kLess;
    case ComparisonOperator::kGe:
      return KeyOperator::kGreaterOrEqual;
    case ComparisonOperator::kGt:
      return KeyOperator::kGreater;
    case ComparisonOperator::kBetween:
      return KeyOperator::kBetween;
    case ComparisonOperator::kBeginsWith:
      return KeyOperator::kBeginsWith;
    default:
      return KeyOperator::kNotIndexable;
  }
}

constexpr char kPackedNull[] = {static_cast<char>(ValueType::kNull)};

Status CheckAction(AttributeAction action, const std::optional<AttributeValue>& value) {
  if (!value.has_value()) {
    if (action != AttributeAction::kDelete) return errors::OnlyDeleteWithoutValue();
    return {};
  }
  const ValueType type = value->type();
  const bool allowed = action == AttributeAction::kPut || IsSet(type) ||
                       (action == AttributeAction::kAdd && (type == ValueType::kNumber || type == ValueType::kList));
  if (!allowed) return errors::WrongActionType(EnumField<AttributeAction>::TextOf(action), TypeTag(type));
  return {};
}

UpdateActionKind KindOf(AttributeAction action, bool has_value) {
  switch (action) {
    case AttributeAction::kPut:
      return UpdateActionKind::kSet;
    case AttributeAction::kAdd:
      return UpdateActionKind::kAdd;
    case AttributeAction::kDelete:
      return has_value ? UpdateActionKind::kDelete : UpdateActionKind::kRemove;
  }
  return UpdateActionKind::kSet;
}

}  // namespace

Result<std::optional<ConditionExpression>> TranslateExpected(const Expected& expected,
                                                             const EnumField<ConditionalOperator>& conditional_operator,
                                                             Wording wording) {
  for (const auto& [attribute, value] : expected) {
    if (value.value.has_value()) HOLDFAST_RETURN_IF_ERROR(CheckValue(*value.value, wording));
    HOLDFAST_RETURN_IF_ERROR(CheckValues(ArgumentsOf(value.attribute_value_list), wording));
  }
  ConditionBuilder builder;
  for (const auto& [attribute, value] : expected) {
    HOLDFAST_RETURN_IF_ERROR(CheckExpected(attribute, value));
    builder.Add(attribute, OperatorOf(value), ArgumentsOf(value));
  }
  return std::move(builder).Join(conditional_operator);
}

Result<std::optional<ConditionExpression>> TranslateFilter(const LegacyConditions& conditions,
                                                           const EnumField<ConditionalOperator>& conditional_operator,
                                                           Wording wording) {
  HOLDFAST_RETURN_IF_ERROR(CheckConditions(conditions, wording));
  ConditionBuilder builder;
  for (const auto& [attribute, condition] : conditions) {
    builder.Add(attribute, condition.comparison_operator.value_or(ComparisonOperator::kEq),
                ArgumentsOf(condition.attribute_value_list));
  }
  return std::move(builder).Join(conditional_operator);
}

Result<std::vector<KeyClause>> TranslateKeyConditions(const LegacyConditions& conditions, Wording wording) {
  HOLDFAST_RETURN_IF_ERROR(CheckConditions(conditions, wording));
  if (conditions.empty()) return errors::KeyConditionsLengthInvalid();
  std::vector<KeyClause> clauses;
  clauses.reserve(conditions.size());
  for (const auto& [attribute, condition] : conditions) {
    const KeyOperator op = KeyOperatorOf(condition.comparison_operator.value_or(ComparisonOperator::kEq));
    const Arguments arguments = ArgumentsOf(condition.attribute_value_list);
    const bool indexable = op != KeyOperator::kNotIndexable;
    KeyClause clause{attribute, op, indexable ? arguments[0].view() : ValueView(kPackedNull), std::nullopt};
    if (op == KeyOperator::kBetween) clause.upper = arguments[1].view();
    clauses.push_back(std::move(clause));
  }
  return clauses;
}

Result<std::optional<UpdateExpression>> TranslateAttributeUpdates(const AttributeUpdates& updates, Wording wording) {
  for (const auto& [attribute, update] : updates) {
    if (update.value.has_value()) HOLDFAST_RETURN_IF_ERROR(CheckValue(*update.value, wording));
  }
  if (updates.empty()) return std::optional<UpdateExpression>();
  ExpressionShape shape;
  ExpressionValues values;
  for (const auto& [attribute, update] : updates) {
    const AttributeAction action = update.action.value_or(AttributeAction::kPut);
    HOLDFAST_RETURN_IF_ERROR(CheckAction(action, update.value));
    uint32_t operand = kNoNode;
    if (update.value.has_value()) {
      operand = shape.tree.AddLeaf(NodeKind::kValue, values.size());
      values.push_back(update.value->view());
    }
    shape.targets.push_back(TopLevel(attribute));
    shape.actions.push_back({KindOf(action, update.value.has_value()), operand});
  }
  shape.order = OrderPaths(shape.targets);
  BoundExpression update(std::make_shared<ExpressionShape>(std::move(shape)), std::move(values));
  return std::optional<UpdateExpression>(UpdateExpression(std::move(update), UpdateDialect::kLegacy));
}

}  // namespace holdfast
