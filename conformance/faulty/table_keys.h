// Which attributes are the key of a table: a request or an item does not say.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/faulty/fault.h"
#include "conformance/faulty/json_edit.h"

namespace holdfast::conformance::faulty {

// The partition key first. Asks the endpoint each time, because tables come and go and their names are used again;
// empty if it does not say.
std::vector<std::string> KeyAttributesOf(const Request& request, std::string_view table, Endpoint* endpoint);

// The key attributes of an item as a JSON object; nothing if one is missing, or there are none to look for.
std::optional<Json> KeyOf(const Json& item, const std::vector<std::string>& key_attributes, JsonMemory& memory);

}  // namespace holdfast::conformance::faulty
