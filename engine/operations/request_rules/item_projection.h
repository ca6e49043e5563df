// Which attributes a read by key returns: ProjectionExpression, or the legacy AttributesToGet.
#pragma once

#include <optional>
#include <string_view>

#include "engine/base/result.h"
#include "engine/errors/constraints.h"
#include "engine/expressions/placeholders.h"
#include "engine/expressions/projection_expression.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/request_rules/validation_layer.h"

namespace holdfast {

void ConstrainAttributesToGet(const std::optional<AttributeNames>& attributes, std::string_view path,
                              errors::Constraints& constraints);

// Checks which of the projection members may be combined, in GetItem or in one table of BatchGetItem.
template <typename Request>
Status CheckProjectionMembers(ValidationLayer layer, const Request& request) {
  const Member projection = {"ProjectionExpression", request.projection_expression.has_value()};
  HOLDFAST_RETURN_IF_ERROR(
      CheckExpressionMembers(layer, {projection}, {{"AttributesToGet", request.attributes_to_get.has_value()}}));
  return CheckPlaceholderMembers(layer, request.expression_attribute_names.has_value(), false, {projection}, {});
}

// Returns nothing if the whole item is requested, even if there are names, which only TransactGetItems permits.
Result<std::optional<ProjectionExpression>> ParseProjection(ValidationLayer layer,
                                                            const std::optional<std::string>& projection_expression,
                                                            const std::optional<ExpressionAttributeNames>& names);

template <typename Request>
Result<std::optional<ProjectionExpression>> ParseProjection(ValidationLayer layer, const Request& request) {
  if (request.attributes_to_get.has_value()) {
    return std::optional(ProjectionExpression::FromAttributeNames(*request.attributes_to_get));
  }
  return ParseProjection(layer, request.projection_expression, request.expression_attribute_names);
}

}  // namespace holdfast
