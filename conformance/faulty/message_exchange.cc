#include "conformance/faulty/message_exchange.h"

#include <array>
#include <boost/crc.hpp>
#include <ctime>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/client/signature_v4.h"

namespace holdfast::conformance::faulty {
namespace {

namespace http = boost::beast::http;

constexpr std::string_view kTargetHeader = "X-Amz-Target";
constexpr std::string_view kTokenHeader = "X-Amz-Security-Token";
constexpr std::string_view kChecksumHeader = "x-amz-crc32";

std::string_view Header(const RequestMessage& message, std::string_view name) { return message[name]; }

bool IsDynamoDb(const RequestMessage& message) {
  return message.method() == http::verb::post && message.target() == "/" &&
         Header(message, kTargetHeader).starts_with("DynamoDB") && message[http::field::content_encoding].empty();
}

// The parts of `Credential=KEY/DATE/REGION/SERVICE/aws4_request`; fewer if it is not well formed.
std::vector<std::string_view> CredentialParts(std::string_view authorization) {
  constexpr std::string_view kStart = "AWS4-HMAC-SHA256 Credential=";
  if (!authorization.starts_with(kStart)) return {};
  std::string_view rest = authorization.substr(kStart.size());
  rest = rest.substr(0, rest.find_first_of(", "));
  std::vector<std::string_view> parts;
  for (size_t slash = 0; slash != std::string_view::npos;) {
    slash = rest.find('/');
    parts.push_back(rest.substr(0, slash));
    if (slash != std::string_view::npos) rest.remove_prefix(slash + 1);
  }
  return parts;
}

// True for headers that are not forwarded: those of one connection, and Content-Length, which depends on the new body.
bool IsNotForwarded(http::field name) {
  constexpr std::array kNames = {http::field::connection,       http::field::keep_alive,
                                 http::field::proxy_connection, http::field::transfer_encoding,
                                 http::field::content_length,   http::field::expect};
  for (const http::field other : kNames) {
    if (name == other) return true;
  }
  return false;
}

bool AcceptsCompression(const RequestMessage& message) {
  const std::string_view accepted = message[http::field::accept_encoding];
  return !accepted.empty() && accepted != "identity";
}

HttpRequest ToHttpRequest(const RequestMessage& message) {
  HttpRequest request{.method = std::string(message.method_string()),
                      .path = std::string(message.target()),
                      .headers = {},
                      .body = message.body()};
  for (const auto& field : message) {
    if (!IsNotForwarded(field.name())) request.headers.emplace_back(field.name_string(), field.value());
  }
  return request;
}

void SetHeader(HttpHeaders* headers, std::string_view name, std::string value) {
  std::erase_if(*headers, [name](const auto& header) { return boost::beast::iequals(header.first, name); });
  headers->emplace_back(name, std::move(value));
}

void SignAnew(const SignedRequest& signer, const Request& request, const EndpointUrl& endpoint,
              const std::string& secret_access_key, std::string_view session_token, HttpHeaders* headers) {
  const Credentials credentials{.access_key_id = signer.access_key_id,
                                .secret_access_key = secret_access_key,
                                .session_token = std::string(session_token)};
  SignedHeaders signature =
      Sign(credentials, signer.region, endpoint.HostHeader(), request.target, request.body, std::time(nullptr));
  SetHeader(headers, "Host", endpoint.HostHeader());
  SetHeader(headers, "Content-Type", std::string(kContentType));
  SetHeader(headers, "X-Amz-Date", std::move(signature.amz_date));
  SetHeader(headers, "Authorization", std::move(signature.authorization));
  SetHeader(headers, kTargetHeader, request.target);
}

bool IsNotForwarded(const std::string& name) { return IsNotForwarded(http::string_to_field(name)); }

}  // namespace

std::optional<SignedRequest> ReadSignedRequest(const RequestMessage& message) {
  if (!IsDynamoDb(message)) return std::nullopt;
  const std::vector<std::string_view> credential = CredentialParts(message[http::field::authorization]);
  if (credential.size() != 5) return std::nullopt;
  SignedRequest read{.request = {}, .access_key_id = std::string(credential[0]), .region = std::string(credential[2])};
  read.request.caller = read.access_key_id + "/" + read.region;
  read.request.target = Header(message, kTargetHeader);
  read.request.body = message.body();
  return read;
}

HttpRequest ToHttpRequest(const RequestMessage& original, const SignedRequest& sent_by_client, const Request& request,
                          const EndpointUrl& endpoint, const std::string& secret_access_key) {
  HttpRequest sent = ToHttpRequest(original);
  const bool changed = request.body != sent_by_client.request.body || request.target != sent_by_client.request.target;
  sent.body = request.body;
  if (AcceptsCompression(original)) SetHeader(&sent.headers, "Accept-Encoding", "identity");
  if (changed || endpoint.tls() || AcceptsCompression(original)) {
    SignAnew(sent_by_client, request, endpoint, secret_access_key, Header(original, kTokenHeader), &sent.headers);
  }
  return sent;
}

ResponseMessage ToMessage(Response response) {
  ResponseMessage message(static_cast<http::status>(response.status), 11);
  for (const auto& [name, value] : response.headers) message.insert(name, value);
  if (message[http::field::content_type].empty()) message.set(http::field::content_type, kContentType);
  boost::crc_32_type checksum;
  checksum.process_bytes(response.body.data(), response.body.size());
  message.set(kChecksumHeader, std::to_string(checksum.checksum()));
  message.body() = std::move(response.body);
  message.content_length(message.body().size());
  return message;
}

std::optional<ResponseMessage> Forward(const RequestMessage& message, Connection* connection) {
  HttpResponse response = connection->Exchange(ToHttpRequest(message));
  if (response.status == 0) return std::nullopt;
  ResponseMessage forwarded(static_cast<http::status>(response.status), 11);
  // The response to HEAD has the Content-Length of a body that is not sent.
  const bool head = message.method() == http::verb::head;
  for (const auto& [name, value] : response.headers) {
    const bool is_length = boost::beast::iequals(name, "Content-Length");
    if (is_length ? head : !IsNotForwarded(name)) forwarded.insert(name, value);
  }
  if (!head) forwarded.content_length(response.body.size());
  forwarded.body() = std::move(response.body);
  return forwarded;
}

Response MessageExchange::Send(const Request& request) {
  HttpResponse received =
      connection_->Exchange(ToHttpRequest(original_, sent_by_client_, request, url_, secret_access_key_));
  Response response{.status = static_cast<unsigned>(received.status), .body = std::move(received.body), .headers = {}};
  for (auto& [name, value] : received.headers) {
    if (!IsNotForwarded(name)) response.headers.emplace_back(std::move(name), std::move(value));
  }
  return response;
}

}  // namespace holdfast::conformance::faulty
