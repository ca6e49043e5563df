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

// TransactWriteItems accepts values that are nested slightly too deeply here (kLimitedLater): the update that would
// write them fails.
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
  // values. The older layer wraps a value's problem in `ExpressionAttributeValues contains invalid value: <msg> for key
  // <:v>`, except NULL:false and nesting; the current layer leaves it bare.
  Status Check(Wording wording, ValueNesting nesting = ValueNesting::kLimited) const;
  // The first invalid value's problem, or null: for callers that frame some problems differently.
  const ValueProblem* first_value_problem() const;

  // `Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #b}`, names before values. To be
  // called after every expression of the request was parsed.
  Status CheckAllUsed() const;

  // What `reference` (with its # or :) stands for, which thereby counts as used; nothing if it is not defined.
  // Values with a problem must have been refused by `Check` before.
  const std::string* UseName(std::string_view reference);
  std::optional<ValueView> UseValue(std::string_view reference);

 private:
  // Positions in a map, sorted by key; only for maps too large to search from end to end.
  using SortedPositions = std::vector<size_t>;

  const ExpressionAttributeNames* names_;
  const ExpressionAttributeValues* values_;
  absl::InlinedVector<bool, 16> name_used_;
  absl::InlinedVector<bool, 16> value_used_;
  SortedPositions sorted_names_;
  SortedPositions sorted_values_;
};

}  // namespace holdfast
