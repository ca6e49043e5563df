#include "engine/expressions/syntax/static_checks.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "engine/expressions/syntax/path_order.h"
#include "engine/expressions/syntax/reserved_words.h"
#include "engine/values/base64.h"
#include "engine/values/number.h"

namespace holdfast {
namespace {

constexpr std::string_view kTypeNames[] = {"B", "NULL", "SS", "BOOL", "L", "BS", "N", "NS", "S", "M"};

bool IsFunction(NodeKind kind) {
  switch (kind) {
    case NodeKind::kSize:
    case NodeKind::kIfNotExists:
    case NodeKind::kListAppend:
    case NodeKind::kAttributeExists:
    case NodeKind::kAttributeNotExists:
    case NodeKind::kAttributeType:
    case NodeKind::kBeginsWith:
    case NodeKind::kContains:
    case NodeKind::kUnknownFunction:
      return true;
    default:
      return false;
  }
}

// Whether the function `child` may be an operand of `parent`. The root of a condition counts as an operand of kAnd, and
// a SET value as one of kEqual.
bool IsAllowedOperand(ExpressionKind kind, NodeKind parent, NodeKind child) {
  if (kind == ExpressionKind::kUpdate) {
    if (child == NodeKind::kIfNotExists) return true;
    // A list_append may not be an operand of another one. Nothing is known to forbid it as an operand of if_not_exists.
    return child == NodeKind::kListAppend && parent != NodeKind::kListAppend;
  }
  switch (parent) {
    case NodeKind::kAnd:
    case NodeKind::kOr:
    case NodeKind::kNot:
      return child != NodeKind::kSize && child != NodeKind::kIfNotExists && child != NodeKind::kListAppend;
    default:
      return child == NodeKind::kSize;
  }
}

size_t FunctionArity(NodeKind kind) {
  switch (kind) {
    case NodeKind::kSize:
    case NodeKind::kAttributeExists:
    case NodeKind::kAttributeNotExists:
      return 1;
    default:
      return 2;
  }
}

bool IsComparison(NodeKind kind) { return kind >= NodeKind::kEqual && kind <= NodeKind::kGreaterOrEqual; }

std::optional<ValueType> StaticType(const BoundExpression& tree, uint32_t node) {
  switch (tree[node].kind) {
    case NodeKind::kValue:
      return tree.ValueOf(node).type();
    case NodeKind::kSize:
    case NodeKind::kPlus:
    case NodeKind::kMinus:
      return ValueType::kNumber;
    case NodeKind::kListAppend:
      return ValueType::kList;
    default:
      return std::nullopt;
  }
}

// `{N:1}`, as DynamoDB formats a value in messages. Binaries are in base64.
std::string FormatValue(ValueView value) {
  std::string text = "{";
  text += TypeTag(value.type());
  text += ':';
  switch (value.type()) {
    case ValueType::kNumber:
      text += Number::FromBytes(value.bytes()).ToText();
      break;
    case ValueType::kBinary:
      AppendBase64(value.bytes(), &text);
      break;
    default:
      text += value.bytes();
  }
  return text += '}';
}

// Checks the operands of one node.
class OperandChecker {
 public:
  OperandChecker(const ParsedExpression& parsed, const BoundExpression& bound, uint32_t node)
      : parsed_(parsed), tree_(bound), node_(node) {}

  Status Check() const {
    const NodeKind kind = tree_[node_].kind;
    if (IsFunction(kind) && tree_[node_].operand_count != FunctionArity(kind)) {
      return parsed_.errors().WrongOperandCount(Name(), tree_[node_].operand_count);
    }
    HOLDFAST_RETURN_IF_ERROR(CheckDistinct());
    switch (kind) {
      case NodeKind::kLess:
      case NodeKind::kLessOrEqual:
      case NodeKind::kGreater:
      case NodeKind::kGreaterOrEqual:
        return CheckOperandTypes(IsOrdered);
      case NodeKind::kBetween:
        HOLDFAST_RETURN_IF_ERROR(CheckOperandTypes(IsOrdered));
        return CheckBounds();
      case NodeKind::kBeginsWith:
        return CheckOperandTypes(
            [](ValueType type) { return type == ValueType::kString || type == ValueType::kBinary; });
      case NodeKind::kSize:
        return CheckOperandTypes([](ValueType type) {
          return type != ValueType::kNumber && type != ValueType::kBool && type != ValueType::kNull;
        });
      case NodeKind::kListAppend:
        return CheckOperandTypes([](ValueType type) { return type == ValueType::kList; });
      case NodeKind::kPlus:
      case NodeKind::kMinus:
        return CheckOperandTypes([](ValueType type) { return type == ValueType::kNumber; });
      case NodeKind::kAttributeExists:
      case NodeKind::kAttributeNotExists:
      case NodeKind::kIfNotExists:
        if (tree_[First()].kind != NodeKind::kPath) return parsed_.errors().NeedsDocumentPath(Name());
        return {};
      case NodeKind::kAttributeType:
        return CheckTypeName();
      default:
        return {};
    }
  }

 private:
  uint32_t First() const { return tree_.first(node_); }
  uint32_t Second() const { return tree_.next(First()); }
  // Messages name BETWEEN in upper case, even if the expression has it in lower case.
  std::string_view Name() const {
    return tree_[node_].kind == NodeKind::kBetween ? "BETWEEN" : parsed_.TextOf(tree_[node_]);
  }

  Status CheckDistinct() const {
    const NodeKind kind = tree_[node_].kind;
    if (!IsComparison(kind) && kind != NodeKind::kBeginsWith && kind != NodeKind::kContains &&
        kind != NodeKind::kAttributeType) {
      return {};
    }
    if (tree_[First()].kind != NodeKind::kPath || tree_[Second()].kind != NodeKind::kPath) return {};
    if (tree_.PathOf(First()) != tree_.PathOf(Second())) return {};
    return parsed_.errors().OperandsNotDistinct(Name(), tree_.PathOf(First()).ToText());
  }

  template <typename Allowed>
  Status CheckOperandTypes(Allowed allowed) const {
    for (uint32_t operand = First(); operand != kNoNode; operand = tree_.next(operand)) {
      const std::optional<ValueType> type = StaticType(tree_, operand);
      if (type.has_value() && !allowed(*type)) return parsed_.errors().WrongOperandType(Name(), TypeTag(*type));
    }
    return {};
  }

  Status CheckBounds() const {
    const uint32_t lower = Second();
    const uint32_t upper = tree_.next(lower);
    if (tree_[lower].kind != NodeKind::kValue || tree_[upper].kind != NodeKind::kValue) return {};
    const ValueView from = tree_.ValueOf(lower);
    const ValueView to = tree_.ValueOf(upper);
    if (from.type() != to.type()) return parsed_.errors().BetweenTypesDiffer(FormatValue(from), FormatValue(to));
    if (from.bytes() > to.bytes()) return parsed_.errors().BetweenInverted(FormatValue(from), FormatValue(to));
    return {};
  }

  Status CheckTypeName() const {
    const uint32_t operand = Second();
    const std::optional<ValueType> type = StaticType(tree_, operand);
    if (!type.has_value()) return parsed_.errors().WrongOperandType(Name(), "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
    if (*type != ValueType::kString) return parsed_.errors().WrongOperandType(Name(), TypeTag(*type));
    const std::string_view name = tree_.ValueOf(operand).bytes();
    for (const std::string_view valid : kTypeNames) {
      if (valid == name) return {};
    }
    return parsed_.errors().InvalidTypeName(name);
  }

  const ParsedExpression& parsed_;
  const BoundExpression& tree_;
  const uint32_t node_;
};

}  // namespace

std::string_view SectionName(UpdateActionKind kind) {
  switch (kind) {
    case UpdateActionKind::kSet:
      return "SET";
    case UpdateActionKind::kRemove:
      return "REMOVE";
    case UpdateActionKind::kAdd:
      return "ADD";
    case UpdateActionKind::kDelete:
      return "DELETE";
  }
  return {};
}

Status CheckFunctions(const ParsedExpression& parsed) {
  const Node* unknown = nullptr;
  const Node* misused = nullptr;
  const auto keep_first = [](const Node& node, const Node*& first) {
    if (first == nullptr || node.text_begin < first->text_begin) first = &node;
  };
  const auto check = [&](NodeKind parent, const Node& child) {
    if (IsFunction(child.kind) && !IsAllowedOperand(parsed.kind, parent, child.kind)) keep_first(child, misused);
  };
  bool has_functions = false;
  for (const Node& node : parsed.tree.nodes) {
    if (!IsFunction(node.kind)) continue;
    has_functions = true;
    if (node.kind == NodeKind::kUnknownFunction) keep_first(node, unknown);
  }
  if (!has_functions) return {};
  if (unknown != nullptr) return parsed.errors().UnknownFunction(parsed.TextOf(*unknown));

  if (parsed.root != kNoNode) check(NodeKind::kAnd, parsed.tree[parsed.root]);
  for (const ParsedAction& action : parsed.actions) {
    if (action.operand != kNoNode) check(NodeKind::kEqual, parsed.tree[action.operand]);
  }
  for (const Node& node : parsed.tree.nodes) {
    for (uint32_t child = node.first_operand; child != kNoNode; child = parsed.tree.next(child)) {
      check(node.kind, parsed.tree[child]);
    }
  }
  if (misused != nullptr) return parsed.errors().MisusedFunction(parsed.TextOf(*misused));
  return {};
}

Status CheckReservedWords(const ParsedExpression& parsed) {
  for (const Token& element : parsed.elements) {
    if (element.kind != TokenKind::kIdentifier) continue;
    const std::string_view word = element.TextIn(parsed.text);
    if (IsReservedWord(word)) return parsed.errors().ReservedWord(word);
  }
  return {};
}

Status CheckSectionsOnce(const ParsedExpression& parsed) {
  for (size_t i = 1; i < parsed.sections.size(); ++i) {
    const auto until = parsed.sections.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(parsed.sections.begin(), until, *until) != until) {
      return parsed.errors().RepeatedSection(SectionName(*until));
    }
  }
  return {};
}

Status CheckPathsUnrelated(const ParsedExpression& parsed, absl::Span<const DocumentPath> paths,
                           const PathOrder& order) {
  if (const auto found = FindRelated(paths, order, PathRelation::kOverlap)) {
    return parsed.errors().PathsOverlap(paths[found->first].ToText(), paths[found->second].ToText());
  }
  if (const auto found = FindRelated(paths, order, PathRelation::kConflict)) {
    return parsed.errors().PathsConflict(paths[found->first].ToText(), paths[found->second].ToText());
  }
  return {};
}

Status CheckOperands(const ParsedExpression& parsed, const BoundExpression& bound, uint32_t node) {
  return OperandChecker(parsed, bound, node).Check();
}

}  // namespace holdfast
