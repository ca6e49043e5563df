// Which web pages may call this server, and the response headers that allow it (Fetch standard, "CORS protocol").
//
// AWS serves every page, because a page has only the credentials it was given. This server accepts any credentials, and
// runs on the machine of the page's visitor. So it serves only pages of loopback origins, pages of this server itself,
// and pages of the origins named by --cors. It refuses the requests of all other pages before they have an effect: a
// browser sends simple requests without a preflight, and only hides the response from the page. Of the API it serves
// their GET and HEAD requests that have no Origin header: these have no effect.
//
// A page may also have its own host name resolve to this machine (DNS rebinding), so that its requests are no
// cross-origin requests. The Host header shows that name. Names that an attacker cannot register (loopback names, IP
// addresses, names of one label such as containers have, *.internal) and those of --allow-host are accepted. The API
// checks the Host header only of requests with an Origin or a Sec-Fetch-Site header, which only browsers send. The
// admin surface checks it of all requests: some of its calls are GET requests, which browsers send without an Origin
// header.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/message/http_message.h"

namespace holdfast::server {

// An immutable value.
class OriginPolicy {
 public:
  // `origins`: such as `https://example.com` or `http://10.0.0.7:8080`. `*` allows every page to call the API, but not
  // the admin surface. `hosts`: names without a port.
  explicit OriginPolicy(std::vector<std::string> origins = {}, std::vector<std::string> hosts = {});

  // Why the request must not be served; empty if it may be served.
  std::string_view Refusal(const HttpRequest& request, bool is_admin) const;
  // Whether the request, which is not refused, may come from a page of another site all the same. Browsers send
  // Sec-Fetch-Site only to localhost, *.localhost, 127.0.0.0/8 and [::1] (Secure Contexts standard, 3.1): a page's GET
  // of http://0.0.0.0 or http://ip6-localhost, which are this machine, too, looks like a program's. The page cannot
  // read the response, so this matters only if the request has an effect. False for requests from other machines and
  // to hosts that --allow-host names, which the flag permits on purpose.
  bool MayBeOfOtherSite(const HttpRequest& request) const;
  // Whether a page of the request's origin may read the response.
  bool MayRead(const HttpRequest& request) const { return Refusal(request, false).empty(); }

 private:
  bool AllowsOrigin(std::string_view origin, std::string_view host, bool is_admin) const;
  bool AllowsHost(std::string_view host) const;
  // Whether --allow-host names it.
  bool IsNamed(std::string_view host_name) const;

  std::vector<std::string> origins_;
  std::vector<std::string> hosts_;
};

// Whether `origin` is `null`, `*`, or an origin as browsers send it in the Origin header (`https://example.com`).
bool IsOrigin(std::string_view origin);

// An OPTIONS request with an Origin header is a CORS preflight.
bool IsPreflight(const HttpRequest& request);

// Appends the Access-Control header lines of the response: none unless the request has an allowed origin.
void AppendCorsHeaders(const HttpRequest& request, const OriginPolicy& policy, std::string* head);

}  // namespace holdfast::server
