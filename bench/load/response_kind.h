// Classifies a response: for the decision to retry, and as the outcome of an operation.
#pragma once

#include "bench/measure/metrics.h"
#include "conformance/client/response.h"

namespace holdfast::bench {

// kTransient and kThrottling are those of the AWS SDKs and Tools Reference Guide, "Retry behavior".
enum class ResponseKind {
  kSuccess,
  kTransient,   // no response, or status 500, 502, 503 or 504
  kThrottling,  // status 429, or one of the SDKs' throttling errors; TransactionInProgressException is one of them
  kConflict,    // TransactionConflictException, or a transaction cancelled for a conflict and no failed condition
  kFinal,       // everything else; above all ConditionalCheckFailedException, which is a regular response
};

ResponseKind KindOf(const conformance::Response& response);

// The outcome of an operation whose final response is this one.
Outcome OutcomeOf(const conformance::Response& response);

// "ValidationException: ...", for every outcome except kSucceeded and the refusals; empty for these.
std::string ComplaintOf(const conformance::Response& response);

}  // namespace holdfast::bench
