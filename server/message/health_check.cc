#include "server/message/health_check.h"

namespace holdfast::server {

bool IsHealthCheck(const HttpRequest& request) {
  return request.method == "GET" && request.target.substr(0, request.target.find('?')) == "/";
}

}  // namespace holdfast::server
