// Fuzzes the bytes of one connection, from HTTP parsing to the responses: parser, dispatcher, decoding, operations,
// encoding.
//
//   input:  4 piece sizes of one byte each | the bytes that the client sends
//
// The client's bytes arrive in pieces of these sizes, used cyclically; size 0 means all remaining bytes. Pieces of any
// sizes must yield the same requests as all bytes at once; and every response must be complete, well-formed and
// not be a failure of the server. Each input is run on a new engine.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/request_parser.h"
#include "server/json/json_document.h"
#include "server/message/content_encoding.h"
#include "server/message/health_check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/server/dispatch/exchange.h"

namespace holdfast::server {
namespace {

using State = RequestParser::State;

constexpr size_t kPieceSizes = 4;
constexpr size_t kDecompressedBytesMax = size_t{64} << 20;

// The requests of a connection, and the parser's last state.
struct Conversation {
  std::vector<SentRequest> requests;
  State last_state = State::kEmpty;
};

SentRequest Copy(const HttpRequest& request) {
  SentRequest copy{.method = std::string(request.method),
                   .target = std::string(request.target),
                   .body = *request.body,
                   .connection = std::string(request.connection)};
  for (const auto& [name, value] : request.headers) copy.headers.emplace_back(name, value);
  return copy;
}

// Consumes the complete requests at the front of `*waiting`, as Session does. Returns false if the parser refuses the
// bytes after them, or if the last request closes the connection.
bool TakeRequests(RequestParser* parser, std::string* waiting, Conversation* conversation) {
  while (!waiting->empty()) {
    // A copy without spare capacity, so that the sanitizer detects reads beyond the waiting bytes.
    const std::vector<char> offered(waiting->begin(), waiting->end());
    waiting->erase(0, parser->Feed({offered.data(), offered.size()}));
    conversation->last_state = parser->state();
    if (conversation->last_state == State::kEmpty || conversation->last_state == State::kIncomplete) return true;
    if (conversation->last_state != State::kComplete) return false;
    conversation->requests.push_back(Copy(parser->request()));
    if (!parser->keep_alive()) return false;
    parser->Reset();
  }
  return true;
}

Conversation Read(std::string_view bytes, std::string_view piece_sizes) {
  RequestParser parser;
  Conversation conversation;
  std::string waiting;
  for (size_t i = 0; !bytes.empty(); ++i) {
    const auto wanted = static_cast<uint8_t>(piece_sizes[i % piece_sizes.size()]);
    const size_t size = wanted == 0 ? bytes.size() : std::min<size_t>(wanted, bytes.size());
    waiting += bytes.substr(0, size);
    bytes.remove_prefix(size);
    if (!TakeRequests(&parser, &waiting, &conversation)) break;
  }
  return conversation;
}

bool IsRefused(State state) { return state == State::kTooLarge || state == State::kMalformed; }

bool Same(const SentRequest& a, const SentRequest& b) {
  return a.method == b.method && a.target == b.target && a.headers == b.headers && a.body == b.body &&
         a.connection == b.connection;
}

void RequireSame(const Conversation& whole, const Conversation& pieces) {
  Require(
      std::equal(whole.requests.begin(), whole.requests.end(), pieces.requests.begin(), pieces.requests.end(), Same),
      "the bytes in pieces are parsed into other requests than all bytes at once");
  // Given pieces, the parser may detect a fault in a head only once the head is complete. If the end of the head is
  // missing, the parser still waits for it.
  const bool still_waiting = IsRefused(whole.last_state) && pieces.last_state == State::kIncomplete;
  Require(whole.last_state == pieces.last_state || still_waiting,
          "after the bytes in pieces the parser is in another state than after all bytes at once");
}

// Header names must not be empty, and neither header names nor values may hold control characters except tabs.
void CheckHead(const ReceivedResponse& response) {
  Require(response.status_line.starts_with("HTTP/1.1 "), "not a status line", response.status_line);
  for (const auto& [name, value] : response.headers) {
    const auto is_control = [](char c) { return static_cast<uint8_t>(c) < 0x20 && c != '\t'; };
    Require(!name.empty() && std::none_of(name.begin(), name.end(), is_control), "bad header name", name);
    Require(std::none_of(value.begin(), value.end(), is_control), "bad header value", value);
  }
}

void CheckLength(const ReceivedResponse& response) {
  if (response.Header("Transfer-Encoding") == "chunked") {
    Require(response.Header("Content-Length") == "(absent)" && response.body == "0\r\n\r\n", "bad chunks",
            response.body);
  } else {
    Require(response.Header("Content-Length") == std::to_string(response.body.size()), "wrong Content-Length",
            response.Header("Content-Length"));
  }
}

std::string DecompressedBody(const ReceivedResponse& response) {
  std::string body = response.body;
  const std::string coding = response.Header("Content-Encoding");
  if (coding == "(absent)") return body;
  ContentCompressor compressor;
  Require(compressor.Decompress(coding, kDecompressedBytesMax, &body) == ContentCompressor::DecompressResult::kOk,
          "the body cannot be decompressed", coding);
  return body;
}

void RequireJsonObject(std::string body, bool is_error) {
  const std::string text = body;
  JsonDocument document;
  const auto parsed = document.Parse(&body);
  Require(parsed.ok() && parsed.value()->IsObject(), "the body is not a JSON object", text);
  Require(parsed.value()->HasMember("__type") == is_error,
          is_error ? "an error without __type" : "a body with __type in a response that is not an error", text);
}

void CheckResponse(const SentRequest& request, const ReceivedResponse& response) {
  CheckHead(response);
  if (request.method == "HEAD") return Require(response.body.empty(), "a body in the response to HEAD", response.body);
  CheckLength(response);
  const std::string body = DecompressedBody(response);
  switch (response.status()) {
    case 200:
      if (response.Header("Content-Type") == "(absent)") {
        return Require(body == (request.method == "GET" ? kHealthCheckBody : ""), "an unexpected body", body);
      }
      return RequireJsonObject(body, false);
    case 400:
      return RequireJsonObject(body, true);
    case 403: {
      // Status 403 refuses web pages of origins that are not allowed. Only requests of web pages have these headers.
      const auto is_from_page = [](const auto& header) {
        return EqualsIgnoringCase(header.first, "origin") || EqualsIgnoringCase(header.first, "sec-fetch-site");
      };
      Require(std::any_of(request.headers.begin(), request.headers.end(), is_from_page),
              "status 403 for a request that has no header of a web page", body);
      return RequireJsonObject(body, true);
    }
    case 404:
      return Require(body == "<UnknownOperationException/>\n", "an unexpected body", body);
    case 413:
      return Require(body.empty(), "an unexpected body", body);
    case 500: {
      // DynamoDB's status for a compressed body that cannot be decompressed. Other requests must not get it.
      const auto is_encoding = [](const auto& header) {
        return EqualsIgnoringCase(header.first, "content-encoding") && !TrimWhitespace(header.second).empty();
      };
      Require(std::any_of(request.headers.begin(), request.headers.end(), is_encoding),
              "status 500 for a request without Content-Encoding", body);
      return RequireJsonObject(body, true);
    }
    default:
      Require(false, "an unexpected status", response.status_line);
  }
}

// All tables must still be readable.
void CheckTables(Exchange* exchange) {
  std::string names = exchange->Call("ListTables", "{}").body;
  JsonDocument document;
  const auto parsed = document.Parse(&names);
  Require(parsed.ok(), "ListTables fails", names);
  for (const rapidjson::Value& name : (*parsed.value())["TableNames"].GetArray()) {
    // A table's name has no characters that JSON must escape.
    const SentRequest scan = ApiRequest("Scan", std::string("{\"TableName\":\"") + name.GetString() + "\"}");
    const ReceivedResponse response = exchange->Send(scan);
    Require(response.status() == 200, "Scan fails", response.body);
    CheckResponse(scan, response);
  }
}

void CheckResponses(const Conversation& conversation) {
  Exchange exchange;
  for (const SentRequest& request : conversation.requests) CheckResponse(request, exchange.Send(request));
  if (IsRefused(conversation.last_state)) {
    const bool too_large = conversation.last_state == State::kTooLarge;
    const ReceivedResponse response = exchange.Refuse(too_large ? RefusalReason::kTooLarge : RefusalReason::kMalformed);
    CheckHead(response);
    CheckLength(response);
    Require(response.status() == (too_large ? 413 : 400), "an unexpected status", response.status_line);
  }
  CheckTables(&exchange);
}

}  // namespace
}  // namespace holdfast::server

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace holdfast::server;
  if (size <= kPieceSizes) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string_view bytes = input.substr(kPieceSizes);
  const Conversation whole = Read(bytes, std::string_view("\0", 1));
  RequireSame(whole, Read(bytes, input.substr(0, kPieceSizes)));
  CheckResponses(whole);
  return 0;
}
