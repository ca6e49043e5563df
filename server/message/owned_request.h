// A request that outlives the call of the handler, for responses that are completed later.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "server/message/http_message.h"

namespace holdfast::server {

class OwnedRequest {
 public:
  // Copies the head and moves the body out of the request; an empty body leaves its memory to the request.
  explicit OwnedRequest(const HttpRequest& request)
      : OwnedRequest(request, request.body->empty() ? std::string() : std::move(*request.body)) {}
  // Copies the head; takes `body` instead of the body of the request.
  OwnedRequest(const HttpRequest& request, std::string body);
  OwnedRequest(OwnedRequest&&) = default;
  OwnedRequest& operator=(OwnedRequest&&) = default;

  // Removes the headers of that name, compared without case.
  void RemoveHeader(std::string_view name);

  // The bytes of memory that this object holds, itself included.
  size_t memory_bytes() const {
    return sizeof(*this) + head_bytes_ + body_.capacity() + request_.headers.capacity() * sizeof(request_.headers[0]);
  }

  // Valid until this is moved or destroyed.
  const HttpRequest& Get() {
    request_.body = &body_;
    return request_;
  }

 private:
  // All texts of the head, one after another.
  std::unique_ptr<char[]> head_;
  size_t head_bytes_ = 0;
  std::string body_;
  HttpRequest request_;
};

}  // namespace holdfast::server
