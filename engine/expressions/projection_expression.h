// ProjectionExpression, AttributesToGet and the projections of indexes: they select parts of an item.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ProjectionExpressions.html
//
// Thread safety: immutable after construction.
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
  // For AttributesToGet, or the attributes that an index projects. A name may occur more than once.
  static ProjectionExpression FromAttributeNames(const std::vector<std::string>& names);
  // The paths may overlap. If one is a prefix of another, the whole value at the shorter one is projected.
  explicit ProjectionExpression(std::vector<DocumentPath> paths);
  // For the list of a PartiQL SELECT: the value at paths[i] becomes the attribute result_names[i]. The paths may
  // overlap. If two names are equal, the result has the value of the later one.
  ProjectionExpression(std::vector<DocumentPath> paths, std::vector<std::string> result_names);

  // Returns the values to which the paths lead, inside only those maps and lists that contain them. A list is returned
  // with its selected elements only, in their order and without gaps. The item's key is not added.
  AttributeMap Apply(AttributeMapView item) const;
  // In text order.
  const std::vector<DocumentPath>& paths() const { return shape_->paths; }

 private:
  explicit ProjectionExpression(std::shared_ptr<const ExpressionShape> shape) : shape_(std::move(shape)) {}

  std::shared_ptr<const ExpressionShape> shape_;
  // Null: the result has the structure of the item.
  std::shared_ptr<const std::vector<std::string>> result_names_;
};

// The values at `paths` (UPDATED_OLD, UPDATED_NEW), by the rules of a projection.
AttributeMap ProjectPaths(AttributeMapView item, const std::vector<DocumentPath>& paths);

}  // namespace holdfast
