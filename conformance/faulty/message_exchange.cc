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

// What belongs to one connection, and what the body's new length decides.
bool IsForOneHop(http::field name) {
  constexpr std::array kNames = {http::field::connection,       http::field::keep_alive,
                                 http::field::proxy_connection, http::field::transfer_encoding,
                                 http::field::content_length,   http::field::expect};
  for (const http::field other : kNames) {
    if (name == other) return true;
  }
  return false;
}

template <typename Message>
void DropForOneHop(Message* message) {
  for (auto field = message->begin(); field != message->end();) {
    field = IsForOneHop(field->name()) ? message->erase(field) : std::next(field);
  }
  message->content_length(message->body().size());
}

bool AcceptsCompression(const RequestMessage& message) {
  const std::string_view accepted = message[http::field::accept_encoding];
  return !accepted.empty() && accepted != "identity";
}

void SignAnew(const SignedRequest& signer, const Request& request, const EndpointUrl& endpoint,
              const std::string& secret_access_key, RequestMessage* message) {
  const Credentials credentials{.access_key_id = signer.access_key_id,
                                .secret_access_key = secret_access_key,
                                .session_token = std::string(Header(*message, kTokenHeader))};
  const SignedHeaders headers =
      Sign(credentials, signer.region, endpoint.HostHeader(), request.target, request.body, std::time(nullptr));
  message->set(http::field::host, endpoint.HostHeader());
  message->set(http::field::content_type, kContentType);
  message->set("X-Amz-Date", headers.amz_date);
  message->set(http::field::authorization, headers.authorization);
  message->set(kTargetHeader, request.target);
}

Response ToResponse(ResponseMessage message) {
  Response response;
  response.status = message.result_int();
  for (const auto& field : message) {
    if (!IsForOneHop(field.name())) response.headers.emplace_back(field.name_string(), field.value());
  }
  response.body = std::move(message.body());
  return response;
}

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

RequestMessage ToMessage(const RequestMessage& original, const SignedRequest& sent_by_client, const Request& request,
                         const EndpointUrl& endpoint, const std::string& secret_access_key) {
  RequestMessage message = original;
  const bool changed = request.body != sent_by_client.request.body || request.target != sent_by_client.request.target;
  message.body() = request.body;
  if (AcceptsCompression(original)) message.set(http::field::accept_encoding, "identity");
  if (changed || endpoint.tls() || AcceptsCompression(original)) {
    SignAnew(sent_by_client, request, endpoint, secret_access_key, &message);
  }
  DropForOneHop(&message);
  return message;
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

std::optional<ResponseMessage> Forward(const RequestMessage& message, Upstream* upstream) {
  RequestMessage forwarded = message;
  DropForOneHop(&forwarded);
  // A GET has no Content-Length.
  if (forwarded.body().empty()) forwarded.prepare_payload();
  std::optional<ResponseMessage> response = upstream->Exchange(forwarded);
  if (response.has_value() && message.method() != http::verb::head) DropForOneHop(&*response);
  return response;
}

Response MessageExchange::Send(const Request& request) {
  std::optional<ResponseMessage> response =
      upstream_->Exchange(ToMessage(original_, sent_by_client_, request, url_, secret_access_key_));
  return response.has_value() ? ToResponse(*std::move(response)) : Response{};
}

}  // namespace holdfast::conformance::faulty
