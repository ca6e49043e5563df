// The catalogue of errors that do not come from the engine: those that DynamoDB's front end reports before an operation
// runs, and those of this server itself. (engine/errors is the catalogue of the engine.) Texts of the front end: AWS
// General Reference, "Common errors".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/error.h"

namespace holdfast::server {

enum class WireFailureKind {
  kSerialization,
  kUnknownOperation,
  kMissingAuthenticationToken,
  kIncompleteSignature,
  kInvalidSignature,
  kInternalServerError,
  // Errors that only this server has. They are reported with names of DynamoDB's errors.
  kForbidden,
  kBadForkName,
  kLimitExceeded,
  // DynamoDB's errors for overload and throttling.
  kServiceUnavailable,
  kThroughputExceeded,
  // The race lab refuses the request; see RaceRefusal.
  kRaceRefusal,
};

struct WireFailure {
  WireFailureKind kind;
  // Absent: the response has no such member.
  std::optional<std::string> message = std::nullopt;
};

// The body is empty or is not JSON.
WireFailure UnreadableBody();
WireFailure UnknownOperation();
// DynamoDB's error for a compressed body that cannot be decompressed.
WireFailure BadContentEncoding();
// An exception ended the request.
WireFailure InternalServerError();
// The memory quota of all connections is exhausted. SDKs retry.
WireFailure ServiceUnavailable();

WireFailure MissingAuthenticationToken();
WireFailure TwoAuthentications();
// `missing` consists of sentences about missing parameters, each followed by a space.
WireFailure IncompleteAuthorization(std::string_view missing, std::string_view authorization);
WireFailure IncompleteQueryAuthentication(std::string_view missing);
WireFailure BadSignatureDate(std::string_view date);
WireFailure UnsupportedSignatureAlgorithm(std::string_view algorithm);
WireFailure BadCredential(std::string_view credential);
// `problems` consists of sentences, each followed by a space.
WireFailure BadCredentialScope(std::string problems);

WireFailure Forbidden(std::string_view reason);
WireFailure BadForkName(std::string_view name);
WireFailure TooManyDatabases(size_t databases_max);
// `reason`: the error of Engine::CheckMemoryLimit.
WireFailure NoMemoryForCopy(const Error& reason);

// A fault rule, a race session or an anomaly throttles the request. SDKs retry.
WireFailure ThroughputExceeded();
// The request names a fork, and the endpoint behind this server (--upstream) has none.
WireFailure NoForksOfUpstream(std::string_view url);
// The endpoint cannot be reached, and the request was not sent. SDKs retry.
WireFailure UpstreamUnreachable(std::string_view why);
// The endpoint has sent no response to a request that it may have executed. SDKs retry.
WireFailure UpstreamSentNoResponse(std::string_view why);

// The race lab refuses a request that names an actor: the database has no race session, the session does not expect the
// request or was closed, or the request's headers for races are malformed. SDKs do not retry.
WireFailure RaceRefusal(std::string_view why);

}  // namespace holdfast::server
