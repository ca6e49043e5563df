#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "engine/errors/partiql_errors.h"
#include "engine/expressions/syntax/path_order.h"
#include "engine/partiql/literals.h"
#include "engine/partiql/translation.h"

namespace holdfast::partiql {
namespace {

constexpr TypeMask kNumberType = MaskOf(ValueType::kNumber);
constexpr TypeMask kListType = MaskOf(ValueType::kList);

class UpdateTranslator {
 public:
  explicit UpdateTranslator(OperandTranslator operands) : operands_(operands) {}

  Status Translate() {
    for (const Assignment& assignment : operands_.parsed().assignments) {
      HOLDFAST_ASSIGN_OR_RETURN(DocumentPath target, ReadPath(operands_.parsed(), assignment.target));
      UpdateAction action{UpdateActionKind::kRemove};
      if (assignment.kind == AssignmentKind::kSet) {
        HOLDFAST_ASSIGN_OR_RETURN(action, SetAction(target, assignment.value));
      }
      ExpressionShape& shape = operands_.expression().shape;
      shape.targets.push_back(std::move(target));
      shape.actions.push_back(action);
    }
    return Complete(operands_.expression().shape);
  }

 private:
  static Status Complete(ExpressionShape& shape) {
    shape.order = OrderPaths(shape.targets);
    shape.distinct_paths = DistinctPaths::From(shape.paths);
    const auto text = [&](uint32_t position) { return shape.targets[position].ToText(); };
    if (const auto pair = FindRelated(shape.targets, shape.order, PathRelation::kOverlap)) {
      return errors::StatementPathsOverlap(text(pair->first), text(pair->second));
    }
    if (const auto pair = FindRelated(shape.targets, shape.order, PathRelation::kConflict)) {
      return errors::StatementPathsConflict(text(pair->first), text(pair->second));
    }
    return {};
  }

  std::string LowerName(const Term& call) const {
    return absl::AsciiStrToLower(FunctionName(operands_.parsed(), call));
  }

  Result<UpdateAction> SetAction(const DocumentPath& target, uint32_t value) {
    if (operands_[value].kind == TermKind::kCall) {
      const std::string name = LowerName(operands_[value]);
      if (name == "set_add") return SetFunction(UpdateActionKind::kAdd, "SET_ADD", target, value);
      if (name == "set_delete") return SetFunction(UpdateActionKind::kDelete, "SET_DELETE", target, value);
    }
    HOLDFAST_ASSIGN_OR_RETURN(const uint32_t operand, Operand(value));
    return UpdateAction{UpdateActionKind::kSet, operand};
  }

  Result<UpdateAction> SetFunction(UpdateActionKind kind, std::string_view function, const DocumentPath& target,
                                   uint32_t value) {
    const Term& call = operands_[value];
    const auto position = [&](const Term& term) { return PositionOf(operands_.parsed().text, term.token); };
    if (call.operand_count != 2) return errors::SetFunctionWrongArgumentCount(function, position(call));
    const Term& first = operands_[call.first_operand];
    bool is_target = false;
    if (first.kind == TermKind::kPath) {
      HOLDFAST_ASSIGN_OR_RETURN(const DocumentPath path, ReadPath(operands_.parsed(), call.first_operand));
      is_target = path == target;
    }
    if (!is_target) return errors::SetFunctionWrongFirstArgument(function, position(first));
    HOLDFAST_RETURN_IF_ERROR(operands_.CheckSetArgument(first.next, function, position(first)));
    return UpdateAction{kind, operands_.AddValue(first.next)};
  }

  Result<uint32_t> Operand(uint32_t term) {
    if (operands_.IsValue(term)) return operands_.AddValue(term);
    const std::string_view op = TextOf(operands_.parsed().text, operands_[term].token);
    switch (operands_[term].kind) {
      case TermKind::kPath:
        return operands_.AddPath(term);
      case TermKind::kAdd:
        return WithOperands(NodeKind::kPlus, op, kNumberType, term);
      case TermKind::kSubtract:
        return WithOperands(NodeKind::kMinus, op, kNumberType, term);
      case TermKind::kCall:
        return Call(term);
      case TermKind::kNegative:
      case TermKind::kPositive:
        return errors::StatementWrongOperandCount(op, 1);
      // [open] The errors for a condition or MISSING as the value were not captured.
      case TermKind::kMissing:
        return errors::UnsupportedDataType("Missing", "root",
                                           PositionOf(operands_.parsed().text, operands_[term].token));
      default:
        return errors::UnsupportedOperation(op);
    }
  }

  Result<uint32_t> Call(uint32_t term) {
    const Term& call = operands_[term];
    if (LowerName(call) != "list_append") {
      return errors::UnrecognizedFunction(FunctionName(operands_.parsed(), call),
                                          PositionOf(operands_.parsed().text, call.token));
    }
    if (call.operand_count != 2) return errors::StatementWrongOperandCount("list_append", call.operand_count);
    return WithOperands(NodeKind::kListAppend, "list_append", kListType, term);
  }

  // Adds an operator with the two operands of `term`. An operand that is a literal or a parameter must have one of
  // `types`. `op`: the operator's name in errors.
  Result<uint32_t> WithOperands(NodeKind kind, std::string_view op, TypeMask types, uint32_t term) {
    const uint32_t left = operands_[term].first_operand;
    const uint32_t right = operands_[left].next;
    HOLDFAST_RETURN_IF_ERROR(operands_.CheckType(left, types, op));
    HOLDFAST_RETURN_IF_ERROR(operands_.CheckType(right, types, op));
    HOLDFAST_ASSIGN_OR_RETURN(const uint32_t left_node, Operand(left));
    HOLDFAST_ASSIGN_OR_RETURN(const uint32_t right_node, Operand(right));
    return operands_.tree().AddOperator(kind, {left_node, right_node});
  }

  OperandTranslator operands_;
};

}  // namespace

Status TranslateUpdate(OperandTranslator operands) { return UpdateTranslator(operands).Translate(); }

}  // namespace holdfast::partiql
