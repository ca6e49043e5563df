// The URL of an endpoint: `http://127.0.0.1:8000`, `https://dynamodb.eu-west-1.amazonaws.com`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace holdfast::conformance {

struct EndpointUrl {
  // "http" or "https".
  std::string scheme;
  // A name or an address; an IPv6 address without its brackets.
  std::string host;
  uint16_t port = 0;

  bool tls() const { return scheme == "https"; }
  // The value of the Host header, which is also signed: without the port if it is the scheme's default.
  std::string HostHeader() const;
};

// Returns nothing unless `text` consists of scheme, host, optionally a port and optionally a trailing slash. The
// default port is 80 or 443.
std::optional<EndpointUrl> ParseEndpointUrl(std::string_view text);

}  // namespace holdfast::conformance
