// One client of a DynamoDB endpoint, with its own connections, number and random generator. It records every call.
#pragma once

#include <cstdint>
#include <exception>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/client/connection.h"
#include "conformance/client/endpoint.h"
#include "conformance/client/requests.h"
#include "conformance/client/response.h"

namespace holdfast::conformance {

// A call, for the checkers and the drawings of violations in conformance/history. Times are nanoseconds of
// std::chrono::steady_clock.
struct CallRecord {
  int client = 0;
  int64_t invoked = 0;
  int64_t completed = 0;
  std::string operation;
  std::string request;
  Response::Outcome outcome = Response::Outcome::kOk;
  std::string error;     // empty after a success
  std::string response;  // the body, or why there is none
  bool has_response = true;
};

// Not thread-safe: each client belongs to one thread.
class Client {
 public:
  Client(EndpointOptions options, int number, uint64_t seed);

  int number() const { return number_; }
  // Uniform in [0, bound).
  int64_t RandomBelow(int64_t bound) { return static_cast<int64_t>(random_() % static_cast<uint64_t>(bound)); }

  Response PutItem(const PutItemRequest& request) { return Call("PutItem", ToJson(request)); }
  Response UpdateItem(const UpdateItemRequest& request) { return Call("UpdateItem", ToJson(request)); }
  Response DeleteItem(const DeleteItemRequest& request) { return Call("DeleteItem", ToJson(request)); }
  Response GetItem(const GetItemRequest& request) { return Call("GetItem", ToJson(request)); }
  Response Query(const QueryRequest& request) { return Call("Query", ToJson(request)); }
  Response Scan(const ScanRequest& request) { return Call("Scan", ToJson(request)); }
  Response BatchWriteItem(const BatchWriteItemRequest& request) { return Call("BatchWriteItem", ToJson(request)); }
  Response TransactWriteItems(const TransactWriteItemsRequest& request) {
    return Call("TransactWriteItems", ToJson(request));
  }
  Response TransactGetItems(const TransactGetItemsRequest& request) {
    return Call("TransactGetItems", ToJson(request));
  }

  // Calls any operation of DynamoDB or of DynamoDB Streams, with its request as JSON text. Throttled requests are
  // retried after a pause, because they were not carried out. Nothing else is retried.
  Response Call(std::string_view operation, const std::string& body);
  // Closes the connection as soon as the request is sent, so that the request's outcome is unknown, as after a broken
  // connection.
  void SendAndHangUp(std::string_view operation, const std::string& body);
  // A plain HTTP request outside of DynamoDB's protocol, not recorded.
  HttpResponse Exchange(const HttpRequest& request) { return connection_.Exchange(request); }

  // Return the items of all pages of a query or scan. Throw SetupFailed if a page cannot be read or the pages do not
  // end.
  std::vector<Item> QueryAll(QueryRequest request);
  std::vector<Item> ScanAll(ScanRequest request);

  // The calls since the previous TakeCalls.
  std::vector<CallRecord> TakeCalls() { return std::exchange(calls_, {}); }
  // Throws SetupFailed if a call since the previous TakeCalls got no response.
  void RequireResponses() const;

 private:
  Response CallOnce(std::string_view operation, const std::string& body);
  template <typename Request>
  std::vector<Item> AllPages(Request request, Response (Client::*read_page)(const Request&));

  const EndpointOptions options_;
  const int number_;
  std::mt19937_64 random_;
  Connection connection_;
  Connection streams_connection_;
  std::vector<CallRecord> calls_;
};

// Thrown if a race or a case cannot be run on the endpoint, because a request that has to succeed failed.
class SetupFailed : public std::exception {
 public:
  explicit SetupFailed(std::string why, bool unsupported = false) : why_(std::move(why)), unsupported_(unsupported) {}
  const char* what() const noexcept override { return why_.c_str(); }
  // True if the endpoint lacks the operation.
  bool unsupported() const { return unsupported_; }

 private:
  std::string why_;
  bool unsupported_;
};

// Returns the response if it is ok; throws SetupFailed if not.
Response Require(Response response);

}  // namespace holdfast::conformance
