#include "server/upstream/upstream_response.h"

#include <utility>

namespace holdfast::server {
namespace {

constexpr int kInternalServerError = 500;
constexpr int kServiceUnavailable = 503;

}  // namespace

OtherOutcome ToOutcome(conformance::HttpResponse response) {
  if (response.status != 0) return {.status = response.status, .body = std::move(response.body), .unanswered = {}};
  OtherOutcome outcome{.status = response.never_sent ? kServiceUnavailable : kInternalServerError,
                       .body = {},
                       .unanswered = std::move(response.reason)};
  if (outcome.unanswered.empty()) outcome.unanswered = "the connection was closed";
  return outcome;
}

bool IsUnknown(const OtherOutcome& outcome) {
  const bool never_sent = !outcome.unanswered.empty() && outcome.status == kServiceUnavailable;
  return outcome.status >= kInternalServerError && !never_sent;
}

}  // namespace holdfast::server
