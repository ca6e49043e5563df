// UpdateExpression: computes the next version of an item.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
//
// Thread safety: immutable after construction. It keeps views of the request's values; the request must outlive it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/placeholders.h"
#include "engine/expressions/syntax/bound_expression.h"
#include "engine/expressions/syntax/syntax_tree.h"
#include "engine/expressions/update/compute_updates.h"
#include "engine/values/attribute_value.h"
#include "engine/values/document_path.h"

namespace holdfast {

class UpdateExpression {
 public:
  // Errors: ValidationException `Invalid UpdateExpression: …`, without the prefix `1 validation error detected: `, in
  // DynamoDB's order: size, empty, syntax, redundant parentheses, limits, reserved word, unknown or misused function,
  // repeated section, undefined name, undefined value, path overlap, path conflict, ADD/DELETE operand type, operand
  // count and types.
  static Result<UpdateExpression> Parse(std::string_view text, Placeholders* placeholders);
  // For updates that were not parsed from an expression's text: no target may be or contain another one.
  explicit UpdateExpression(BoundExpression update, UpdateDialect dialect);

  // Returns the item after the update. Every operand reads `before`, the item before the update. If the item does not
  // exist, operands read `key` and the new item starts as `key`; nothing is returned, and no item is created, if every
  // action is a REMOVE or DELETE. Errors, also without the prefix `1 validation error detected: `: an invalid document
  // path, a missing operand, an operand of a wrong type, a number out of range, too many nesting levels, new values
  // that are certainly too large for an item. The caller must check the item's size, keys and index keys.
  Result<std::optional<AttributeMap>> Apply(AttributeMapView before, bool exists, AttributeMapView key) const;

  // The paths that the update writes, in text order.
  const std::vector<DocumentPath>& targets() const { return update_.shape().targets; }
  const std::vector<UpdateAction>& actions() const { return update_.shape().actions; }
  // The operands of the actions. The index of a path leaf is that of its path in read_paths().
  const SyntaxTree& tree() const { return update_.shape().tree; }
  // The paths that the operands read, in text order, repeats included.
  const std::vector<DocumentPath>& read_paths() const { return update_.shape().paths; }
  // The cost of applying it to an item of that size (evaluation_cost.h).
  size_t BytesToApply(size_t item_bytes) const;
  // The size of the expression (update_charge.h), which UpdateItem limits besides the size of the new item. 0 unless
  // the dialect is kExpression: updates of other dialects are not limited. `before` is AttributeMapView::Empty() if the
  // item does not exist.
  size_t Charge(AttributeMapView before) const;
  // Whether Charge(before) > limit, computed in bounded time.
  bool ChargeExceeds(size_t limit, AttributeMapView before) const;
  // The operand with which SET or ADD writes the top-level attribute, if that operand is a value of the request.
  std::optional<ValueView> AssignedValue(std::string_view attribute) const;

 private:
  BoundExpression update_;
  UpdateDialect dialect_;
};

}  // namespace holdfast
