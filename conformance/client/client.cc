#include "conformance/client/client.h"

#include <ctime>
#include <thread>
#include <utility>

#include "conformance/client/interruption.h"

namespace holdfast::conformance {
namespace {

constexpr int kThrottledAttemptsMax = 8;
constexpr std::chrono::milliseconds kThrottledPause{25};  // doubled each time
// Of one query or scan here; what has more would have no end.
constexpr int kPagesMax = 10'000;

bool IsOfStreams(std::string_view operation) {
  return operation == "ListStreams" || operation == "DescribeStream" || operation == "GetShardIterator" ||
         operation == "GetRecords";
}

bool WasThrottled(const Response& response) {
  return response.Is("ThrottlingException") || response.Is("ProvisionedThroughputExceededException") ||
         response.Is("RequestLimitExceeded");
}

int64_t NowNanoseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

}  // namespace

Client::Client(EndpointOptions options, int number, uint64_t seed)
    : options_(std::move(options)),
      number_(number),
      random_(seed),
      connection_(options_.url, options_.timeout),
      streams_connection_(options_.streams_url, options_.timeout) {}

HttpRequest Client::Signed(std::string_view operation, const std::string& body) const {
  const bool streams = IsOfStreams(operation);
  const EndpointUrl& url = streams ? options_.streams_url : options_.url;
  const std::string target = (streams ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.") + std::string(operation);
  const SignedHeaders signature =
      Sign(options_.credentials, options_.region, url.HostHeader(), target, body, std::time(nullptr));
  HttpRequest request;
  request.headers = {{"Content-Type", "application/x-amz-json-1.0"},
                     {"X-Amz-Target", target},
                     {"X-Amz-Date", signature.amz_date},
                     {"Authorization", signature.authorization}};
  if (!options_.credentials.session_token.empty()) {
    request.headers.emplace_back("X-Amz-Security-Token", options_.credentials.session_token);
  }
  request.body = body;
  return request;
}

Response Client::CallOnce(std::string_view operation, const std::string& body) {
  Connection& connection = IsOfStreams(operation) ? streams_connection_ : connection_;
  const HttpRequest request = Signed(operation, body);
  CallRecord record;
  record.client = number_;
  record.operation = operation;
  record.request = body;
  record.invoked = NowNanoseconds();
  Response response(connection.Exchange(request), std::string(operation));
  record.completed = NowNanoseconds();
  record.outcome = response.outcome();
  record.error = response.error();
  record.response = response.text();
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
  CallRecord record;
  record.client = number_;
  record.operation = operation;
  record.request = body;
  record.invoked = NowNanoseconds();
  connection_.SendAndHangUp(Signed(operation, body));
  record.completed = NowNanoseconds();
  record.outcome = Response::Outcome::kUnknown;
  record.error = "HungUp";
  record.response = "the client hung up before the answer";
  calls_.push_back(std::move(record));
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
  if (response.Unsupported()) throw SetupFailed(response.MissingOperation(), true);
  if (!response.ok()) throw SetupFailed(response.error() + ": " + response.message());
  return response;
}

}  // namespace holdfast::conformance
