#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/ascii.h"
#include "engine/base/limits.h"
#include "engine/errors/partiql_errors.h"
#include "engine/partiql/literals.h"
#include "engine/partiql/translation.h"

namespace holdfast::partiql {
namespace {

constexpr TypeMask kTextTypes = MaskOf(ValueType::kString) | MaskOf(ValueType::kBinary);

struct ConditionFunction {
  std::string_view name;
  NodeKind kind;
  uint32_t operand_count;
  bool needs_path;
};
constexpr ConditionFunction kFunctions[] = {{"attribute_exists", NodeKind::kAttributeExists, 1, true},
                                            {"attribute_not_exists", NodeKind::kAttributeNotExists, 1, true},
                                            {"attribute_type", NodeKind::kAttributeType, 2, false},
                                            {"begins_with", NodeKind::kBeginsWith, 2, false},
                                            {"contains", NodeKind::kContains, 2, false},
                                            {"size", NodeKind::kSize, 1, true}};

using Operands = absl::InlinedVector<uint32_t, 4>;

NodeKind ComparisonKind(TermKind kind) {
  switch (kind) {
    case TermKind::kEqual:
      return NodeKind::kEqual;
    case TermKind::kNotEqual:
      return NodeKind::kPartiqlNotEqual;
    case TermKind::kLess:
      return NodeKind::kLess;
    case TermKind::kLessOrEqual:
      return NodeKind::kLessOrEqual;
    case TermKind::kGreater:
      return NodeKind::kGreater;
    default:
      return NodeKind::kGreaterOrEqual;
  }
}

// The tags of the types that a test accepts.
std::vector<std::string_view> TagsOf(TypeTest test) {
  switch (test) {
    case TypeTest::kNull:
      return {"NULL"};
    case TypeTest::kBool:
      return {"BOOL"};
    case TypeTest::kNumber:
      return {"N"};
    case TypeTest::kString:
      return {"S"};
    case TypeTest::kBinary:
      return {"B"};
    case TypeTest::kList:
      return {"L"};
    case TypeTest::kMap:
      return {"M"};
    case TypeTest::kSet:
      return {"SS", "NS", "BS"};
    case TypeTest::kMissing:
    case TypeTest::kNever:
      break;
  }
  return {};
}

class ConditionTranslator {
 public:
  explicit ConditionTranslator(OperandTranslator operands) : operands_(operands) {}

  Result<uint32_t> Condition(uint32_t term) {
    switch (operands_[term].kind) {
      case TermKind::kAnd:
        return LogicalOperator(NodeKind::kAnd, term);
      case TermKind::kOr:
        return LogicalOperator(NodeKind::kOr, term);
      case TermKind::kNot:
        return LogicalOperator(NodeKind::kNot, term);
      case TermKind::kEqual:
      case TermKind::kNotEqual:
      case TermKind::kLess:
      case TermKind::kLessOrEqual:
      case TermKind::kGreater:
      case TermKind::kGreaterOrEqual:
        return Comparison(term);
      case TermKind::kBetween:
        return OrderedComparison(NodeKind::kBetween, "BETWEEN", term);
      case TermKind::kIn:
        if (operands_[term].operand_count - 1 > limits::kInOperandsMax) {
          return errors::StatementTooManyInOperands(operands_[term].operand_count - 1);
        }
        return WithOperands(NodeKind::kIn, term);
      case TermKind::kIs:
        return TypeTestCondition(term);
      case TermKind::kCall:
        return Call(term, /*as_condition=*/true);
      default:
        return NotACondition(term);
    }
  }

 private:
  Result<uint32_t> LogicalOperator(NodeKind kind, uint32_t term) {
    Operands parts;
    for (uint32_t part = operands_[term].first_operand; part != kNoTerm; part = operands_[part].next) {
      HOLDFAST_ASSIGN_OR_RETURN(const uint32_t node, Condition(part));
      parts.push_back(node);
    }
    return operands_.tree().AddOperator(kind, parts);
  }

  // Translates an operand: a value, a path, a function call (size is allowed here), or a condition, which as an operand
  // is a boolean.
  Result<uint32_t> Operand(uint32_t term) {
    if (operands_.IsValue(term)) return operands_.AddValue(term);
    switch (operands_[term].kind) {
      case TermKind::kPath:
        return operands_.AddPath(term);
      case TermKind::kCall:
        return Call(term, /*as_condition=*/false);
      default:
        return Condition(term);
    }
  }

  Result<uint32_t> WithOperands(NodeKind kind, uint32_t term) {
    Operands nodes;
    for (uint32_t operand = operands_[term].first_operand; operand != kNoTerm; operand = operands_[operand].next) {
      // [open] A comparison or a function is false if one of its operands is MISSING.
      if (operands_[operand].kind == TermKind::kMissing) return AddFalse();
      HOLDFAST_ASSIGN_OR_RETURN(const uint32_t node, Operand(operand));
      nodes.push_back(node);
    }
    return operands_.tree().AddOperator(kind, nodes);
  }

  Result<uint32_t> Comparison(uint32_t term) {
    const NodeKind kind = ComparisonKind(operands_[term].kind);
    if (kind == NodeKind::kEqual || kind == NodeKind::kPartiqlNotEqual) return WithOperands(kind, term);
    return OrderedComparison(kind, TextOf(operands_.parsed().text, operands_[term].token), term);
  }

  Result<uint32_t> OrderedComparison(NodeKind kind, std::string_view op, uint32_t term) {
    for (uint32_t operand = operands_[term].first_operand; operand != kNoTerm; operand = operands_[operand].next) {
      HOLDFAST_RETURN_IF_ERROR(operands_.CheckType(operand, kOrderedTypes, op));
    }
    return WithOperands(kind, term);
  }

  Result<uint32_t> TypeTestCondition(uint32_t term) {
    const uint32_t tested = operands_[term].first_operand;
    const TypeTest type = operands_[term].type;
    if (type == TypeTest::kMissing) {
      if (operands_[tested].kind != TermKind::kPath) return errors::StatementNeedsDocumentPath("MISSING");
      HOLDFAST_ASSIGN_OR_RETURN(const uint32_t path, operands_.AddPath(tested));
      return operands_.tree().AddOperator(NodeKind::kAttributeNotExists, Operands{path});
    }
    std::vector<std::string_view> tags = TagsOf(type);
    // A condition or a function never results in a set, so one of the three tests for IS BAG suffices. With all three,
    // every `IS BAG` of `a IS BAG IS BAG …` would triple the tree.
    if (!operands_.IsValue(tested) && operands_[tested].kind != TermKind::kPath)
      tags.resize(std::min<size_t>(tags.size(), 1));
    Operands tests;
    for (const std::string_view tag : tags) {
      HOLDFAST_ASSIGN_OR_RETURN(const uint32_t operand, Operand(tested));
      const uint32_t tag_node = operands_.AddConstant(tag);
      tests.push_back(operands_.tree().AddOperator(NodeKind::kAttributeType, Operands{operand, tag_node}));
    }
    if (tests.empty()) return AddFalse();
    if (tests.size() == 1) return tests.front();
    return operands_.tree().AddOperator(NodeKind::kOr, tests);
  }

  Result<uint32_t> Call(uint32_t term, bool as_condition) {
    const Term& call = operands_[term];
    const std::string written = FunctionName(operands_.parsed(), call);
    const ConditionFunction* function = nullptr;
    const std::string lower = absl::AsciiStrToLower(written);
    for (const ConditionFunction& known : kFunctions) {
      if (lower == known.name) function = &known;
    }
    if (function == nullptr) {
      return errors::UnrecognizedFunction(written, PositionOf(operands_.parsed().text, call.token));
    }
    if (call.operand_count != function->operand_count) {
      return errors::StatementWrongOperandCount(function->name, call.operand_count);
    }
    const uint32_t first = call.first_operand;
    if (function->needs_path && operands_[first].kind != TermKind::kPath) {
      return errors::StatementNeedsDocumentPath(function->name);
    }
    if (function->kind == NodeKind::kAttributeType)
      HOLDFAST_RETURN_IF_ERROR(operands_.CheckTypeName(operands_[first].next));
    if (function->kind == NodeKind::kBeginsWith) {
      HOLDFAST_RETURN_IF_ERROR(operands_.CheckType(first, kTextTypes, function->name));
      HOLDFAST_RETURN_IF_ERROR(operands_.CheckType(operands_[first].next, kTextTypes, function->name));
    }
    if (as_condition && function->kind == NodeKind::kSize) return NotACondition(term);
    return WithOperands(function->kind, term);
  }

  // An OR without operands is false.
  uint32_t AddFalse() { return operands_.tree().AddOperator(NodeKind::kOr, Operands{}); }

  Error NotACondition(uint32_t term) const {
    const std::string op(TextOf(operands_.parsed().text, operands_[term].token));
    switch (operands_[term].kind) {
      case TermKind::kAdd:
      case TermKind::kSubtract:
      case TermKind::kOtherOperator:
        return errors::UnsupportedConditionOperator(op);
      case TermKind::kNegative:
      case TermKind::kPositive:
        return errors::StatementWrongOperandCount(op, 1);
      // [open] The service's error names the kind of the term. Captured was `IsType` alone; these names follow its
      // style.
      case TermKind::kPath:
        return errors::UnsupportedOperation("Path");
      case TermKind::kCall:
        return errors::UnsupportedOperation("Call");
      default:
        return errors::UnsupportedOperation("Literal");
    }
  }

  OperandTranslator operands_;
};

}  // namespace

Status TranslateCondition(uint32_t where, OperandTranslator operands) {
  UnboundExpression& expression = operands.expression();
  const std::string_view text = operands.parsed().text;
  HOLDFAST_ASSIGN_OR_RETURN(expression.shape.root, ConditionTranslator(operands).Condition(where));
  ExpressionShape& shape = expression.shape;
  shape.distinct_paths = DistinctPaths::From(shape.paths);
  // AnalyzeCondition takes values with equal texts as equal. Here the text of a value is the rest of the statement from
  // the value's token on, which is different for each value. Values of AddConstant have no token, but occur only in
  // attribute_type, whose operands AnalyzeCondition does not compare.
  shape.analysis = AnalyzeCondition(shape.tree, shape.distinct_paths,
                                    [&](const Node& node) { return text.substr(node.text_begin); });
  return {};
}

}  // namespace holdfast::partiql
