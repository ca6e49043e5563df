// An HTTP request and its answer, as dispatch sees them: no Beast, no sockets.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace holdfast::server {

// The message's memory belongs to the session; the views are valid until the handler returns.
struct HttpRequest {
  std::string_view method;
  // Path and query, as sent.
  std::string_view target;
  // Names as sent; in order of arrival.
  std::vector<std::pair<std::string_view, std::string_view>> headers;
  // May be changed: JSON is parsed in place.
  std::string* body = nullptr;

  // The first header of that name (compared without case); empty if there is none.
  std::string_view Header(std::string_view name) const;
};

}  // namespace holdfast::server
