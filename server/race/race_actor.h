// Reads which actor of a race sends a request, and which of the actor's requests it is.
//
//   x-holdfast-actor: alice           takes precedence over an actor in the endpoint's path (message/endpoint.h)
//   x-holdfast-thread: 2              which of the actor's outstanding requests this is: the lowest number from 1 that
//                                     no other outstanding request of the actor has
//   x-holdfast-outstanding: 3         how many requests the actor has outstanding, this one included
//   amz-sdk-invocation-id: 1234-5678  the same for all attempts of one call; SDKs send it
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "server/message/endpoint.h"
#include "server/message/http_message.h"

namespace holdfast::server {

struct RaceActor {
  // Empty: the request names none.
  std::string name;
  std::optional<uint32_t> thread = std::nullopt;
  std::optional<uint32_t> outstanding = std::nullopt;
  std::string invocation = {};
};

// The greatest thread and number of outstanding requests that the headers may name.
inline constexpr uint32_t kOutstandingMax = 1'000;

// Whether the request names an actor, by header or endpoint.
bool NamesActor(const HttpRequest& request, const Endpoint& endpoint);
// The error is a sentence about a header that is malformed.
Result<RaceActor, std::string> ReadRaceActor(const HttpRequest& request, const Endpoint& endpoint);

}  // namespace holdfast::server
