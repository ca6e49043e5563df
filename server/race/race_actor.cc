#include "server/race/race_actor.h"

#include <string_view>

#include "server/json/json_text.h"
#include "server/message/decimal.h"

namespace holdfast::server {
namespace {

constexpr std::string_view kActorHeader = "x-holdfast-actor";

// Reads a header that must be absent or a number from 1 to kOutstandingMax. False if it is neither.
bool ReadNumber(const HttpRequest& request, std::string_view header, std::optional<uint32_t>* number) {
  if (!request.HasHeader(header)) return true;
  const std::optional<uint64_t> value = ParseDecimal(request.Header(header));
  if (!value.has_value() || *value > kOutstandingMax) return false;
  *number = static_cast<uint32_t>(*value);
  return true;
}

std::string BadNumber(const HttpRequest& request, std::string_view header) {
  return std::string(header) + " must be a number from 1 to " + std::to_string(kOutstandingMax) + ", not '" +
         ToUtf8(request.Header(header)) + "'";
}

}  // namespace

bool NamesActor(const HttpRequest& request, const Endpoint& endpoint) {
  return !endpoint.actor.empty() || request.HasHeader(kActorHeader);
}

Result<RaceActor, std::string> ReadRaceActor(const HttpRequest& request, const Endpoint& endpoint) {
  constexpr std::string_view kThreadHeader = "x-holdfast-thread";
  constexpr std::string_view kOutstandingHeader = "x-holdfast-outstanding";
  RaceActor actor;
  const bool has_header = request.HasHeader(kActorHeader);
  if (has_header && request.Header(kActorHeader).empty()) return std::string("x-holdfast-actor is empty");
  actor.name = ToUtf8(has_header ? request.Header(kActorHeader) : endpoint.actor);
  if (!ReadNumber(request, kThreadHeader, &actor.thread)) return BadNumber(request, kThreadHeader);
  if (!ReadNumber(request, kOutstandingHeader, &actor.outstanding)) return BadNumber(request, kOutstandingHeader);
  actor.invocation = ToUtf8(request.Header("amz-sdk-invocation-id"));
  return actor;
}

}  // namespace holdfast::server
