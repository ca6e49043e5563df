// ExpressionAttributeNames and ExpressionAttributeValues of one request: the name of each `#name`, the value of each
// `:value`, and which of them the request's expressions used.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ExpressionAttributeNames.html
//
// A request, a table of a BatchGetItem or an action of a transaction has one Placeholders, which is passed to every
// `Parse` of its expressions. It keeps pointers to the maps, which must outlive it and every expression that was
// compiled with it. Not thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "engine/base/result.h"
#include "engine/expressions/expression_fields.h"
#include "engine/values/value_problem.h"
#include "engine/values/value_view.h"

namespace holdfast {

// How `Check` treats values with more than kNestingLevelsMax levels. With kLimited it refuses them. With
// kLimitedWhenStored (TransactWriteItems) it accepts up to kTransactionValueLevelsMax levels; an update that stores
// such a value fails when the new item is computed.
enum class ValueNesting { kLimited, kLimitedWhenStored };

enum class ExpressionKind { kUpdate, kCondition, kKeyCondition, kFilter, kProjection };

class Placeholders {
 public:
  // A null pointer means that the request does not have the member.
  Placeholders(const ExpressionAttributeNames* names, const ExpressionAttributeValues* values);
  explicit Placeholders(const ExpressionFields& fields)
      : Placeholders(fields.names.has_value() ? &*fields.names : nullptr,
                     fields.values.has_value() ? &*fields.values : nullptr) {}

  // The checks of the maps themselves, before any expression is parsed: first of the names, then of the values, and of
  // each map whether it is empty, then its keys, its names or values, and its size. With Wording::kOlder the message of
  // an invalid value is `ExpressionAttributeValues contains invalid value: <problem> for key <:v>`, except for
  // NULL:false and nesting; with kCurrent it is the problem alone. More than kTransactionValueLevelsMax levels, which
  // kLimitedWhenStored refuses, have the longer message in both wordings.
  Status Check(Wording wording, ValueNesting nesting = ValueNesting::kLimited) const;
  // The problem of the first invalid value, or null. For callers that put `1 validation error detected: ` before the
  // messages of some problems only.
  const ValueProblem* first_value_problem() const;

  // Returns `Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #b}` if a name is unused, or
  // else the corresponding error of the values. To be called once all expressions of the request have been parsed.
  Status CheckAllUsed() const;

  // Return the name or value of `reference` (with its # or :) and mark it as used; null or nothing if it is not
  // defined. `Check` must have succeeded before, so that all values are valid.
  const std::string* UseName(std::string_view reference);
  std::optional<ValueView> UseValue(std::string_view reference);

 private:
  // Positions in a map, sorted by key; only for maps too large for a linear search.
  using SortedPositions = std::vector<size_t>;

  const ExpressionAttributeNames* names_;
  const ExpressionAttributeValues* values_;
  absl::InlinedVector<bool, 16> name_used_;
  absl::InlinedVector<bool, 16> value_used_;
  SortedPositions sorted_names_;
  SortedPositions sorted_values_;
};

}  // namespace holdfast
