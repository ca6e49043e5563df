// Which web pages may call, and what a browser has to be told about it (Fetch standard, "CORS protocol").
//
// AWS answers every page, because a page has only the credentials it was given. Here any credentials do, and the server
// runs on the machine of the page's visitor. So only pages of loopback origins are answered, and
// those named by --cors. All others are refused before anything is done: a browser sends simple requests
// without asking first, and only then hides the answer from the page.
//
// A page may also have its own host name resolve to this machine (DNS rebinding), so that its requests are no
// cross-origin requests. It cannot hide that name: it is in the Host header. Names that cannot be registered are
// accepted there: those of loopback, IP addresses, single labels (containers), *.internal, and those of --allow-host.
// The API checks them in requests of browsers only, which a POST's Origin header shows; the admin surface, which has
// calls by GET, in all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/dispatch/http_message.h"

namespace holdfast::server {

// A value; immutable.
class OriginPolicy {
 public:
  // `origins`: as `https://example.com` or `http://10.0.0.7:8080`, or `*` for any page at the API, though not at the
  // admin surface. `hosts`: names without a port.
  explicit OriginPolicy(std::vector<std::string> origins = {}, std::vector<std::string> hosts = {});

  // Why the request must not be served; empty: nothing speaks against it.
  std::string_view Refusal(const HttpRequest& request, bool is_admin) const;
  // Whether a page of the request's origin may read what it is answered.
  bool MayRead(const HttpRequest& request) const { return Refusal(request, false).empty(); }

 private:
  bool AllowsOrigin(std::string_view origin, std::string_view host, bool is_admin) const;
  bool AllowsHost(std::string_view host) const;

  std::vector<std::string> origins_;
  std::vector<std::string> hosts_;
};

// Whether `origin` is one, as a browser would send it, or `null` or `*`.
bool IsOrigin(std::string_view origin);

// An OPTIONS request that names its origin asks what the page may send.
bool IsPreflight(const HttpRequest& request);

// Appends the Access-Control header lines of the answer: none unless the request names an origin that is allowed.
void AppendCorsHeaders(const HttpRequest& request, const OriginPolicy& policy, std::string* head);

}  // namespace holdfast::server
