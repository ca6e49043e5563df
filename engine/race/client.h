// An actor in process uses a Client in place of a Database. A Client has functions with the names of the operations on
// items, which take only the request; its function Other calls any other operation. Each call waits until the race lab
// chooses its step, and returns the reply that the lab decides on.
//
// Like AWS's SDKs, a Client retries a request that was throttled, that got an InternalServerError or whose reply was
// lost. It retries at once, and the attempts share one invocation id. It does not retry conflicts.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/base/result.h"
#include "engine/race/session.h"
#include "engine/race/steps/operation.h"

namespace holdfast::race {

// Thrown by a call after its last attempt was throttled, failed with an InternalServerError or had its reply lost.
class RequestFailed : public std::runtime_error {
 public:
  RequestFailed(Reply::Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  // Not kOutcome.
  Reply::Kind kind() const { return kind_; }

 private:
  Reply::Kind kind_;
};

// Thrown by a call when the run is abandoned, and by every call after it: the actor's function must end.
class RunAbandoned {};

// The client of one actor in one run. Used only by the thread that runs the actor's function.
class Client {
 public:
  // Sends a request and waits for the reply.
  using Send = std::function<Reply(const Request& request, const std::string& invocation)>;
  explicit Client(Send send, uint32_t attempts_max = 3) : send_(std::move(send)), attempts_max_(attempts_max) {}
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  Result<GetItemResponse> GetItem(const GetItemRequest& request) { return Call<GetItemResponse>(request); }
  Result<PutItemResponse> PutItem(const PutItemRequest& request) { return Call<PutItemResponse>(request); }
  Result<UpdateItemResponse> UpdateItem(const UpdateItemRequest& request) { return Call<UpdateItemResponse>(request); }
  Result<DeleteItemResponse> DeleteItem(const DeleteItemRequest& request) { return Call<DeleteItemResponse>(request); }
  Result<QueryResponse> Query(const QueryRequest& request) { return Call<QueryResponse>(request); }
  Result<ScanResponse> Scan(const ScanRequest& request) { return Call<ScanResponse>(request); }
  Result<BatchGetItemResponse> BatchGetItem(const BatchGetItemRequest& request) {
    return Call<BatchGetItemResponse>(request);
  }
  Result<BatchWriteItemResponse> BatchWriteItem(const BatchWriteItemRequest& request) {
    return Call<BatchWriteItemResponse>(request);
  }
  Result<TransactGetItemsResponse> TransactGetItems(const TransactGetItemsRequest& request) {
    return Call<TransactGetItemsResponse>(request);
  }
  Result<TransactWriteItemsResponse> TransactWriteItems(const TransactWriteItemsRequest& request) {
    return Call<TransactWriteItemsResponse>(request);
  }
  // Any other operation, such as those of streams and tables: `call` executes it on the Database. `name`: DynamoDB's
  // name of the operation. What `call` throws ends the run, and is thrown by Explore (explore.h).
  void Other(std::string name, std::function<void()> call) {
    // `call` itself keeps the response, so the lab's outcome is empty.
    const auto execute = [call = std::move(call)] {
      call();
      return Status();
    };
    static_cast<void>(CallAny(OpaqueRequest{std::move(name), execute}));
  }

 private:
  template <typename TypedResponse>
  Result<TypedResponse> Call(const Request& request) {
    Result<Response> outcome = CallAny(request);
    if (!outcome.ok()) return std::move(outcome).error();
    return std::get<TypedResponse>(std::move(outcome).value());
  }
  Result<Response> CallAny(const Request& request);

  const Send send_;
  const uint32_t attempts_max_;
  uint32_t calls_ = 0;
};

}  // namespace holdfast::race
