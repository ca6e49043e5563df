// Small changes to a JSON tree (see conformance/client/json.h for reading it).
#pragma once

#include <string_view>

#include "conformance/client/json.h"

namespace holdfast::conformance::faulty {

using Json = rapidjson::Value;
using JsonMemory = rapidjson::Document::AllocatorType;

// The member, or null if there is none or `tree` is no object.
Json* MutableMember(Json* tree, std::string_view name);
// Has no effect if there is no such member.
void RemoveMember(Json* tree, std::string_view name);
// Adds the member or replaces it. `tree` must be an object.
void SetMember(Json* tree, std::string_view name, Json value, JsonMemory& memory);
Json StringValue(std::string_view text, JsonMemory& memory);
std::string_view TextOf(const Json& value);

// True if the request asks for consumed capacity or collection metrics, which a response that the fault assembles
// cannot contain.
bool AsksForMetrics(const Json& request);

}  // namespace holdfast::conformance::faulty
