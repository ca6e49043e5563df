// The media types of DynamoDB's API.
#pragma once

#include <string_view>

#include "server/message/http_message.h"

namespace holdfast::server {

inline constexpr std::string_view kAmazonJson = "application/x-amz-json-1.0";
inline constexpr std::string_view kPlainJson = "application/json";

// The media type in the request's Content-Type header, without parameters.
std::string_view ContentType(const HttpRequest& request);
bool IsJson(std::string_view content_type);
// The media type of the response: kAmazonJson if the request has that type, else kPlainJson.
std::string_view ResponseContentType(std::string_view content_type);

}  // namespace holdfast::server
