// What UpdateItem counts for an UpdateExpression: not what the item holds but what the statement carries, values at
// each use. It must fit 400 KB by itself, and is checked before the condition. The figures are those captured from the
// service in October 2026, byte exact.
//
//   3 + of each clause:
//   SET target = operand     19 + target + operand
//   ADD target :v            19 + target + value; of a set only the members that the item's set does not have
//   REMOVE, DELETE target     1 + target
//
//   target: the first name, and of each later element 4 + its name or the digits of its index
//   operand: a value; a path is 1 + of each element 14 + its name or digits; x + y is 34 + both, x - y 37 + both,
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

  // The charge if the item had none of the members that are added to its sets.
  size_t ChargeForAllMembers() const;
  // The charge on the item `before`: members that its sets already have count nothing.
  size_t ChargeForNewMembers(AttributeMapView before) const;

 private:
  template <typename AddedBytes>
  size_t Total(AddedBytes added_bytes) const;
  size_t Operand(uint32_t node) const;

  const BoundExpression& update_;
  const size_t stop_at_;
};

}  // namespace holdfast
