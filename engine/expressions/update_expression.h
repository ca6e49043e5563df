// UpdateExpression: how an item becomes its next version.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
//
// Thread safety: immutable once made. It keeps views of the request's values; the request must outlive it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/bound_expression.h"
#include "engine/expressions/placeholders.h"
#include "engine/values/attribute_value.h"
#include "engine/values/document_path.h"
#include "engine/values/value_problem.h"

namespace holdfast {

class UpdateExpression {
 public:
  // Errors: ValidationException `Invalid UpdateExpression: …`, without any envelope, in DynamoDB's order: size, empty,
  // syntax, redundant parentheses, limits, reserved word, unknown or misused function, repeated section, undefined
  // name, undefined value, path overlap, path conflict, ADD/DELETE operand type, operand count and types. `wording`
  // matters for the size only: the older layer also says how long the expression is.
  static Result<UpdateExpression> Parse(std::string_view text, Placeholders* placeholders,
                                        Wording wording = Wording::kCurrent);
  // An update from elsewhere: no target may be or contain another. `legacy`: AttributeUpdates, whose ADD also appends
  // lists and whose type mismatch has a text of its own.
  explicit UpdateExpression(BoundExpression update, bool legacy = false);

  // The item after the update; every operand reads `before`, the item as it was. If the item does not exist, `before`
  // is AttributeMapView::Empty() and the new item begins as `key`; nothing is answered if it stays missing, which is so
  // if every action is a REMOVE or DELETE. Errors: the run-time ones, bare: an invalid document path, a missing
  // operand, an operand's type, a number out of range, nesting. Item size, keys and index keys are the caller's to
  // check.
  Result<std::optional<AttributeMap>> Apply(AttributeMapView before, bool exists, AttributeMapView key) const;

  // The paths it writes, in text order.
  const std::vector<DocumentPath>& targets() const { return update_.shape().targets; }
  const std::vector<UpdateAction>& actions() const { return update_.shape().actions; }
  // The paths its operands read, in text order, repeats included.
  const std::vector<DocumentPath>& read_paths() const { return update_.shape().paths; }
  // What UpdateItem counts beside the item: 3 + 19 for each SET and ADD + 2 for each REMOVE and DELETE, 1 more for
  // a SET of a list element and 50 more for one with arithmetic.
  size_t SizeOverhead() const;
  // The operand that SET or ADD will write to (or add to) the top-level attribute, if it stands in the request.
  std::optional<ValueView> KnownValue(std::string_view attribute) const;

 private:
  BoundExpression update_;
  bool legacy_;
};

}  // namespace holdfast
