#include "server/dispatch/api_content_type.h"

namespace holdfast::server {

std::string_view ContentType(const HttpRequest& request) {
  const std::string_view header = request.Header("content-type");
  return TrimWhitespace(header.substr(0, header.find(';')));
}

bool IsJson(std::string_view content_type) {
  // DynamoDB is not known to accept 1.1, but nothing is gained by refusing it.
  return content_type == kAmazonJson || content_type == kPlainJson || content_type == "application/x-amz-json-1.1";
}

std::string_view ResponseContentType(std::string_view content_type) {
  return content_type == kAmazonJson ? kAmazonJson : kPlainJson;
}

}  // namespace holdfast::server
