// Rules about what may go wrong with a request, as AWS permits it and clients meet it in production.
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
  // TransactionConflictException, or a transaction cancelled for that reason. Only writes of one item and transactions.
  kConflict,
  // The request arrives twice: it is executed once more, at any later moment of the run, and that answer is lost.
  kDuplicate,
  // The last member of a batch is not processed. Only batches of at least one member.
  kPartial,
};
std::string_view NameOf(FaultAction action);
std::optional<FaultAction> FaultActionFromName(std::string_view name);

// Members that are empty or absent allow everything.
struct FaultRule {
  FaultAction action = FaultAction::kCommitThenDrop;
  // DynamoDB's name of the operation.
  std::string operation = {};
  std::string table = {};
  std::string index = {};
  std::string actor = {};
  // The n-th request, from 1, of each actor that matches the other members. Retries count as requests.
  std::optional<uint32_t> nth = std::nullopt;
  // How often it may fire in one run.
  std::optional<uint32_t> budget = 1;
  // In strategies that sample; exhaustive ones explore both ways.
  double probability = 0.5;
};

// Whether the rule is about this request, whatever its `nth`, budget and probability are.
bool Matches(const FaultRule& rule, std::string_view actor, const Request& request);

// How kConflict refuses a request: a transaction because of its first member.
Error ConflictFault(const Request& request);

}  // namespace holdfast::race
