// GET / reports that the server is running, and needs no authentication.
#pragma once

#include <string_view>

#include "server/message/http_message.h"

namespace holdfast::server {

// GET of the path `/`, with any query.
bool IsHealthCheck(const HttpRequest& request);

// DynamoDB's text, with its blank at the end.
inline constexpr std::string_view kHealthCheckBody = "healthy: dynamodb.us-east-1.amazonaws.com ";

}  // namespace holdfast::server
