#include "conformance/client/client.h"

#include <thread>
#include <utility>

#include "conformance/client/interruption.h"

namespace holdfast::conformance {
namespace {

constexpr int kThrottledAttemptsMax = 8;
constexpr std::chrono::milliseconds kThrottledPause{25};  // doubled each time
// The limit for one query or scan. Tables of races and cases have fewer pages: beyond this limit, the endpoint is
// assumed never to return a last page.
constexpr int kPagesMax = 10'000;

bool WasThrottled(const Response& response) {
  return response.Is("ThrottlingException") || response.Is("ProvisionedThroughputExceededException") ||
         response.Is("RequestLimitExceeded");
}

ConnectionLimits LimitsOf(const EndpointOptions& options) {
  return {.connecting = options.timeout, .exchange = options.timeout};
}

int64_t NowNanoseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

// The record of a call that starts now.
CallRecord NewRecord(int client, std::string_view operation, const std::string& body) {
  CallRecord record;
  record.client = client;
  record.operation = operation;
  record.request = body;
  record.invoked = NowNanoseconds();
  return record;
}

}  // namespace

Client::Client(EndpointOptions options, int number, uint64_t seed)
    : options_(std::move(options)),
      number_(number),
      random_(seed),
      connection_(options_.url, LimitsOf(options_), Interrupted),
      streams_connection_(options_.streams_url, LimitsOf(options_), Interrupted) {}

Response Client::CallOnce(std::string_view operation, const std::string& body) {
  Connection& connection = IsStreamsOperation(operation) ? streams_connection_ : connection_;
  HttpRequest request = SignedRequest(options_, operation, body);
  CallRecord record = NewRecord(number_, operation, body);
  Response response(connection.Exchange(std::move(request)), std::string(operation));
  record.completed = NowNanoseconds();
  record.outcome = response.outcome();
  record.error = response.error();
  record.response = response.text();
  record.has_response = response.status() != 0;
  calls_.push_back(std::move(record));
  return response;
}

Response Client::Call(std::string_view operation, const std::string& body) {
  std::chrono::milliseconds pause = kThrottledPause;
  for (int attempt = 1;; ++attempt, pause *= 2) {
    Response response = CallOnce(operation, body);
    if (!WasThrottled(response) || attempt == kThrottledAttemptsMax) return response;
    std::this_thread::sleep_for(pause);
  }
}

void Client::SendAndHangUp(std::string_view operation, const std::string& body) {
  CallRecord record = NewRecord(number_, operation, body);
  connection_.SendAndHangUp(SignedRequest(options_, operation, body));
  record.completed = NowNanoseconds();
  record.outcome = Response::Outcome::kUnknown;
  record.error = "HungUp";
  record.response = "the client hung up before the answer";
  record.has_response = false;
  calls_.push_back(std::move(record));
}

void Client::RequireResponses() const {
  for (const CallRecord& call : calls_) {
    if (!call.has_response) throw SetupFailed(call.operation + ": " + call.response);
  }
}

template <typename Request>
std::vector<Item> Client::AllPages(Request request, Response (Client::*read_page)(const Request&)) {
  std::vector<Item> all;
  for (int pages = 0; pages < kPagesMax && !Interrupted(); ++pages) {
    const Response page = Require((this->*read_page)(request));
    for (Item& item : page.items()) all.push_back(std::move(item));
    Item next = page.last_evaluated_key();
    if (next.empty()) return all;
    if (next == request.start_key) throw SetupFailed("a page's LastEvaluatedKey is its own ExclusiveStartKey");
    request.start_key = std::move(next);
  }
  throw SetupFailed(Interrupted() ? "interrupted" : "a read of a few items has no last page");
}

std::vector<Item> Client::QueryAll(QueryRequest request) { return AllPages(std::move(request), &Client::Query); }

std::vector<Item> Client::ScanAll(ScanRequest request) { return AllPages(std::move(request), &Client::Scan); }

Response Require(Response response) {
  if (response.Unsupported()) throw SetupFailed(response.UnsupportedOperation(), true);
  if (!response.ok()) throw SetupFailed(response.error() + ": " + response.message());
  return response;
}

}  // namespace holdfast::conformance
