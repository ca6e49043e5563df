// Which item a WHERE clause names, for the statements that have to name one: UPDATE, DELETE, EXISTS, and SELECT in
// batches and transactions.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/syntax/bound_expression.h"
#include "engine/schema/key_rules.h"
#include "engine/schema/table_schema.h"

namespace holdfast::partiql {

struct ItemKeyMatch {
  enum class Problem {
    kNone,
    kMissing,        // no equality for a key attribute
    kSeveralValues,  // two different values for `attribute`
    kWrongType,      // a value of another type than `attribute` has
  };
  Problem problem = Problem::kNone;
  std::string_view attribute = {};
  std::optional<ValueView> partition = std::nullopt;
  std::optional<ValueView> sort = std::nullopt;
  // WHERE has nothing else than the conditions on the key.
  bool only_key = true;
  // One of the conditions is an IN.
  bool uses_in = false;
};

// Only conditions that AND joins at the top of WHERE count (`conjuncts`): `key = value`, or the other way round, and
// with `accepts_in` also `key IN [value]`.
ItemKeyMatch MatchItemKey(const TableSchema& schema, const BoundExpression& where,
                          const std::vector<uint32_t>& conjuncts, bool accepts_in);

// The matched key. Errors, as ExecuteStatement reports them: the problem, then values that no key can have.
Result<TableKey> KeyOfMatch(const TableSchema& schema, const ItemKeyMatch& match);

}  // namespace holdfast::partiql
