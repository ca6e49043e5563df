// What an encoder of responses writes, for tests of encoders.
#pragma once

#include <string>

namespace holdfast::server {

template <typename Response>
std::string Encoded(void (*encode)(const Response&, std::string*), const Response& response) {
  std::string body;
  encode(response, &body);
  return body;
}

}  // namespace holdfast::server
