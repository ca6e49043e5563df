#include "engine/operations/request_rules/item_projection.h"

#include "engine/base/limits.h"

namespace holdfast {

void ConstrainAttributesToGet(const std::optional<AttributeNames>& attributes, std::string_view path,
                              errors::Constraints& constraints) {
  if (!attributes.has_value()) return;
  constraints.LengthAtLeast(attributes->size(), 1, "[]", path);
  // [open] How the service prints a list of too many names is not known; only the constraint matters.
  constraints.LengthAtMost(attributes->size(), limits::kAttributesToGetMax, "[…]", path);
}

Result<std::optional<ProjectionExpression>> ParseProjection(ValidationLayer layer,
                                                            const std::optional<std::string>& projection_expression,
                                                            const std::optional<ExpressionAttributeNames>& names) {
  Placeholders placeholders(names.has_value() ? &*names : nullptr, nullptr);
  HOLDFAST_RETURN_IF_ERROR(CheckPlaceholders(layer, placeholders));
  std::optional<ProjectionExpression> projection;
  if (!projection_expression.has_value()) return projection;
  HOLDFAST_ASSIGN_OR_RETURN(projection,
                            WithLayerPrefix(layer, ProjectionExpression::Parse(*projection_expression, &placeholders)));
  HOLDFAST_RETURN_IF_ERROR(placeholders.CheckAllUsed());
  return projection;
}

}  // namespace holdfast
