// Sends requests to a dispatcher, without a socket, and parses the responses.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "server/dispatch/databases.h"
#include "server/dispatch/dispatcher.h"

namespace holdfast::server {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct SentRequest {
  std::string method = "POST";
  std::string target = "/";
  Headers headers = {};
  std::string body = {};
  // The Connection header that the response gets, as HttpRequest::connection.
  std::string connection = {};
  bool from_loopback = true;
};

struct ReceivedResponse {
  std::string status_line;
  Headers headers;
  std::string body;

  int status() const { return std::stoi(status_line.substr(status_line.find(' ') + 1)); }
  // "(absent)" if there is no such header.
  std::string Header(std::string_view name) const {
    for (const auto& [header_name, value] : headers) {
      if (EqualsIgnoringCase(header_name, name)) return value;
    }
    return "(absent)";
  }
};

inline ReceivedResponse ParseResponse(std::string_view bytes) {
  ReceivedResponse response;
  const size_t head_end = bytes.find("\r\n\r\n");
  response.body = bytes.substr(head_end + 4);
  std::string_view head = bytes.substr(0, head_end + 2);
  bool first = true;
  while (!head.empty()) {
    const size_t line_end = head.find("\r\n");
    const std::string_view line = head.substr(0, line_end);
    head.remove_prefix(line_end + 2);
    if (std::exchange(first, false)) {
      response.status_line = line;
      continue;
    }
    const size_t colon = line.find(": ");
    response.headers.emplace_back(line.substr(0, colon), line.substr(colon + 2));
  }
  return response;
}

inline constexpr std::string_view kAuthorization =
    "AWS4-HMAC-SHA256 Credential=key/20261001/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date, Signature=0123";

// A request with all headers that the API needs.
inline SentRequest ApiRequest(std::string_view operation, std::string_view body) {
  return {.headers = {{"Host", "localhost:8000"},
                      {"Content-Type", "application/x-amz-json-1.0"},
                      {"X-Amz-Target", "DynamoDB_20120810." + std::string(operation)},
                      {"X-Amz-Date", "20261001T000000Z"},
                      {"Authorization", std::string(kAuthorization)}},
          .body = std::string(body)};
}

inline SentRequest WithoutHeader(SentRequest request, std::string_view name) {
  std::erase_if(request.headers, [name](const auto& header) { return EqualsIgnoringCase(header.first, name); });
  return request;
}

inline SentRequest WithHeader(SentRequest request, std::string_view name, std::string_view value) {
  request = WithoutHeader(std::move(request), name);
  request.headers.emplace_back(name, value);
  return request;
}

class Exchange {
 public:
  explicit Exchange(Isolation isolation = Isolation::kByAccount) : Exchange(DispatchOptions{}, {}, isolation) {}
  explicit Exchange(DispatchOptions options, AdminOptions admin = {}, Isolation isolation = Isolation::kByAccount)
      : databases_(&engine_, isolation),
        admin_(&engine_, WithAccounts(std::move(admin))),
        dispatcher_(&databases_, &admin_, 1, std::move(options)) {}

  ReceivedResponse Send(SentRequest sent) {
    HttpRequest request{.method = sent.method,
                        .target = sent.target,
                        .body = &sent.body,
                        .connection = sent.connection,
                        .from_loopback = sent.from_loopback};
    for (const auto& [name, value] : sent.headers) request.headers.emplace_back(name, value);
    dispatcher_.Handle(request, &response_);
    return ParseResponse(response_.bytes());
  }
  ReceivedResponse Call(std::string_view operation, std::string_view body) { return Send(ApiRequest(operation, body)); }
  ReceivedResponse Refuse(RefusalReason reason) {
    dispatcher_.Refuse(reason, &response_);
    return ParseResponse(response_.bytes());
  }

  Engine& engine() { return engine_; }

 private:
  AdminOptions WithAccounts(AdminOptions admin) {
    admin.account_of = [this](std::string_view access_key_id) { return databases_.AccountOf(access_key_id); };
    return admin;
  }

  Engine engine_{{}, nullptr, 1};
  Databases databases_;
  AdminSurface admin_;
  Dispatcher dispatcher_;
  HttpResponse response_;
};

}  // namespace holdfast::server
