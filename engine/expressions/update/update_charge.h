// The size that UpdateItem counts for an UpdateExpression. It depends on the expression and on the item's sets to which
// it adds members, not on other attributes, and counts a value at each of its uses. It must not exceed 400 KB, which is
// checked before the condition. The figures were captured from DynamoDB in October 2026, and are exact to the byte.
//
//   3 + for each clause (names, digits and values stand for their sizes in bytes):
//   SET target = operand     19 + target + operand
//   ADD target :v            19 + target + value; for a set only the members that the item's set does not have
//   REMOVE, DELETE target     1 + target
//
//   target: the first name + for each later element 4 + its name or the digits of its index
//   operand: a value; a path is 1 + for each element 14 + its name or digits; x + y is 34 + both, x - y 37 + both,
//            if_not_exists(x, y) 39 + both, list_append(x, y) 37 + both
#pragma once

#include <cstddef>

#include "engine/expressions/syntax/bound_expression.h"
#include "engine/values/value_view.h"

namespace holdfast {

class UpdateCharge {
 public:
  // Counting ends when the charge reaches `stop_at`, so its time is bounded, however often a large value is used.
  UpdateCharge(const BoundExpression& update, size_t stop_at) : update_(update), stop_at_(stop_at) {}

  // The charge for an item that has none of the members that are added to its sets.
  size_t ChargeForAllMembers() const;
  // The charge for the item `before`: members that its sets have already do not count.
  size_t ChargeForNewMembers(AttributeMapView before) const;

 private:
  template <typename AddedBytes>
  size_t Total(AddedBytes added_bytes) const;
  size_t OperandCharge(uint32_t node) const;

  const BoundExpression& update_;
  const size_t stop_at_;
};

}  // namespace holdfast
