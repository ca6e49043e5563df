#include "engine/expressions/update/update_charge.h"

#include <string>
#include <vector>

#include "engine/values/number.h"

namespace holdfast {
namespace {

size_t ElementBytes(const PathElement& element) {
  return element.is_index ? std::to_string(element.index).size() : element.name.size();
}

size_t TargetCharge(const DocumentPath& path) {
  size_t charge = path.attribute().size();
  for (size_t i = 1; i < path.elements.size(); ++i) charge += 4 + ElementBytes(path.elements[i]);
  return charge;
}

size_t ReadCharge(const DocumentPath& path) {
  size_t charge = 1;
  for (const PathElement& element : path.elements) charge += 14 + ElementBytes(element);
  return charge;
}

// The bytes of the members of `added` that `old` does not have. One pass suffices, because the members of both ascend.
size_t NewMemberBytes(ValueView added, SetView old) {
  const bool numbers = added.type() == ValueType::kNumberSet;
  size_t bytes = 0;
  SetView::Iterator at = old.begin();
  for (const std::string_view member : added.set()) {
    while (at != old.end() && *at < member) ++at;
    if (at != old.end() && *at == member) continue;
    bytes += numbers ? Number::FromBytes(member).size_bytes() : member.size();
  }
  return bytes;
}

}  // namespace

// `added_bytes(i, value)`: the charge for `value`, which the ADD action i adds.
template <typename AddedBytes>
size_t UpdateCharge::Total(AddedBytes added_bytes) const {
  const ExpressionShape& shape = update_.shape();
  size_t charge = 3;
  for (size_t i = 0; i < shape.actions.size() && charge < stop_at_; ++i) {
    const UpdateAction& action = shape.actions[i];
    const size_t target = TargetCharge(shape.targets[i]);
    switch (action.kind) {
      case UpdateActionKind::kSet:
        charge += 19 + target + OperandCharge(action.operand);
        break;
      case UpdateActionKind::kAdd:
        charge += 19 + target + added_bytes(i, update_.ValueOf(action.operand));
        break;
      case UpdateActionKind::kRemove:
      case UpdateActionKind::kDelete:
        charge += 1 + target;
        break;
    }
  }
  return charge;
}

size_t UpdateCharge::OperandCharge(uint32_t node) const {
  size_t charge = 0;
  switch (update_[node].kind) {
    case NodeKind::kValue:
      return update_.ValueOf(node).size_bytes();
    case NodeKind::kPath:
      return ReadCharge(update_.PathOf(node));
    case NodeKind::kPlus:
      charge = 34;
      break;
    case NodeKind::kIfNotExists:
      charge = 39;
      break;
    default:  // `-`, list_append
      charge = 37;
  }
  for (uint32_t part = update_.first(node); part != kNoNode && charge < stop_at_; part = update_.next(part)) {
    charge += OperandCharge(part);
  }
  return charge;
}

size_t UpdateCharge::ChargeForAllMembers() const {
  return Total([](size_t, ValueView added) { return added.size_bytes(); });
}

size_t UpdateCharge::ChargeForNewMembers(AttributeMapView before) const {
  const ExpressionShape& shape = update_.shape();
  std::vector<const char*> old(shape.targets.size(), nullptr);
  ResolvePaths(before, shape.targets, shape.order,
               [&](size_t i, ValueView value) { old[shape.order.positions[i]] = value.data(); });
  return Total([&](size_t action, ValueView added) {
    const bool merges = IsSet(added.type()) && old[action] != nullptr && ValueView(old[action]).type() == added.type();
    return merges ? NewMemberBytes(added, ValueView(old[action]).set()) : added.size_bytes();
  });
}

}  // namespace holdfast
