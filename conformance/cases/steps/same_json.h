// Equality of responses: as JSON values, except that the members of DynamoDB's sets may be in any order.
#pragma once

#include "conformance/client/json.h"

namespace holdfast::conformance {

// Objects are equal in any order of their members, arrays in the same order only, except those of SS, NS and BS: the
// order in which DynamoDB returns a set is not specified.
bool SameJson(const rapidjson::Value& one, const rapidjson::Value& other);

}  // namespace holdfast::conformance
