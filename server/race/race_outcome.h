// The outcomes of parked requests, from which their responses are written.
#pragma once

#include <string>
#include <variant>

#include "engine/base/result.h"
#include "engine/race/steps/operation.h"
#include "server/message/deferred_response.h"
#include "server/message/owned_request.h"

namespace holdfast::server {

// The response as the store wrote it: to a race::OtherRequest, and to any request that was forwarded (server/upstream).
struct OtherOutcome {
  // 0: the request was not executed yet.
  int status = 200;
  std::string body = {};
  // Not empty: the store that the request was forwarded to has sent no response, for this reason. The status is 503 if
  // the request was not sent, and 500 if it may have been executed.
  std::string unanswered = {};
};
// DynamoDB's ProvisionedThroughputExceededException.
struct ThrottledOutcome {};
// DynamoDB's InternalServerError.
struct InternalErrorOutcome {};
// The request is not one that the session expects, or its run or session is over: a sentence for the test's author.
struct RefusedOutcome {
  std::string why;
};
// The connection is closed without a response.
struct DroppedOutcome {};

using RaceOutcome = std::variant<Result<race::Response>, OtherOutcome, ThrottledOutcome, InternalErrorOutcome,
                                 RefusedOutcome, DroppedOutcome>;

struct RaceAnswer {
  OwnedRequest request;
  DeferredResponse response;
  RaceOutcome outcome;
};

// Writes and sends responses, in the same form as those to requests outside of races.
class RaceResponses {
 public:
  virtual ~RaceResponses() = default;
  // Thread-safe. May throw std::bad_alloc: the client then gets an InternalServerError.
  virtual void Send(RaceAnswer answer) = 0;
};

}  // namespace holdfast::server
