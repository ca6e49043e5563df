// The substitution maps that the expressions of a request share.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/values/attribute_value.h"

namespace holdfast {

// Pairs of a placeholder (`#name` or `:value`) and what it stands for, in request order; a placeholder occurs once.
using ExpressionAttributeNames = std::vector<std::pair<std::string, std::string>>;
using ExpressionAttributeValues = std::vector<std::pair<std::string, AttributeValue>>;

struct ExpressionFields {
  std::optional<ExpressionAttributeNames> names;
  std::optional<ExpressionAttributeValues> values;
};

}  // namespace holdfast
