// KeyConditionExpression: which items a Query reads. At most one condition for each key attribute.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.KeyConditionExpressions.html
//
// Thread safety: immutable after construction. It keeps views of the request's values; the request must outlive it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/placeholders.h"
#include "engine/expressions/syntax/syntax_tree.h"
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
  // An operator of the legacy KeyConditions that is allowed for no key (NE, IN, NULL, CONTAINS, …). It is reported once
  // the table is known. Its operand is a NULL. It does not occur in a KeyConditionExpression.
  kNotIndexable,
};
// The operator of a comparison, BETWEEN or begins_with; nothing for other conditions.
std::optional<KeyOperator> KeyOperatorOf(NodeKind condition);
// The comparison with its operands exchanged: `>` for `<`.
NodeKind MirrorComparison(NodeKind comparison);

// `attribute op operand`, or for kBetween `attribute BETWEEN operand AND upper`. A comparison with exchanged operands
// (`:v <= sk`) is represented as `sk >= :v`.
struct KeyClause {
  std::string attribute;
  KeyOperator op;
  ValueView operand;
  std::optional<ValueView> upper;
};

class KeyConditionExpression {
 public:
  // Performs the checks that need no table: those of any condition (condition_expression.h), and then those of the
  // structure that a key condition must have. Errors: ValidationException, without the prefix
  // `1 validation error detected: `. DynamoDB reports a wrong structure only after it has parsed the request's other
  // expressions. So if `structure_status` is not null, an error of the structure is stored there instead of being
  // returned; after such an error, `clauses()` must not be used.
  static Result<KeyConditionExpression> Parse(std::string_view text, Placeholders* placeholders,
                                              Status* structure_status = nullptr);

  // In text order; no attribute occurs twice. The caller must check whether they fit the key schema (number, names,
  // types, `=` for the partition key).
  const std::vector<KeyClause>& clauses() const { return clauses_; }

 private:
  std::vector<KeyClause> clauses_;
};

}  // namespace holdfast
