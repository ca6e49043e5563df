// Which item a WHERE clause names. UPDATE, DELETE, EXISTS, and SELECT in batches and transactions have to name one; any
// other SELECT that does so is a read of that item.
#pragma once

#include <optional>
#include <string_view>

#include "engine/base/result.h"
#include "engine/partiql/statement.h"
#include "engine/schema/key_rules.h"
#include "engine/schema/table_schema.h"

namespace holdfast::partiql {

struct ItemKeyMatch {
  enum class Problem {
    kNone,
    kMissing,        // no equality for one of the key attributes
    kSeveralValues,  // two different values for `attribute`
    kWrongType,      // a value of another type than `attribute` has
  };
  Problem problem = Problem::kNone;
  // The key attribute that `problem` is about; meaningful for kSeveralValues and kWrongType only.
  std::string_view attribute = {};
  // The first value that WHERE gives for each key attribute.
  std::optional<ValueView> partition = std::nullopt;
  std::optional<ValueView> sort = std::nullopt;
  // Whether WHERE has no other conditions than those on the key.
  bool only_key = true;
};

// Only the statement's `equalities` count, and those with IN only if `accepts_in_operator`. A statement without WHERE
// names no item. The match has views of the statement, of its parameters and of the schema.
ItemKeyMatch MatchItemKey(const TableSchema& schema, const BoundStatement& statement, bool accepts_in_operator);

// The matched key. Errors, as ExecuteStatement reports them: the problem, then values that no key can have.
Result<TableKey> KeyOfMatch(const TableSchema& schema, const ItemKeyMatch& match);

}  // namespace holdfast::partiql
