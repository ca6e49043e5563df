// A range of sort-key bytes: the entries of a sorted order that satisfy a Query's condition on the sort key.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/expressions/key_condition_expression.h"

namespace holdfast {

// [lower, upper); if `upper` is absent, the range has no upper bound.
struct KeyRange {
  std::string lower;
  std::optional<std::string> upper;

  bool Contains(std::string_view key) const { return key >= lower && (!upper.has_value() || key < *upper); }
};

// All keys that begin with `prefix`.
KeyRange RangeOfPrefix(std::string_view prefix);
// The range of `clause` in an order whose keys are the attribute's key bytes alone: a table's items.
KeyRange RangeOfKey(const KeyClause& clause);
// The range of `clause` in an order whose keys are composites: `prefix` (the preceding parts, which have equality
// conditions), then this attribute's part, then the remaining parts.
KeyRange RangeOfKeyPart(std::string_view prefix, const KeyClause& clause);

}  // namespace holdfast
