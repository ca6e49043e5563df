// A range of sort-key bytes: what a Query's condition on the sort key means for an order of entries.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/expressions/key_condition_expression.h"

namespace holdfast {

// [lower, upper); no upper bound if absent.
struct KeyRange {
  std::string lower;
  std::optional<std::string> upper;

  bool Contains(std::string_view key) const { return key >= lower && (!upper.has_value() || key < *upper); }
};

// Everything that begins with `prefix`.
KeyRange RangeOfPrefix(std::string_view prefix);
// In an order whose keys are the attribute's key bytes alone: a table's items.
KeyRange RangeOfKey(const KeyClause& clause);
// In an order whose keys are composites: `prefix` (the parts before this one, each held equal), then this attribute's
// part, then others.
KeyRange RangeOfKeyPart(std::string_view prefix, const KeyClause& clause);

}  // namespace holdfast
