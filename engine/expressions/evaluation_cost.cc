#include "engine/expressions/evaluation_cost.h"

#include <algorithm>

namespace holdfast {
namespace {

constexpr size_t kBytesPerNode = 64;
// Searching a value is half as fast as walking an item, and comparing bytes at least eight times as fast.
constexpr size_t kBytesPerSearchedByte = 2;
constexpr size_t kComparedBytesPerByte = 8;

// The size of an operand's value.
size_t OperandBytes(const BoundExpression& expression, uint32_t node, size_t item_bytes) {
  switch (expression[node].kind) {
    case NodeKind::kPath:
      return item_bytes;
    case NodeKind::kValue:
      return expression.ValueOf(node).packed().size();
    case NodeKind::kIfNotExists:
    case NodeKind::kListAppend: {
      const uint32_t first = expression.first(node);
      const size_t left = OperandBytes(expression, first, item_bytes);
      const size_t right = OperandBytes(expression, expression.next(first), item_bytes);
      return expression[node].kind == NodeKind::kListAppend ? left + right : std::max(left, right);
    }
    default:  // A number (size() or a sum), or in PartiQL the boolean of a condition.
      return kBytesPerNode;
  }
}

// A comparison reads no more of either operand than the shorter one has.
size_t BytesCompared(const BoundExpression& condition, uint32_t node, size_t item_bytes) {
  const uint32_t first = condition.first(node);
  const size_t first_bytes = OperandBytes(condition, first, item_bytes);
  size_t bytes = 0;
  for (uint32_t part = condition.next(first); part != kNoNode; part = condition.next(part)) {
    bytes += std::min(first_bytes, OperandBytes(condition, part, item_bytes));
  }
  return bytes;
}

}  // namespace

size_t BytesToEvaluate(const BoundExpression& condition, size_t item_bytes) {
  const size_t node_count = condition.shape().tree.nodes.size();
  size_t searched = 0;
  size_t compared = 0;
  for (uint32_t node = 0; node < node_count; ++node) {
    switch (condition[node].kind) {
      case NodeKind::kSize:
      case NodeKind::kContains:
      case NodeKind::kLegacyNotContains:
        searched += OperandBytes(condition, condition.first(node), item_bytes);
        break;
      case NodeKind::kEqual:
      case NodeKind::kNotEqual:
      case NodeKind::kPartiqlNotEqual:
      case NodeKind::kLess:
      case NodeKind::kLessOrEqual:
      case NodeKind::kGreater:
      case NodeKind::kGreaterOrEqual:
      case NodeKind::kBetween:
      case NodeKind::kIn:
      case NodeKind::kBeginsWith:
        compared += BytesCompared(condition, node, item_bytes);
        break;
      default:
        break;
    }
  }
  // All paths are resolved in a single walk over the item.
  return item_bytes + node_count * kBytesPerNode + searched * kBytesPerSearchedByte + compared / kComparedBytesPerByte;
}

size_t BytesToUpdate(const BoundExpression& update, size_t item_bytes) {
  size_t bytes = item_bytes;
  for (const UpdateAction& action : update.shape().actions) {
    bytes += kBytesPerNode;
    // The value is copied into the new item.
    if (action.operand != kNoNode) bytes += OperandBytes(update, action.operand, item_bytes);
  }
  return bytes;
}

}  // namespace holdfast
