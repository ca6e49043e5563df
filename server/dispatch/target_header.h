// X-Amz-Target: `DynamoDB_20120810.PutItem`.
#pragma once

#include <optional>
#include <string_view>

namespace holdfast::server {

// The name of the operation, which the text must outlive; nothing if the text does not name one of this API version.
// Letter case counts.
std::optional<std::string_view> OperationName(std::string_view target_header);

}  // namespace holdfast::server
