// `ADD visits :one, #tags :new`: update expressions that add to top-level attributes and do nothing else.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/faulty/json_edit.h"

namespace holdfast::conformance::faulty {

struct AddClause {
  // As written: a name or its placeholder.
  std::string attribute;
  // The placeholder.
  std::string value;
};

// Returns nothing for other expressions.
std::optional<std::vector<AddClause>> ParseAddClauses(std::string_view update_expression);

// The result of ADD for an attribute value and the value to add: the sum of two whole numbers, or the union of two sets
// of strings or of numbers. `stored` is null if the item has no such attribute. Returns nothing for values that ADD
// refuses, and for unsupported values: numbers that are not whole or exceed 64 bits, and binary sets.
std::optional<Json> Add(const Json* stored, const Json& value, JsonMemory& memory);

}  // namespace holdfast::conformance::faulty
