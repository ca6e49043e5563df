// What an answer means for somebody who may try again.
#pragma once

#include "bench/measure/metrics.h"
#include "conformance/wire/response.h"

namespace holdfast::bench {

// From the AWS SDKs and Tools Reference Guide, "Retry behavior".
enum class ResponseKind {
  kSuccess,
  kTransient,   // no answer, or status 500, 502, 503 or 504
  kThrottling,  // "slow down", whichever of its names it has; TransactionInProgressException counts as one of them
  kConflict,    // TransactionConflictException, or a transaction cancelled for conflicts alone
  kFinal,       // everything else; above all ConditionalCheckFailedException, which is an answer and not a failure
};

ResponseKind KindOf(const conformance::Response& response);

// The fate of an operation that ends with this answer.
Outcome OutcomeOf(const conformance::Response& response);

// "ValidationException: ...", for the fates that need explaining; empty for the others.
std::string ComplaintOf(const conformance::Response& response);

}  // namespace holdfast::bench
