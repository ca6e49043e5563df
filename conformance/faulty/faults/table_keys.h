// Asks the endpoint which attributes are a table's key, because requests and items do not contain this information.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/faulty/faults/fault.h"
#include "conformance/faulty/json_edit.h"

namespace holdfast::conformance::faulty {

// The names of the key attributes, partition key first; empty if DescribeTable fails. DescribeTable is called each
// time, because tables are deleted and their names reused.
std::vector<std::string> KeyAttributesOf(const Request& request, std::string_view table, Endpoint* endpoint);

// The key attributes of an item as a JSON object; nothing if one is missing, or if `key_attributes` is empty.
std::optional<Json> KeyOf(const Json& item, const std::vector<std::string>& key_attributes, JsonMemory& memory);

}  // namespace holdfast::conformance::faulty
