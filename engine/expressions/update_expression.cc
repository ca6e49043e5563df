#include "engine/expressions/update_expression.h"

#include <algorithm>
#include <utility>

#include "engine/expressions/compute_updates.h"
#include "engine/expressions/expression_syntax.h"
#include "engine/expressions/path_order.h"
#include "engine/expressions/static_checks.h"

namespace holdfast {
namespace {

// As DynamoDB names a type that ADD or DELETE cannot take; sets it names by their tags.
std::string_view LongTypeName(ValueType type) {
  switch (type) {
    case ValueType::kString:
      return "STRING";
    case ValueType::kNumber:
      return "NUMBER";
    case ValueType::kBinary:
      return "BINARY";
    case ValueType::kBool:
      return "BOOLEAN";
    case ValueType::kNull:
      return "NULL";
    case ValueType::kList:
      return "LIST";
    case ValueType::kMap:
      return "MAP";
    default:
      return TypeTag(type);
  }
}

Status CheckActionOperands(const ParsedExpression& parsed) {
  for (const ParsedAction& action : parsed.actions) {
    if (action.kind != UpdateActionKind::kAdd && action.kind != UpdateActionKind::kDelete) continue;
    const ValueType type = parsed.tree.ValueOf(action.operand).type();
    if (IsSet(type) || (type == ValueType::kNumber && action.kind == UpdateActionKind::kAdd)) continue;
    return parsed.errors().ActionOperandType(SectionName(action.kind), LongTypeName(type));
  }
  return {};
}

}  // namespace

Result<UpdateExpression> UpdateExpression::Parse(std::string_view text, Placeholders* placeholders, Wording wording) {
  HOLDFAST_ASSIGN_OR_RETURN(ParsedExpression parsed,
                            SyntaxOf(ExpressionKind::kUpdate, text, /*allow_arithmetic=*/false, wording));
  HOLDFAST_RETURN_IF_ERROR(CheckNamesDefined(parsed, placeholders));

  const auto node_count = static_cast<uint32_t>(parsed.tree.nodes.size());
  parsed.tree.paths.reserve(parsed.paths.size());
  for (uint32_t node = 0; node < node_count; ++node) {
    HOLDFAST_RETURN_IF_ERROR(ResolveLeaf(&parsed, node, placeholders));
  }
  std::vector<DocumentPath> targets;
  std::vector<UpdateAction> actions;
  targets.reserve(parsed.actions.size());
  actions.reserve(parsed.actions.size());
  for (const ParsedAction& action : parsed.actions) {
    HOLDFAST_RETURN_IF_ERROR(ResolvePath(parsed, action.target, placeholders, &targets.emplace_back()));
    actions.push_back({action.kind, action.operand});
  }
  UpdateExpression update(std::move(parsed.tree), std::move(targets), std::move(actions));
  const auto related = [&](PathRelation relation) { return FindRelated(update.targets_, update.order_, relation); };
  const auto shown = [&](uint32_t path) { return update.targets_[path].ToText(); };
  if (const auto paths = related(PathRelation::kOverlap)) {
    return parsed.errors().PathsOverlap(shown(paths->first), shown(paths->second));
  }
  if (const auto paths = related(PathRelation::kConflict)) {
    return parsed.errors().PathsConflict(shown(paths->first), shown(paths->second));
  }

  std::swap(parsed.tree, update.tree_);
  HOLDFAST_RETURN_IF_ERROR(CheckActionOperands(parsed));
  for (uint32_t node = 0; node < node_count; ++node) HOLDFAST_RETURN_IF_ERROR(CheckOperands(parsed, node));
  std::swap(parsed.tree, update.tree_);
  return update;
}

UpdateExpression::UpdateExpression(SyntaxTree tree, std::vector<DocumentPath> targets,
                                   std::vector<UpdateAction> actions, bool legacy)
    : tree_(std::move(tree)),
      targets_(std::move(targets)),
      actions_(std::move(actions)),
      order_(PathOrder(targets_)),
      legacy_(legacy) {}

Result<std::optional<AttributeMap>> UpdateExpression::Apply(AttributeMapView before, bool exists,
                                                            AttributeMapView key) const {
  const bool creates = std::any_of(actions_.begin(), actions_.end(), [](const UpdateAction& action) {
    return action.kind == UpdateActionKind::kSet || action.kind == UpdateActionKind::kAdd;
  });
  if (!exists && !creates) return std::optional<AttributeMap>();
  return ComputeUpdates(*this, tree_, order_, legacy_, before, exists ? before : key, exists);
}

size_t UpdateExpression::SizeOverhead() const {
  size_t overhead = 3;
  for (size_t i = 0; i < actions_.size(); ++i) {
    switch (actions_[i].kind) {
      case UpdateActionKind::kSet: {
        const auto& path = targets_[i].elements;
        const NodeKind operand = tree_[actions_[i].operand].kind;
        overhead += 19;
        if (std::any_of(path.begin(), path.end(), [](const PathElement& e) { return e.is_index; })) overhead += 1;
        if (operand == NodeKind::kPlus || operand == NodeKind::kMinus) overhead += 50;
        break;
      }
      case UpdateActionKind::kAdd:
        overhead += 19;
        break;
      case UpdateActionKind::kRemove:
      case UpdateActionKind::kDelete:
        overhead += 2;
        break;
    }
  }
  return overhead;
}

std::optional<ValueView> UpdateExpression::KnownValue(std::string_view attribute) const {
  for (size_t i = 0; i < actions_.size(); ++i) {
    if (targets_[i].nested() || targets_[i].attribute() != attribute) continue;
    const UpdateAction& action = actions_[i];
    const bool writes = action.kind == UpdateActionKind::kSet || action.kind == UpdateActionKind::kAdd;
    if (writes && tree_[action.operand].kind == NodeKind::kValue) return tree_.ValueOf(action.operand);
  }
  return std::nullopt;
}

}  // namespace holdfast
