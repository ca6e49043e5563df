#include "engine/expressions/key_condition_expression.h"

#include <algorithm>
#include <utility>

#include "engine/errors/expression_errors.h"
#include "engine/expressions/condition/compile_condition.h"

namespace holdfast {

std::optional<KeyOperator> KeyOperatorOf(NodeKind condition) {
  switch (condition) {
    case NodeKind::kEqual:
      return KeyOperator::kEqual;
    case NodeKind::kLess:
      return KeyOperator::kLess;
    case NodeKind::kLessOrEqual:
      return KeyOperator::kLessOrEqual;
    case NodeKind::kGreater:
      return KeyOperator::kGreater;
    case NodeKind::kGreaterOrEqual:
      return KeyOperator::kGreaterOrEqual;
    case NodeKind::kBetween:
      return KeyOperator::kBetween;
    case NodeKind::kBeginsWith:
      return KeyOperator::kBeginsWith;
    default:
      return std::nullopt;
  }
}

NodeKind MirrorComparison(NodeKind comparison) {
  switch (comparison) {
    case NodeKind::kLess:
      return NodeKind::kGreater;
    case NodeKind::kLessOrEqual:
      return NodeKind::kGreaterOrEqual;
    case NodeKind::kGreater:
      return NodeKind::kLess;
    case NodeKind::kGreaterOrEqual:
      return NodeKind::kLessOrEqual;
    default:
      return comparison;
  }
}

namespace {

class ClauseReader {
 public:
  ClauseReader(const BoundExpression& tree, std::vector<KeyClause>* clauses) : tree_(tree), clauses_(clauses) {}

  Status Read(uint32_t node) {
    switch (tree_[node].kind) {
      case NodeKind::kAnd:
        for (uint32_t part = tree_.first(node); part != kNoNode; part = tree_.next(part)) {
          HOLDFAST_RETURN_IF_ERROR(Read(part));
        }
        return {};
      case NodeKind::kOr:
        return errors::KeyConditionWrongOperator("OR");
      case NodeKind::kNot:
        return errors::KeyConditionWrongOperator("NOT");
      case NodeKind::kIn:
        return errors::KeyConditionWrongOperator("IN");
      case NodeKind::kNotEqual:
        return errors::KeyConditionWrongOperator("<>");
      case NodeKind::kAttributeExists:
        return errors::KeyConditionWrongOperator("attribute_exists");
      case NodeKind::kAttributeNotExists:
        return errors::KeyConditionWrongOperator("attribute_not_exists");
      case NodeKind::kAttributeType:
        return errors::KeyConditionWrongOperator("attribute_type");
      case NodeKind::kContains:
        return errors::KeyConditionWrongOperator("contains");
      default:
        return ReadClause(node);
    }
  }

 private:
  Status ReadClause(uint32_t node) {
    const NodeKind kind = tree_[node].kind;
    const uint32_t first = tree_.first(node);
    uint32_t path = kNoNode;
    size_t path_count = 0;
    for (uint32_t operand = first; operand != kNoNode; operand = tree_.next(operand)) {
      if (tree_[operand].kind == NodeKind::kSize) return errors::KeyConditionNested();
      if (tree_[operand].kind != NodeKind::kPath) continue;
      path = operand;
      ++path_count;
    }
    if ((kind == NodeKind::kBetween || kind == NodeKind::kBeginsWith) && tree_[first].kind != NodeKind::kPath) {
      return errors::KeyConditionWrongFirstOperand(kind == NodeKind::kBetween ? "BETWEEN" : "begins_with");
    }
    if (path_count > 1) return errors::KeyConditionSeveralAttributes();
    if (path_count == 0) return errors::KeyConditionNoAttribute();
    if (tree_.PathOf(path).nested()) return errors::KeyConditionNestedAttribute();
    const std::string& attribute = tree_.PathOf(path).attribute();
    if (std::any_of(clauses_->begin(), clauses_->end(),
                    [&](const KeyClause& clause) { return clause.attribute == attribute; })) {
      return errors::KeyConditionRepeatedKey();
    }

    const uint32_t second = tree_.next(first);
    if (path != first) {
      clauses_->push_back({attribute, *KeyOperatorOf(MirrorComparison(kind)), tree_.ValueOf(first), std::nullopt});
      return {};
    }
    KeyClause clause{attribute, *KeyOperatorOf(kind), tree_.ValueOf(second), std::nullopt};
    if (kind == NodeKind::kBetween) clause.upper = tree_.ValueOf(tree_.next(second));
    clauses_->push_back(std::move(clause));
    return {};
  }

  const BoundExpression& tree_;
  std::vector<KeyClause>* const clauses_;
};

}  // namespace

Result<KeyConditionExpression> KeyConditionExpression::Parse(std::string_view text, Placeholders* placeholders,
                                                             Status* structure_status) {
  HOLDFAST_ASSIGN_OR_RETURN(
      const BoundExpression condition,
      CompileCondition(ExpressionKind::kKeyCondition, text, placeholders, /*allow_arithmetic=*/false));
  KeyConditionExpression expression;
  Status status = ClauseReader(condition, &expression.clauses_).Read(condition.shape().root);
  if (structure_status != nullptr) {
    *structure_status = std::move(status);
  } else if (!status.ok()) {
    return std::move(status).error();
  }
  return expression;
}

}  // namespace holdfast
