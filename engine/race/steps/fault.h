// Fault rules: failures that a race session injects into requests. DynamoDB permits all of them, and clients see them
// in production.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/error.h"
#include "engine/race/steps/operation.h"

namespace holdfast::race {

enum class FaultAction {
  // The operation is executed, but the client does not learn that: the connection is dropped, the response has status
  // 500, or the response comes after the client's timeout.
  kCommitThenDrop,
  kCommitThen500,
  kCommitThenDelay,
  // Nothing is executed.
  kThrottle,
  kInternalError,
  // TransactionConflictException, or a transaction cancelled for that reason. Applies only to writes of one item and to
  // transactions.
  kConflict,
  // The request arrives twice: it is executed once more at any later moment of the run, without a reply.
  kDuplicate,
  // The last member of a batch is not processed. Applies only to batches.
  kPartial,
};
std::string_view NameOf(FaultAction action);
std::optional<FaultAction> FaultActionFromName(std::string_view name);

// A rule matches the requests that agree with all its members; an empty or absent member matches every request.
struct FaultRule {
  FaultAction action = FaultAction::kCommitThenDrop;
  // DynamoDB's name of the operation.
  std::string operation = {};
  std::string table = {};
  std::string index = {};
  std::string actor = {};
  // For each actor only the n-th request, from 1, of those that match the other members. Retries count as requests.
  std::optional<uint32_t> nth = std::nullopt;
  // How often the rule may fire in one run; absent: any number of times.
  std::optional<uint32_t> budget = 1;
  // The probability with which sampling strategies let the rule fire. The exhaustive strategy tries both alternatives.
  double probability = 0.5;
};

// Whether the request agrees with the rule, apart from `nth`, budget and probability.
bool Matches(const FaultRule& rule, std::string_view actor, const Request& request);

// The error of kConflict: TransactionConflictException, for a transaction TransactionCanceledException because of its
// first member.
Error ConflictFault(const Request& request);

}  // namespace holdfast::race
