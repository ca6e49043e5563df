// Which of the server's endpoints a request was sent to, which fork of the caller's database it means, and which actor
// of a race sends it. AWS SDKs send requests to the path of the endpoint that is configured.
//
//   /                                       DynamoDB's API
//   /_holdfast/forks/NAME                   DynamoDB's API, in the fork NAME
//   /_holdfast/actors/NAME                  DynamoDB's API, for requests of the actor NAME
//   /_holdfast/forks/NAME/actors/NAME       DynamoDB's API, in this fork and for requests of this actor
//   /_holdfast/…                            the admin surface
//
// A host of the form NAME.fork.localhost names a fork, too, where such names resolve.
#pragma once

#include <cstddef>
#include <string_view>

namespace holdfast::server {

inline constexpr size_t kForkNameBytesMax = 64;

// 1 to 64 letters, digits, dots, hyphens and underscores.
bool IsForkName(std::string_view name);

enum class EndpointKind { kApi, kAdmin, kNone };

struct Endpoint {
  EndpointKind kind = EndpointKind::kNone;
  // The names of a fork and of an actor in the path, unchecked; empty if there is none.
  std::string_view fork = {};
  std::string_view actor = {};
};

// `target`: path and query, as sent.
Endpoint ParseEndpoint(std::string_view target);

// NAME in `NAME.fork.localhost:8000`, unchecked; empty for other hosts.
std::string_view ForkFromHost(std::string_view host);

}  // namespace holdfast::server
