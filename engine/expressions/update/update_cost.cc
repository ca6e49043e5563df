#include "engine/expressions/update/update_cost.h"

#include <algorithm>

namespace holdfast {
namespace {

constexpr size_t kBytesPerAction = 64;

// The bytes that are copied for the new value of a target.
size_t BytesCopied(const BoundExpression& update, uint32_t operand, size_t item_bytes) {
  switch (update[operand].kind) {
    case NodeKind::kPath:
      return item_bytes;
    case NodeKind::kValue:
      return update.ValueOf(operand).packed().size();
    case NodeKind::kIfNotExists:
    case NodeKind::kListAppend: {
      const uint32_t first = update.first(operand);
      const size_t left = BytesCopied(update, first, item_bytes);
      const size_t right = BytesCopied(update, update.next(first), item_bytes);
      return update[operand].kind == NodeKind::kListAppend ? left + right : std::max(left, right);
    }
    default:  // A number.
      return 0;
  }
}

}  // namespace

size_t BytesToUpdate(const BoundExpression& update, size_t item_bytes) {
  // All paths are resolved in a single walk over the item.
  size_t bytes = item_bytes;
  for (const UpdateAction& action : update.shape().actions) {
    bytes += kBytesPerAction;
    if (action.operand != kNoNode) bytes += BytesCopied(update, action.operand, item_bytes);
  }
  return bytes;
}

}  // namespace holdfast
