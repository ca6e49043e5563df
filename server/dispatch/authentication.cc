#include "server/dispatch/authentication.h"

#include <array>
#include <optional>
#include <utility>

#include "server/message/database_names.h"
#include "server/message/percent_encoding.h"

namespace holdfast::server {
namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";
constexpr std::string_view kService = "dynamodb";
// Assumed for a credential scope without a region.
constexpr std::string_view kAssumedRegion = "us-east-1";

// The parameters of a signature, from the Authorization header or the query. A missing parameter is empty.
struct SignatureParameters {
  std::string_view algorithm;
  std::string_view credential;
  std::string_view signature;
  std::string_view signed_headers;
  std::string_view date;
};

// Removes the part of `*text` before the first `separator`, and the separator. Returns the part.
std::string_view TakeUntil(std::string_view* text, char separator) {
  const size_t end = text->find(separator);
  const std::string_view part = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  return part;
}

std::string_view SignatureDate(const HttpRequest& request) {
  const std::string_view date = request.Header("x-amz-date");
  return date.empty() ? request.Header("date") : date;
}

SignatureParameters ParseAuthorization(std::string_view authorization, const HttpRequest& request) {
  SignatureParameters parameters;
  // Commas and blanks both end a parameter. They are searched separately, because searching for one byte is fast.
  while (!authorization.empty()) {
    std::string_view piece = TakeUntil(&authorization, ',');
    while (!piece.empty()) {
      std::string_view value = TakeUntil(&piece, ' ');
      if (value.empty()) continue;
      // The first parameter is the algorithm.
      if (parameters.algorithm.empty()) {
        parameters.algorithm = value;
        continue;
      }
      const std::string_view name = TakeUntil(&value, '=');
      if (name == "Credential") {
        parameters.credential = value;
      } else if (name == "Signature") {
        parameters.signature = value;
      } else if (name == "SignedHeaders") {
        parameters.signed_headers = value;
      }
    }
  }
  parameters.date = SignatureDate(request);
  return parameters;
}

std::string_view QueryString(std::string_view target) {
  const size_t question_mark = target.find('?');
  return question_mark == std::string_view::npos ? std::string_view() : target.substr(question_mark + 1);
}

// The value of the parameter, still percent-encoded; nothing if there is no such parameter.
std::optional<std::string_view> QueryParameter(std::string_view target, std::string_view wanted) {
  std::string_view query = QueryString(target);
  while (!query.empty()) {
    std::string_view value = TakeUntil(&query, '&');
    if (TakeUntil(&value, '=') == wanted) return value;
  }
  return std::nullopt;
}

SignatureParameters ParseQueryAuthentication(std::string_view target, std::string* decoded_credential) {
  *decoded_credential = PercentDecode(QueryParameter(target, "X-Amz-Credential").value_or(""));
  return {
      .algorithm = QueryParameter(target, "X-Amz-Algorithm").value_or(""),
      .credential = *decoded_credential,
      .signature = QueryParameter(target, "X-Amz-Signature").value_or(""),
      .signed_headers = QueryParameter(target, "X-Amz-SignedHeaders").value_or(""),
      .date = QueryParameter(target, "X-Amz-Date").value_or(""),
  };
}

std::string MissingFromAuthorization(const SignatureParameters& parameters) {
  std::string missing;
  if (parameters.credential.empty()) missing += "Authorization header requires 'Credential' parameter. ";
  if (parameters.signature.empty()) missing += "Authorization header requires 'Signature' parameter. ";
  if (parameters.signed_headers.empty()) missing += "Authorization header requires 'SignedHeaders' parameter. ";
  if (parameters.date.empty()) {
    missing += "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
  }
  return missing;
}

std::string MissingFromQuery(const SignatureParameters& parameters) {
  std::string missing;
  const auto require = [&missing](std::string_view value, std::string_view name) {
    if (!value.empty()) return;
    missing.append("AWS query-string parameters must include '").append(name).append("'. ");
  };
  require(parameters.algorithm, "X-Amz-Algorithm");
  require(parameters.credential, "X-Amz-Credential");
  require(parameters.signature, "X-Amz-Signature");
  require(parameters.signed_headers, "X-Amz-SignedHeaders");
  require(parameters.date, "X-Amz-Date");
  return missing;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// YYYYMMDDTHHMMSSZ
bool IsBasicFormatDate(std::string_view date) {
  constexpr std::string_view kPattern = "00000000T000000Z";
  if (date.size() != kPattern.size()) return false;
  for (size_t i = 0; i < date.size(); ++i) {
    if (kPattern[i] == '0' ? !IsDigit(date[i]) : date[i] != kPattern[i]) return false;
  }
  return true;
}

Result<Caller, WireFailure> ParseCredential(std::string_view credential) {
  std::array<std::string_view, 5> parts;
  size_t part_count = 0;
  for (std::string_view rest = credential;; ++part_count) {
    const size_t slash = rest.find('/');
    if (part_count == parts.size()) return BadCredential(credential);
    parts[part_count] = rest.substr(0, slash);
    if (slash == std::string_view::npos) break;
    rest.remove_prefix(slash + 1);
  }
  if (part_count + 1 != parts.size()) return BadCredential(credential);

  Caller caller{.access_key_id = parts[0], .region = parts[2]};
  std::string_view service = parts[3];
  const std::string_view terminator = parts[4];
  caller.region_assumed = caller.region.empty();
  if (caller.region_assumed) caller.region = kAssumedRegion;
  caller.service_assumed = service.empty();
  if (caller.service_assumed) service = kService;
  if (service == kService && terminator == "aws4_request" && IsRegion(caller.region)) return caller;

  std::string problems;
  if (!IsRegion(caller.region)) {
    problems.append("Credential should be scoped to a valid region, not '").append(caller.region).append("'. ");
  }
  if (service != kService) problems += "Credential should be scoped to correct service: 'dynamodb'. ";
  if (terminator != "aws4_request") {
    problems.append("Credential should be scoped with a valid terminator: 'aws4_request', not '")
        .append(terminator)
        .append("'. ");
  }
  return BadCredentialScope(std::move(problems));
}

}  // namespace

Result<Caller, WireFailure> Authenticate(const HttpRequest& request, std::string* decoded_credential) {
  const bool has_query = QueryParameter(request.target, "X-Amz-Algorithm").has_value();
  if (has_query && request.HasHeader("authorization")) return TwoAuthentications();

  SignatureParameters parameters;
  if (has_query) {
    parameters = ParseQueryAuthentication(request.target, decoded_credential);
    const std::string missing = MissingFromQuery(parameters);
    if (!missing.empty()) return IncompleteQueryAuthentication(missing);
  } else {
    const std::string_view authorization = request.Header("authorization");
    if (!authorization.starts_with("AWS4-")) return MissingAuthenticationToken();
    parameters = ParseAuthorization(authorization, request);
    const std::string missing = MissingFromAuthorization(parameters);
    if (!missing.empty()) return IncompleteAuthorization(missing, authorization);
  }
  if (!IsBasicFormatDate(parameters.date)) return BadSignatureDate(parameters.date);
  if (parameters.algorithm != kAlgorithm) return UnsupportedSignatureAlgorithm(parameters.algorithm);
  return ParseCredential(parameters.credential);
}

}  // namespace holdfast::server
