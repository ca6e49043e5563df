// The key attributes of a table, which requests and items do not contain.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/faulty/faults/fault.h"
#include "conformance/faulty/json_edit.h"

namespace holdfast::conformance::faulty {

// Partition key first. Calls DescribeTable each time, because tables are deleted and their names reused; empty if that
// fails.
std::vector<std::string> KeyAttributesOf(const Request& request, std::string_view table, Endpoint* endpoint);

// The key attributes of an item as a JSON object; nothing if one is missing, or there are none to look for.
std::optional<Json> KeyOf(const Json& item, const std::vector<std::string>& key_attributes, JsonMemory& memory);

}  // namespace holdfast::conformance::faulty
