#include "conformance/client/endpoint_url.h"

#include <charconv>

namespace holdfast::conformance {
namespace {

constexpr uint16_t kHttpPort = 80;
constexpr uint16_t kHttpsPort = 443;

uint16_t ImpliedPort(std::string_view scheme) { return scheme == "https" ? kHttpsPort : kHttpPort; }

std::optional<uint16_t> ParsePort(std::string_view text) {
  uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size() || port == 0) return std::nullopt;
  return port;
}

bool TakePrefix(std::string_view* text, std::string_view prefix) {
  if (!text->starts_with(prefix)) return false;
  text->remove_prefix(prefix.size());
  return true;
}

// Takes the host off the front of `*text`; empty if there is none.
std::string_view TakeHost(std::string_view* text) {
  const bool bracketed = TakePrefix(text, "[");
  const size_t end = text->find_first_of(bracketed ? "]" : ":");
  const std::string_view host = text->substr(0, end);
  text->remove_prefix(host.size());
  // A bracket must be closed, and only in brackets may there be colons.
  if (bracketed && !TakePrefix(text, "]")) return {};
  return bracketed == (host.find(':') != std::string_view::npos) ? host : std::string_view();
}

}  // namespace

std::string EndpointUrl::HostHeader() const {
  const bool is_ipv6 = host.find(':') != std::string::npos;
  std::string header = is_ipv6 ? "[" + host + "]" : host;
  if (port != ImpliedPort(scheme)) header += ":" + std::to_string(port);
  return header;
}

std::optional<EndpointUrl> ParseEndpointUrl(std::string_view text) {
  EndpointUrl url;
  if (TakePrefix(&text, "https://")) {
    url.scheme = "https";
  } else if (TakePrefix(&text, "http://")) {
    url.scheme = "http";
  } else {
    return std::nullopt;
  }
  if (text.ends_with('/')) text.remove_suffix(1);
  if (text.find_first_of("/?#@ ") != std::string_view::npos) return std::nullopt;

  url.host = TakeHost(&text);
  if (url.host.empty()) return std::nullopt;
  url.port = ImpliedPort(url.scheme);
  if (!text.empty()) {
    const std::optional<uint16_t> port = TakePrefix(&text, ":") ? ParsePort(text) : std::nullopt;
    if (!port.has_value()) return std::nullopt;
    url.port = *port;
  }
  return url;
}

}  // namespace holdfast::conformance
