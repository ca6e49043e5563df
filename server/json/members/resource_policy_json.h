// The JSON text of a resource-based policy, which requests contain as a string.
#pragma once

#include <string_view>

namespace holdfast::server {

// Whether the text is a JSON object. A text that is too long for a policy is not parsed, and counts as one.
bool IsPolicyJson(std::string_view text);

}  // namespace holdfast::server
