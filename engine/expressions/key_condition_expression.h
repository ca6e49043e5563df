// KeyConditionExpression: which items a Query reads. At most one condition for each key attribute.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.KeyConditionExpressions.html
//
// Thread safety: immutable once made. It keeps views of the request's values; the request must outlive it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/placeholders.h"
#include "engine/values/value_view.h"

namespace holdfast {

enum class KeyOperator {
  kEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kBetween,
  kBeginsWith,
  // An operator of the legacy KeyConditions that no key allows (NE, IN, NULL, CONTAINS, …): reported once the table is
  // known. Never in a KeyConditionExpression. Its operand is a NULL.
  kNotIndexable,
};

// `attribute op operand`, for kBetween `attribute BETWEEN operand AND upper`. A comparison written the other way
// round (`:v <= sk`) has been turned.
struct KeyClause {
  std::string attribute;
  KeyOperator op;
  ValueView operand;
  std::optional<ValueView> upper;
};

class KeyConditionExpression {
 public:
  // Everything that needs no table: the checks of any condition (condition_expression.h), then the structure that
  // a key condition must have. Errors: ValidationException without envelope. DynamoDB reports a wrong structure only
  // after it has parsed the request's other expressions: with `structure` given, that failure is put there instead of
  // being returned, and `clauses()` is then not to be used.
  static Result<KeyConditionExpression> Parse(std::string_view text, Placeholders* placeholders,
                                              Status* structure = nullptr);

  // In text order; no attribute occurs twice. Whether they fit the key schema (number, names, types, `=` for
  // the partition key) is for the caller to check.
  const std::vector<KeyClause>& clauses() const { return clauses_; }

 private:
  std::vector<KeyClause> clauses_;
};

}  // namespace holdfast
