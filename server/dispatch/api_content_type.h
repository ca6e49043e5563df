// The media types of DynamoDB's API.
#pragma once

#include <string_view>

#include "server/message/http_message.h"

namespace holdfast::server {

inline constexpr std::string_view kAmazonJson = "application/x-amz-json-1.0";
inline constexpr std::string_view kPlainJson = "application/json";

// The media type of the request alone; parameters do not matter.
std::string_view ContentType(const HttpRequest& request);
bool IsJson(std::string_view content_type);
// DynamoDB's own type if the request has it, else application/json.
std::string_view ResponseContentType(std::string_view content_type);

}  // namespace holdfast::server
