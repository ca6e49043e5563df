#include "server/dispatch/errors/wire_failure.h"

#include <utility>

namespace holdfast::server {
namespace {

std::string Join(std::string_view a, std::string_view b, std::string_view c) {
  return std::string(a).append(b).append(c);
}

}  // namespace

WireFailure UnreadableBody() { return {WireFailureKind::kSerialization}; }
WireFailure UnknownOperation() { return {WireFailureKind::kUnknownOperation}; }

WireFailure BadContentEncoding() { return InternalServerError(); }

WireFailure InternalServerError() { return {WireFailureKind::kInternalServerError, "Internal server error"}; }

WireFailure ServiceUnavailable() {
  return {WireFailureKind::kServiceUnavailable,
          "The server holds as many unfinished requests and unread responses as it may (--max-buffered-bytes)"};
}

WireFailure MissingAuthenticationToken() {
  return {WireFailureKind::kMissingAuthenticationToken, "Request is missing Authentication Token"};
}

WireFailure TwoAuthentications() {
  return {WireFailureKind::kInvalidSignature,
          "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header."};
}

WireFailure IncompleteAuthorization(std::string_view missing, std::string_view authorization) {
  return {WireFailureKind::kIncompleteSignature, Join(missing, "Authorization=", authorization)};
}

WireFailure IncompleteQueryAuthentication(std::string_view missing) {
  return {WireFailureKind::kIncompleteSignature, Join(missing, "Re-examine the query-string parameters.", "")};
}

WireFailure BadSignatureDate(std::string_view date) {
  return {WireFailureKind::kIncompleteSignature,
          Join("Date must be in ISO-8601 'basic format'. Got '", date, "'. See http://en.wikipedia.org/wiki/ISO_8601")};
}

WireFailure UnsupportedSignatureAlgorithm(std::string_view algorithm) {
  return {WireFailureKind::kIncompleteSignature,
          Join("Unsupported AWS 'algorithm': '", algorithm, "' (only AWS4-HMAC-SHA256 for now). ")};
}

WireFailure BadCredential(std::string_view credential) {
  return {WireFailureKind::kIncompleteSignature, Join("Credential must have exactly 5 slash-delimited "
                                                      "elements, e.g. keyid/date/region/service/term, got '",
                                                      credential, "'")};
}

WireFailure BadCredentialScope(std::string problems) {
  return {WireFailureKind::kInvalidSignature, std::move(problems)};
}

WireFailure Forbidden(std::string_view reason) { return {WireFailureKind::kForbidden, std::string(reason)}; }

WireFailure BadForkName(std::string_view name) {
  return {WireFailureKind::kBadForkName,
          Join("The name of a fork is 1 to 64 letters, digits, '.', '-' and '_', not '", name, "'")};
}

WireFailure TooManyDatabases(size_t databases_max) {
  return {WireFailureKind::kLimitExceeded,
          Join("This server keeps at most ", std::to_string(databases_max),
               " databases (--max-databases), forks included. POST /_holdfast/reset drops forks; "
               "GET /_holdfast/databases lists what there is")};
}

WireFailure NoMemoryForCopy(const Error& reason) { return {WireFailureKind::kLimitExceeded, reason.message}; }

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
WireFailure ThroughputExceeded() {
  return {WireFailureKind::kThroughputExceeded,
          "The level of configured provisioned throughput for the table was exceeded. "
          "Consider increasing your provisioning level with the UpdateTable API."};
}

WireFailure NoForksOfUpstream(std::string_view url) {
  return {WireFailureKind::kBadForkName, Join("This server forwards requests to ", url, ", which it cannot fork")};
}

WireFailure UpstreamUnreachable(std::string_view why) {
  return {WireFailureKind::kServiceUnavailable, Join("The upstream cannot be reached: ", why, "")};
}

WireFailure UpstreamSentNoResponse(std::string_view why) {
  return {WireFailureKind::kInternalServerError,
          Join("The upstream has sent no response, and may have executed the request: ", why, "")};
}

WireFailure RaceRefusal(std::string_view why) {
  return {WireFailureKind::kRaceRefusal, Join("Holdfast race: ", why, "")};
}

}  // namespace holdfast::server
