// Requests that fail before any operation sees them, and what DynamoDB's front end says then: the catalogue
// of the wire, as engine/errors is the engine's. Texts: AWS General Reference, "Common errors".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace holdfast::server {

enum class WireFailureKind {
  kSerialization,
  kUnknownOperation,
  kMissingAuthenticationToken,
  kIncompleteSignature,
  kInvalidSignature,
  kInternalServerError,
  // Of this server, not of DynamoDB.
  kForbidden,
  kBadForkName,
  kTooManyDatabases,
  kServiceUnavailable,
};

struct WireFailure {
  WireFailureKind kind;
  // Absent: the answer has no such member.
  std::optional<std::string> message = std::nullopt;
};

// The body is empty or is not JSON.
WireFailure UnreadableBody();
WireFailure UnknownOperation();
// What DynamoDB answers to a compressed body that cannot be read.
WireFailure BadContentEncoding();
// An exception ended the request.
WireFailure InternalServerError();
// All connections together hold as much as they may. SDKs retry.
WireFailure ServiceUnavailable();

WireFailure MissingAuthenticationToken();
WireFailure TwoAuthentications();
// `missing`: the sentences, each with a space behind it, that say what the header lacks.
WireFailure IncompleteAuthorization(std::string_view missing, std::string_view authorization);
WireFailure IncompleteQueryAuthentication(std::string_view missing);
WireFailure BadSignatureDate(std::string_view date);
WireFailure UnsupportedSignatureAlgorithm(std::string_view algorithm);
WireFailure BadCredential(std::string_view credential);
// `problems`: sentences as above.
WireFailure BadCredentialScope(std::string problems);

WireFailure Forbidden(std::string_view reason);
WireFailure BadForkName(std::string_view name);
WireFailure TooManyDatabases(size_t databases_max);

}  // namespace holdfast::server
