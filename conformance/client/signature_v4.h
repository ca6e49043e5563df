// AWS Signature Version 4 for DynamoDB: POST to `/`, the body hashed, the credential in the Authorization header.
// (AWS Identity and Access Management User Guide, "Create a signed AWS API request".)
#pragma once

#include <ctime>
#include <string>
#include <string_view>

namespace holdfast::conformance {

struct Credentials {
  std::string access_key_id;
  std::string secret_access_key;
  // Only temporary credentials have one; empty for others.
  std::string session_token;
};

struct SignedHeaders {
  // X-Amz-Date.
  std::string amz_date;
  // Authorization.
  std::string authorization;
};

// The Content-Type of every request, as it is signed.
inline constexpr std::string_view kContentType = "application/x-amz-json-1.0";

// Besides the two returned headers, the request must carry the other signed headers, with the signed values: Host,
// Content-Type (kContentType), X-Amz-Target and, unless the session token is empty, X-Amz-Security-Token.
SignedHeaders Sign(const Credentials& credentials, std::string_view region, std::string_view host_header,
                   std::string_view target, std::string_view body, std::time_t now);

// The steps of Sign, for checking them against AWS's published examples.

// SHA-256 in lower-case hexadecimal.
std::string Sha256Hex(std::string_view text);
// The key, of 32 raw bytes, that signs one day's requests to one service of a region; `date` is YYYYMMDD.
std::string SigningKey(std::string_view secret_access_key, std::string_view date, std::string_view region,
                       std::string_view service);
// HMAC-SHA256 in lower-case hexadecimal.
std::string SignatureOf(std::string_view string_to_sign, std::string_view signing_key);
// "AWS4-HMAC-SHA256", the time, the credential's scope and the hash of the canonical request, each on its line.
std::string StringToSign(std::string_view amz_date, std::string_view scope, std::string_view canonical_request);

}  // namespace holdfast::conformance
