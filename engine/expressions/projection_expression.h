// ProjectionExpression, AttributesToGet and the projections of indexes: some parts of an item.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ProjectionExpressions.html
//
// Thread safety: immutable once made.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/placeholders.h"
#include "engine/expressions/syntax/bound_expression.h"
#include "engine/values/attribute_value.h"
#include "engine/values/document_path.h"

namespace holdfast {

class ProjectionExpression {
 public:
  // Errors: ValidationException `Invalid ProjectionExpression: …`, in DynamoDB's order: size, empty, syntax, limits,
  // reserved word, undefined name, overlap, conflict.
  static Result<ProjectionExpression> Parse(std::string_view text, Placeholders* placeholders);
  // AttributesToGet, or what an index projects; a name may occur more than once.
  static ProjectionExpression FromAttributeNames(const std::vector<std::string>& names);
  // Any paths; where one contains another, the whole is kept.
  explicit ProjectionExpression(std::vector<DocumentPath> paths);

  // The parts of `item` that resolve: only the structure that they need, list elements side by side in their order.
  // Keys are not added.
  AttributeMap Apply(AttributeMapView item) const;
  // In text order.
  const std::vector<DocumentPath>& paths() const { return shape_->paths; }

 private:
  explicit ProjectionExpression(std::shared_ptr<const ExpressionShape> shape) : shape_(std::move(shape)) {}

  std::shared_ptr<const ExpressionShape> shape_;
};

// The values at `paths` (UPDATED_OLD, UPDATED_NEW), by the rules of a projection.
AttributeMap ProjectPaths(AttributeMapView item, const std::vector<DocumentPath>& paths);

}  // namespace holdfast
