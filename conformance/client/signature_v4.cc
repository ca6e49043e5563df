#include "conformance/client/signature_v4.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>

namespace holdfast::conformance {
namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";
constexpr std::string_view kService = "dynamodb";
constexpr size_t kDateLength = 8;

const unsigned char* Bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

using Digest = std::array<unsigned char, EVP_MAX_MD_SIZE>;

std::string Raw(const Digest& digest, unsigned length) {
  return {reinterpret_cast<const char*>(digest.data()), length};
}

std::string Hex(std::string_view bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 0x0F];
  }
  return text;
}

std::string HmacSha256(std::string_view key, std::string_view text) {
  Digest digest;
  unsigned length = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), Bytes(text), text.size(), digest.data(), &length);
  return Raw(digest, length);
}

// YYYYMMDDTHHMMSSZ
std::string AmzDate(std::time_t now) {
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 32> text;
  return {text.data(), std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &utc)};
}

std::string Join(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text.append(part);
  return text;
}

}  // namespace

std::string Sha256Hex(std::string_view text) {
  Digest digest;
  unsigned length = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &length, EVP_sha256(), nullptr);
  return Hex(Raw(digest, length));
}

std::string SigningKey(std::string_view secret_access_key, std::string_view date, std::string_view region,
                       std::string_view service) {
  const std::string date_key = HmacSha256(Join({"AWS4", secret_access_key}), date);
  const std::string region_key = HmacSha256(date_key, region);
  const std::string service_key = HmacSha256(region_key, service);
  return HmacSha256(service_key, "aws4_request");
}

std::string SignatureOf(std::string_view string_to_sign, std::string_view signing_key) {
  return Hex(HmacSha256(signing_key, string_to_sign));
}

std::string StringToSign(std::string_view amz_date, std::string_view scope, std::string_view canonical_request) {
  return Join({kAlgorithm, "\n", amz_date, "\n", scope, "\n", Sha256Hex(canonical_request)});
}

SignedHeaders Sign(const Credentials& credentials, std::string_view region, std::string_view host_header,
                   std::string_view target, std::string_view body, std::time_t now) {
  const std::string amz_date = AmzDate(now);
  const std::string_view date = std::string_view(amz_date).substr(0, kDateLength);
  const std::string scope = Join({date, "/", region, "/", kService, "/aws4_request"});

  // The canonical request needs the headers in the order of their names.
  std::string headers =
      Join({"content-type:", kContentType, "\n", "host:", host_header, "\n", "x-amz-date:", amz_date, "\n"});
  std::string names = "content-type;host;x-amz-date;";
  if (!credentials.session_token.empty()) {
    headers += Join({"x-amz-security-token:", credentials.session_token, "\n"});
    names += "x-amz-security-token;";
  }
  headers += Join({"x-amz-target:", target, "\n"});
  names += "x-amz-target";

  // The path is `/` and the query is empty.
  const std::string canonical_request = Join({"POST\n/\n\n", headers, "\n", names, "\n", Sha256Hex(body)});
  const std::string signature = SignatureOf(StringToSign(amz_date, scope, canonical_request),
                                            SigningKey(credentials.secret_access_key, date, region, kService));
  return {.amz_date = amz_date,
          .authorization = Join({kAlgorithm, " Credential=", credentials.access_key_id, "/", scope,
                                 ", SignedHeaders=", names, ", Signature=", signature})};
}

}  // namespace holdfast::conformance
