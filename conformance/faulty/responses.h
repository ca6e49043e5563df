// Creates and reads those of DynamoDB's responses that faults need.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/faulty/faults/fault.h"

namespace holdfast::conformance::faulty {

inline constexpr std::string_view kConditionFailedMessage = "The conditional request failed";

Response Success(std::string body = "{}");
// `type` is the bare name: "ValidationException".
Response Failure(unsigned status, std::string_view type, std::string_view message);

// The reason why one action of a transaction did not succeed. The code is "None" if another action is the cause.
struct CancellationReason {
  std::string code = "None";
  std::string message;
  // JSON; empty if the action did not ask for the item, or there is none.
  std::string item;
};

// `item` is JSON; empty for none.
Response ConditionFailed(std::string_view item);
// TransactionCanceledException, with a reason for each action in the order of the request.
Response TransactionCanceled(const std::vector<CancellationReason>& reasons);

// The error's bare type; empty if the response is no error.
std::string ErrorTypeOf(const Response& response);
// Empty unless the response is TransactionCanceledException.
std::vector<CancellationReason> CancellationReasonsOf(const Response& response);
// The response to a transaction of `action_count` actions of which only those with the indexes `sent` were sent to the
// endpoint, which sent `response`: if it was cancelled, the other actions get the reason None.
Response ResponseToWholeTransaction(Response response, const std::vector<size_t>& sent, size_t action_count);
// The cancellation reason of an action that failed when it was sent alone; nothing for failures that concern a whole
// request and not an action.
std::optional<CancellationReason> ReasonOf(const Response& response);

}  // namespace holdfast::conformance::faulty
