// Cross-origin requests: what a page in a browser needs to call DynamoDB (Fetch standard, "CORS protocol").
#pragma once

#include <string>

#include "server/dispatch/http_message.h"

namespace holdfast::server {

// An OPTIONS request that names its origin asks what the page may send.
bool IsPreflight(const HttpRequest& request);

// Appends the Access-Control header lines of the answer: none unless the request names its origin.
void AppendCorsHeaders(const HttpRequest& request, std::string* head);

}  // namespace holdfast::server
