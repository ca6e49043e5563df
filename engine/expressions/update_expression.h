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
#include "engine/expressions/placeholders.h"
#include "engine/expressions/syntax/bound_expression.h"
#include "engine/values/attribute_value.h"
#include "engine/values/document_path.h"

namespace holdfast {

class UpdateExpression {
 public:
  // Errors: ValidationException `Invalid UpdateExpression: …`, without any envelope, in DynamoDB's order: size, empty,
  // syntax, redundant parentheses, limits, reserved word, unknown or misused function, repeated section, undefined
  // name, undefined value, path overlap, path conflict, ADD/DELETE operand type, operand count and types.
  static Result<UpdateExpression> Parse(std::string_view text, Placeholders* placeholders);
  // An update that was not parsed from an expression's text: no target may be or contain another. `legacy`:
  // AttributeUpdates, whose ADD also appends lists and whose type mismatch has a text of its own.
  explicit UpdateExpression(BoundExpression update, bool legacy = false);

  // The item after the update; every operand reads `before`, the item as it was. If the item does not exist, operands
  // read `key` and the new item begins as `key`; the result is empty if the item stays missing, which is so if every
  // action is a REMOVE or DELETE. Errors: the run-time ones, bare: an invalid document path, a missing
  // operand, an operand's type, a number out of range, nesting. Item size, keys and index keys are the caller's to
  // check.
  Result<std::optional<AttributeMap>> Apply(AttributeMapView before, bool exists, AttributeMapView key) const;

  // The paths it writes, in text order.
  const std::vector<DocumentPath>& targets() const { return update_.shape().targets; }
  const std::vector<UpdateAction>& actions() const { return update_.shape().actions; }
  // The paths its operands read, in text order, repeats included.
  const std::vector<DocumentPath>& read_paths() const { return update_.shape().paths; }
  // What UpdateItem counts for the statement, beside the resulting item: see update_charge.h. 0 for AttributeUpdates,
  // of which the result alone counts. `before` is AttributeMapView::Empty() if the item does not exist.
  size_t Charge(AttributeMapView before) const;
  bool ChargeExceeds(size_t limit, AttributeMapView before) const;
  // The operand that SET or ADD will write to (or add to) the top-level attribute, if it stands in the request.
  std::optional<ValueView> AssignedValue(std::string_view attribute) const;

 private:
  BoundExpression update_;
  bool legacy_;
};

}  // namespace holdfast
