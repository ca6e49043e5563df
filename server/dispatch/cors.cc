#include "server/dispatch/cors.h"

#include <string_view>

namespace holdfast::server {
namespace {

// Appends a header line that repeats one of the request's, if it has that.
void AppendEcho(std::string_view name, const HttpRequest& request, std::string_view echoed, std::string* head) {
  if (!request.HasHeader(echoed)) return;
  head->append(name).append(": ").append(request.Header(echoed)).append("\r\n");
}

}  // namespace

bool IsPreflight(const HttpRequest& request) { return request.method == "OPTIONS" && request.HasHeader("origin"); }

void AppendCorsHeaders(const HttpRequest& request, std::string* head) {
  if (!request.HasHeader("origin")) return;
  head->append(
      "Access-Control-Allow-Origin: *\r\n"
      "Access-Control-Expose-Headers: x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date\r\n");
  if (!IsPreflight(request)) return;
  head->append("Access-Control-Max-Age: 172800\r\n");
  AppendEcho("Access-Control-Allow-Headers", request, "access-control-request-headers", head);
  AppendEcho("Access-Control-Allow-Methods", request, "access-control-request-method", head);
}

}  // namespace holdfast::server
