#include "server/upstream/upstream_response.h"

#include <utility>

namespace holdfast::server {
namespace {

constexpr int kInternalServerError = 500;
constexpr int kServiceUnavailable = 503;

}  // namespace

RawOutcome ToOutcome(conformance::HttpResponse response) {
  if (response.status != 0)
    return {.status = response.status, .body = std::move(response.body), .no_response_reason = {}};
  RawOutcome outcome{.status = response.never_sent ? kServiceUnavailable : kInternalServerError,
                     .body = {},
                     .no_response_reason = std::move(response.reason)};
  if (outcome.no_response_reason.empty()) outcome.no_response_reason = "the connection was closed";
  return outcome;
}

bool IsUnknown(const RawOutcome& outcome) {
  const bool never_sent = !outcome.no_response_reason.empty() && outcome.status == kServiceUnavailable;
  return outcome.status >= kInternalServerError && !never_sent;
}

}  // namespace holdfast::server
