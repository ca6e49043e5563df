// ExpressionAttributeNames and ExpressionAttributeValues of one request: what `#name` and `:value` stand for, and which
// of them the request's expressions used.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ExpressionAttributeNames.html
//
// One per request (for BatchGetItem: per table), passed to every `Parse` of that request's expressions. It keeps
// pointers to the maps: they must outlive it and every expression that was compiled with it. Not thread-safe.
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

// How `Check` treats values that exceed the nesting limit. For TransactWriteItems (kLimitedLater) it accepts those that
// exceed it slightly; the update that would write one fails.
enum class ValueNesting { kLimited, kLimitedLater };

enum class ExpressionKind { kUpdate, kCondition, kKeyCondition, kFilter, kProjection };

class Placeholders {
 public:
  // Either may be null: the member was absent.
  Placeholders(const ExpressionAttributeNames* names, const ExpressionAttributeValues* values);
  explicit Placeholders(const ExpressionFields& fields)
      : Placeholders(fields.names.has_value() ? &*fields.names : nullptr,
                     fields.values.has_value() ? &*fields.values : nullptr) {}

  // The checks of the maps themselves, before any expression is parsed: empty maps, malformed keys, then invalid
  // values. With Wording::kOlder the message of an invalid value is `ExpressionAttributeValues contains invalid value:
  // <problem> for key <:v>`, except for NULL:false and nesting; with kCurrent it is the problem alone.
  Status Check(Wording wording, ValueNesting nesting = ValueNesting::kLimited) const;
  // The problem of the first invalid value, or null. Callers that put some problems into an envelope need it.
  const ValueProblem* first_value_problem() const;

  // Returns `Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #b}` if a name is unused, or
  // else the corresponding error of the values. To be called after every expression of the request was parsed.
  Status CheckAllUsed() const;

  // What `reference` (with its # or :) stands for, which thereby counts as used; nothing if it is not defined.
  // Values with a problem must have been refused by `Check` before.
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
