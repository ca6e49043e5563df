#include "server/message/owned_request.h"

#include <utility>

namespace holdfast::server {

OwnedRequest::OwnedRequest(const HttpRequest& request, std::string body) : body_(std::move(body)) {
  head_bytes_ = request.method.size() + request.target.size() + request.connection.size();
  for (const auto& [name, value] : request.headers) head_bytes_ += name.size() + value.size();
  head_.reset(new char[head_bytes_]);
  char* end = head_.get();
  const auto copy = [&end](std::string_view text) {
    char* const begin = end;
    end += text.copy(begin, text.size());
    return std::string_view(begin, text.size());
  };
  request_.method = copy(request.method);
  request_.target = copy(request.target);
  request_.connection = copy(request.connection);
  request_.headers.reserve(request.headers.size());
  for (const auto& [name, value] : request.headers) {
    const std::string_view name_copy = copy(name);
    request_.headers.emplace_back(name_copy, copy(value));
  }
  request_.is_http_1_1 = request.is_http_1_1;
  request_.from_loopback = request.from_loopback;
}

void OwnedRequest::RemoveHeader(std::string_view name) {
  std::erase_if(request_.headers, [name](const auto& header) { return EqualsIgnoringCase(header.first, name); });
}

}  // namespace holdfast::server
