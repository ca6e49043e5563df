// The outcomes of parked and delayed requests, from which their responses are written.
#pragma once

#include <string>
#include <variant>

#include "engine/base/result.h"
#include "engine/race/steps/operation.h"
#include "server/message/deferred_response.h"
#include "server/message/owned_request.h"

namespace holdfast::server {

// A response as it is sent: to a race::OpaqueRequest, to a request that a fault delays, or the response of the store to
// which the request was forwarded (server/upstream).
struct RawOutcome {
  // 0 while a request that is to be forwarded has no response; it stays 0 if the lab refuses the request itself.
  int status = 200;
  std::string body = {};
  // Empty if the store to which the request was forwarded has sent a response; otherwise the reason why it has not. In
  // that case the status is 503 if the request was not sent, and 500 if it may have been executed.
  std::string no_response_reason = {};
};
// DynamoDB's ProvisionedThroughputExceededException.
struct ThrottledOutcome {};
// DynamoDB's InternalServerError.
struct InternalErrorOutcome {};
// The request is refused: the session does not expect it, or its run or session is over.
struct RefusedOutcome {
  // A sentence for the test's author.
  std::string why;
};
// The connection is closed without a response.
struct DroppedOutcome {};

using RaceOutcome = std::variant<Result<race::Response>, RawOutcome, ThrottledOutcome, InternalErrorOutcome,
                                 RefusedOutcome, DroppedOutcome>;

struct CompletedRaceRequest {
  OwnedRequest request;
  DeferredResponse response;
  RaceOutcome outcome;
};

// Writes and sends responses, in the same form as those to requests outside of races.
class RaceResponseSink {
 public:
  virtual ~RaceResponseSink() = default;
  // Thread-safe. Does not throw: if memory runs out, the client gets an InternalServerError.
  virtual void Send(CompletedRaceRequest completed) = 0;
};

}  // namespace holdfast::server
