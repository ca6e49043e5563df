// The placeholders `#name` and `:value` of expressions. DynamoDB refuses a request that defines an unused one: removing
// an expression must also remove the definitions that only it used.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "conformance/faulty/json_edit.h"

namespace holdfast::conformance::faulty {

using Placeholders = std::set<std::string, std::less<>>;

Placeholders PlaceholdersIn(std::string_view expression);

// Removes the member `expression_name` of a request (or of a transaction's action), and the definitions of placeholders
// that no other expression uses. Definitions that were unused before stay: the endpoint has to refuse them.
void DropExpression(Json* request, std::string_view expression_name);

// Copies those members of ExpressionAttributeNames and ExpressionAttributeValues that `expression` uses.
void CopyDefinitions(const Json& request, std::string_view expression, Json* copy, JsonMemory& memory);

}  // namespace holdfast::conformance::faulty
