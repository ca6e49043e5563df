// Fuzzes the dispatcher with requests that need not follow HTTP's grammar: any bytes as method, target and body, and
// headers of any bytes but control characters.
//
//   input:     requests separated by 0x1E, each of the form: method | LF | target | LF | headers | LF | body
//   headers:   each of the form: name | : | value | LF
//
// Every response must be complete and not be a failure of the server, and a request that was refused with status 403
// must not change the list of tables.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "server/message/content_encoding.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/server/dispatch/exchange.h"

namespace holdfast::server {
namespace {

constexpr size_t kRequestsMax = 8;
constexpr char kNextRequest = '\x1e';

// Returns whether `text` has no control characters except tabs: the HTTP parser refuses all other header names and
// values.
bool IsHeaderText(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return (static_cast<uint8_t>(c) < ' ' && c != '\t') || c == '\x7f'; });
}

SentRequest ReadRequest(std::string_view text) {
  SentRequest request{.method = std::string(TakeUntil(&text, '\n')), .target = std::string(TakeUntil(&text, '\n'))};
  while (!text.empty()) {
    std::string_view line = TakeUntil(&text, '\n');
    if (line.empty()) break;
    const std::string_view name = TakeUntil(&line, ':');
    if (!name.empty() && IsHeaderText(name) && IsHeaderText(line)) request.headers.emplace_back(name, line);
  }
  request.body = text;
  return request;
}

void CheckResponse(const SentRequest& request, const ReceivedResponse& response) {
  Require(response.status_line.starts_with("HTTP/1.1 "), "not a status line", response.status_line);
  const int status = response.status();
  // DynamoDB's own status for a body that cannot be decompressed is 500.
  const bool is_encoded = std::any_of(request.headers.begin(), request.headers.end(), [](const auto& header) {
    return EqualsIgnoringCase(header.first, "content-encoding");
  });
  const bool expected = status == 200 || status == 400 || status == 403 || status == 404 || status == 405 ||
                        status == 413 || (status == 500 && is_encoded);
  Require(expected, "an unexpected status", response.status_line + response.body);
  if (response.Header("Transfer-Encoding") == "(absent)" && request.method != "HEAD") {
    Require(response.Header("Content-Length") == std::to_string(response.body.size()), "wrong Content-Length");
  }
}

void Check(std::string_view input) {
  Exchange exchange;
  std::string tables = exchange.Call("ListTables", "{}").body;
  for (size_t requests = 0; requests < kRequestsMax && !input.empty(); ++requests) {
    const SentRequest request = ReadRequest(TakeUntil(&input, kNextRequest));
    const ReceivedResponse response = exchange.Send(request);
    CheckResponse(request, response);
    const std::string tables_now = exchange.Call("ListTables", "{}").body;
    Require(response.status() != 403 || tables_now == tables, "a request with status 403 changed the list of tables",
            tables_now);
    tables = tables_now;
  }
}

}  // namespace
}  // namespace holdfast::server

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  holdfast::server::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
