#include "engine/expressions/update_expression.h"

#include <algorithm>
#include <utility>

#include "engine/expressions/evaluation_cost.h"
#include "engine/expressions/syntax/resolved_expression.h"
#include "engine/expressions/syntax/static_checks.h"
#include "engine/expressions/update/update_charge.h"

namespace holdfast {
namespace {

// DynamoDB's name of a type that ADD or DELETE does not accept. Both accept sets.
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
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      break;
  }
  return {};
}

Status CheckActionOperands(const ParsedExpression& parsed, const BoundExpression& update) {
  for (const UpdateAction& action : update.shape().actions) {
    if (action.kind != UpdateActionKind::kAdd && action.kind != UpdateActionKind::kDelete) continue;
    const ValueType type = update.ValueOf(action.operand).type();
    if (IsSet(type) || (type == ValueType::kNumber && action.kind == UpdateActionKind::kAdd)) continue;
    return parsed.errors().WrongActionOperandType(SectionName(action.kind), LongTypeName(type));
  }
  return {};
}

}  // namespace

Result<UpdateExpression> UpdateExpression::Parse(std::string_view text, Placeholders* placeholders) {
  HOLDFAST_ASSIGN_OR_RETURN(const ResolvedExpressionRef resolved,
                            ResolveExpression(ExpressionKind::kUpdate, text, /*allow_arithmetic=*/false, placeholders));
  HOLDFAST_RETURN_IF_ERROR(CheckNamesDefined(*resolved));

  const ParsedExpression& parsed = *resolved->parsed;
  const auto node_count = static_cast<uint32_t>(parsed.tree.nodes.size());
  BoundExpression update = MakeBoundExpression(resolved);
  for (uint32_t node = 0; node < node_count; ++node) {
    HOLDFAST_RETURN_IF_ERROR(BindLeaf(*resolved, node, placeholders, &update));
  }
  HOLDFAST_RETURN_IF_ERROR(CheckPathsUnrelated(parsed, resolved->shape.targets, resolved->shape.order));
  HOLDFAST_RETURN_IF_ERROR(CheckActionOperands(parsed, update));
  for (uint32_t node = 0; node < node_count; ++node) HOLDFAST_RETURN_IF_ERROR(CheckOperands(parsed, update, node));
  return UpdateExpression(std::move(update), UpdateDialect::kExpression);
}

UpdateExpression::UpdateExpression(BoundExpression update, UpdateDialect dialect)
    : update_(std::move(update)), dialect_(dialect) {}

Result<std::optional<AttributeMap>> UpdateExpression::Apply(AttributeMapView before, bool exists,
                                                            AttributeMapView key) const {
  // If the item does not exist, the operands of an update read the key.
  HOLDFAST_ASSIGN_OR_RETURN(std::optional<AttributeMap> after,
                            ComputeUpdates(update_, dialect_, exists ? before : key, exists));
  const bool creates = std::any_of(actions().begin(), actions().end(), [](const UpdateAction& action) {
    return action.kind == UpdateActionKind::kSet || action.kind == UpdateActionKind::kAdd;
  });
  if (!exists && !creates) after.reset();
  return after;
}

size_t UpdateExpression::BytesToApply(size_t item_bytes) const { return BytesToUpdate(update_, item_bytes); }

size_t UpdateExpression::Charge(AttributeMapView before) const {
  return dialect_ != UpdateDialect::kExpression ? 0 : UpdateCharge(update_, SIZE_MAX).ChargeForNewMembers(before);
}

bool UpdateExpression::ChargeExceeds(size_t limit, AttributeMapView before) const {
  if (dialect_ != UpdateDialect::kExpression) return false;
  const UpdateCharge charge(update_, limit + 1);
  // ChargeForNewMembers reads the item and is at most ChargeForAllMembers.
  return charge.ChargeForAllMembers() > limit && charge.ChargeForNewMembers(before) > limit;
}

std::optional<ValueView> UpdateExpression::AssignedValue(std::string_view attribute) const {
  // Targets do not overlap, so if the attribute itself is a target, it is the only target that begins with it.
  const std::vector<uint32_t>& order = update_.shape().order.positions;
  const auto found =
      std::lower_bound(order.begin(), order.end(), attribute,
                       [&](uint32_t target, std::string_view name) { return targets()[target].attribute() < name; });
  if (found == order.end() || targets()[*found].nested() || targets()[*found].attribute() != attribute) {
    return std::nullopt;
  }
  const UpdateAction& action = actions()[*found];
  const bool writes = action.kind == UpdateActionKind::kSet || action.kind == UpdateActionKind::kAdd;
  if (!writes || update_[action.operand].kind != NodeKind::kValue) return std::nullopt;
  return update_.ValueOf(action.operand);
}

}  // namespace holdfast
