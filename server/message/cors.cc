#include "server/message/cors.h"

#include <algorithm>
#include <utility>

namespace holdfast::server {
namespace {

// The headers that the checks need, found in one pass.
struct BrowserHeaders {
  std::string_view host;
  std::string_view origin;
  std::string_view fetch_site;
  bool has_origin = false;
};

BrowserHeaders FindHeaders(const HttpRequest& request) {
  BrowserHeaders found;
  bool has_host = false;
  for (const auto& [name, value] : request.headers) {
    if (!has_host && EqualsIgnoringCase(name, "host")) {
      found.host = TrimWhitespace(value);
      has_host = true;
    } else if (!found.has_origin && EqualsIgnoringCase(name, "origin")) {
      found.origin = TrimWhitespace(value);
      found.has_origin = true;
    } else if (EqualsIgnoringCase(name, "sec-fetch-site")) {
      found.fetch_site = TrimWhitespace(value);
    }
  }
  return found;
}

bool EndsWithIgnoringCase(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && EqualsIgnoringCase(text.substr(text.size() - end.size()), end);
}

// The host without the port, and without the brackets of an IPv6 address.
std::string_view HostName(std::string_view host) {
  if (!host.starts_with('[')) return host.substr(0, host.rfind(':'));
  const size_t end = std::min(host.find(']'), host.size());
  const std::string_view rest = host.substr(std::min(end + 1, host.size()));
  return rest.empty() || rest.starts_with(':') ? host.substr(1, end - 1) : host;
}

bool IsIpv4(std::string_view name) {
  int parts = 0;
  while (true) {
    size_t digits = 0;
    while (digits < name.size() && name[digits] >= '0' && name[digits] <= '9') ++digits;
    if (digits == 0 || digits > 3) return false;
    ++parts;
    name.remove_prefix(digits);
    if (name.empty()) return parts == 4;
    if (name.front() != '.') return false;
    name.remove_prefix(1);
  }
}

bool IsIpv6(std::string_view name) {
  const auto is_part = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' || c == '.';
  };
  return name.find(':') != std::string_view::npos && std::all_of(name.begin(), name.end(), is_part);
}

bool IsLoopbackName(std::string_view name) {
  if (name.ends_with('.')) name.remove_suffix(1);
  return EqualsIgnoringCase(name, "localhost") || EndsWithIgnoringCase(name, ".localhost") || name == "::1" ||
         (IsIpv4(name) && name.starts_with("127."));
}

// The part of an origin after `http://` or `https://`; empty if it has another scheme.
std::string_view Authority(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (EqualsIgnoringCase(origin.substr(0, scheme.size()), scheme)) return origin.substr(scheme.size());
  }
  return {};
}

// Appends the header line `name` with the value of the request's header `echoed`, if the request has that header.
void AppendEcho(std::string_view name, const HttpRequest& request, std::string_view echoed, std::string* head) {
  if (!request.HasHeader(echoed)) return;
  head->append(name).append(": ").append(request.Header(echoed)).append("\r\n");
}

}  // namespace

OriginPolicy::OriginPolicy(std::vector<std::string> origins, std::vector<std::string> hosts)
    : origins_(std::move(origins)), hosts_(std::move(hosts)) {}

std::string_view OriginPolicy::Refusal(const HttpRequest& request, bool is_admin) const {
  const BrowserHeaders headers = FindHeaders(request);
  const bool from_browser = headers.has_origin || !headers.fetch_site.empty();
  if (!from_browser && !is_admin) return {};
  if (!AllowsHost(headers.host)) {
    return "this server does not answer under the name in the Host header; --allow-host NAME allows it";
  }
  if (headers.has_origin) {
    if (AllowsOrigin(headers.origin, headers.host, is_admin)) return {};
    return "web pages of this origin are not allowed; --cors ORIGIN allows one";
  }
  // Browsers send no Origin with requests for images, links and some forms. Such requests of another site's pages are
  // served only if they have no effect.
  const bool harmless = !is_admin && (request.method == "GET" || request.method == "HEAD");
  if (!harmless && EqualsIgnoringCase(headers.fetch_site, "cross-site")) {
    return "requests of another site's web pages are not allowed";
  }
  return {};
}

bool OriginPolicy::MayBeOfOtherSite(const HttpRequest& request) const {
  const BrowserHeaders headers = FindHeaders(request);
  const std::string_view name = HostName(headers.host);
  // Not all browsers trust a loopback name that ends with a dot.
  const bool is_trusted = IsLoopbackName(name) && !name.ends_with('.');
  return request.method == "GET" && request.from_loopback && !headers.has_origin && headers.fetch_site.empty() &&
         !name.empty() && !is_trusted && !IsNamed(name);
}

bool OriginPolicy::AllowsOrigin(std::string_view origin, std::string_view host, bool is_admin) const {
  const std::string_view authority = Authority(origin);
  if (!authority.empty() && IsLoopbackName(HostName(authority))) return true;
  // The page comes from this server itself. Refusal() has checked that the host is allowed.
  if (!authority.empty() && EqualsIgnoringCase(authority, host)) return true;
  for (const std::string& allowed : origins_) {
    if (allowed == "*" ? !is_admin : EqualsIgnoringCase(allowed, origin)) return true;
  }
  return false;
}

bool OriginPolicy::AllowsHost(std::string_view host) const {
  const std::string_view name = HostName(host);
  // A request without a host comes from no browser: browsers always send one.
  if (name.empty()) return true;
  if (name.find('.') == std::string_view::npos && name.find(':') == std::string_view::npos) return true;
  if (IsLoopbackName(name) || IsIpv4(name) || IsIpv6(name) || EndsWithIgnoringCase(name, ".internal")) return true;
  return IsNamed(name);
}

bool OriginPolicy::IsNamed(std::string_view host_name) const {
  return std::any_of(hosts_.begin(), hosts_.end(),
                     [host_name](const std::string& allowed) { return EqualsIgnoringCase(allowed, host_name); });
}

bool IsOrigin(std::string_view origin) {
  if (origin == "*" || origin == "null") return true;
  const size_t end_of_scheme = origin.find("://");
  if (end_of_scheme == std::string_view::npos || end_of_scheme == 0) return false;
  const std::string_view authority = origin.substr(end_of_scheme + 3);
  return !authority.empty() && authority.find_first_of("/?#@ \t,") == std::string_view::npos;
}

bool IsPreflight(const HttpRequest& request) { return request.method == "OPTIONS" && request.HasHeader("origin"); }

void AppendCorsHeaders(const HttpRequest& request, const OriginPolicy& policy, std::string* head) {
  if (!request.HasHeader("origin") || !policy.MayRead(request)) return;
  head->append(
      "Access-Control-Allow-Origin: *\r\n"
      "Access-Control-Expose-Headers: x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date\r\n");
  if (!IsPreflight(request)) return;
  head->append("Access-Control-Max-Age: 172800\r\n");
  AppendEcho("Access-Control-Allow-Headers", request, "access-control-request-headers", head);
  AppendEcho("Access-Control-Allow-Methods", request, "access-control-request-method", head);
  // A public page needs this permission to call a private address (Private Network Access).
  if (request.HasHeader("access-control-request-private-network")) {
    head->append("Access-Control-Allow-Private-Network: true\r\n");
  }
}

}  // namespace holdfast::server
