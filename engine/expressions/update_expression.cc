#include "engine/expressions/update_expression.h"

#include <algorithm>
#include <utility>

#include "engine/expressions/compute_updates.h"
#include "engine/expressions/resolved_expression.h"
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

Status CheckActionOperands(const ParsedExpression& parsed, const BoundExpression& update) {
  for (const UpdateAction& action : update.shape().actions) {
    if (action.kind != UpdateActionKind::kAdd && action.kind != UpdateActionKind::kDelete) continue;
    const ValueType type = update.ValueOf(action.operand).type();
    if (IsSet(type) || (type == ValueType::kNumber && action.kind == UpdateActionKind::kAdd)) continue;
    return parsed.errors().ActionOperandType(SectionName(action.kind), LongTypeName(type));
  }
  return {};
}

}  // namespace

Result<UpdateExpression> UpdateExpression::Parse(std::string_view text, Placeholders* placeholders, Wording wording) {
  HOLDFAST_ASSIGN_OR_RETURN(
      const ResolvedExpressionRef resolved,
      ResolveExpression(ExpressionKind::kUpdate, text, /*allow_arithmetic=*/false, wording, placeholders));
  HOLDFAST_RETURN_IF_ERROR(CheckNamesDefined(*resolved));

  const ParsedExpression& parsed = *resolved->parsed;
  const auto node_count = static_cast<uint32_t>(parsed.tree.nodes.size());
  BoundExpression update = Unbound(resolved);
  for (uint32_t node = 0; node < node_count; ++node) {
    HOLDFAST_RETURN_IF_ERROR(BindLeaf(*resolved, node, placeholders, &update));
  }
  HOLDFAST_RETURN_IF_ERROR(CheckPathsUnrelated(parsed, resolved->shape.targets, resolved->shape.order));
  HOLDFAST_RETURN_IF_ERROR(CheckActionOperands(parsed, update));
  for (uint32_t node = 0; node < node_count; ++node) HOLDFAST_RETURN_IF_ERROR(CheckOperands(parsed, update, node));
  return UpdateExpression(std::move(update));
}

UpdateExpression::UpdateExpression(BoundExpression update, bool legacy)
    : update_(std::move(update)), legacy_(legacy) {}

Result<std::optional<AttributeMap>> UpdateExpression::Apply(AttributeMapView before, bool exists,
                                                            AttributeMapView key) const {
  const bool creates = std::any_of(actions().begin(), actions().end(), [](const UpdateAction& action) {
    return action.kind == UpdateActionKind::kSet || action.kind == UpdateActionKind::kAdd;
  });
  if (!exists && !creates) return std::optional<AttributeMap>();
  return ComputeUpdates(update_, legacy_, before, exists ? before : key, exists);
}

size_t UpdateExpression::SizeOverhead() const {
  size_t overhead = 3;
  for (size_t i = 0; i < actions().size(); ++i) {
    const UpdateAction& action = actions()[i];
    switch (action.kind) {
      case UpdateActionKind::kSet: {
        const auto& path = targets()[i].elements;
        const NodeKind operand = update_[action.operand].kind;
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
  for (size_t i = 0; i < actions().size(); ++i) {
    if (targets()[i].nested() || targets()[i].attribute() != attribute) continue;
    const UpdateAction& action = actions()[i];
    const bool writes = action.kind == UpdateActionKind::kSet || action.kind == UpdateActionKind::kAdd;
    if (writes && update_[action.operand].kind == NodeKind::kValue) return update_.ValueOf(action.operand);
  }
  return std::nullopt;
}

}  // namespace holdfast
