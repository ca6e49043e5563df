#include "engine/expressions/condition/condition_cost.h"

#include <algorithm>

namespace holdfast {
namespace {

constexpr size_t kBytesPerNode = 64;
// Comparing bytes is at least so many times as fast as walking an item or searching a value.
constexpr size_t kComparedBytesPerByte = 8;

size_t OperandBytes(const BoundExpression& condition, uint32_t node, size_t item_bytes) {
  switch (condition[node].kind) {
    case NodeKind::kPath:
      return item_bytes;
    case NodeKind::kValue:
      return condition.ValueOf(node).packed().size();
    default:
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
  // All paths are resolved in a single walk over the item.
  size_t bytes = item_bytes;
  size_t compared = 0;
  const size_t node_count = condition.shape().tree.nodes.size();
  for (uint32_t node = 0; node < node_count; ++node) {
    bytes += kBytesPerNode;
    switch (condition[node].kind) {
      case NodeKind::kSize:
      case NodeKind::kContains:
      case NodeKind::kLegacyNotContains:
        bytes += OperandBytes(condition, condition.first(node), item_bytes);
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
  return bytes + compared / kComparedBytesPerByte;
}

}  // namespace holdfast
