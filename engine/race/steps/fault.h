// Fault rules: failures that the server or a race session injects into requests. DynamoDB permits all of them, and
// clients see them in production.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
  // The request arrives twice: in a race session, it is executed once more at any later moment of the run, without a
  // reply.
  kDuplicate,
  // The last member of a batch is not processed. Applies only to batches.
  kPartial,
};
std::string_view NameOf(FaultAction action);
std::optional<FaultAction> FaultActionFromName(std::string_view name);

// A rule matches the requests to which its action applies and that have its operation, table, index and actor. An empty
// member of these four matches any value.
struct FaultRule {
  FaultAction action = FaultAction::kCommitThenDrop;
  // DynamoDB's name of the operation.
  std::string operation = {};
  std::string table = {};
  std::string index = {};
  // Outside of race sessions: the access key id of the client.
  std::string actor = {};
  // The rule fires only for the n-th request, from 1, of those that match it; a retry counts as a request. A race
  // session counts the requests of each actor separately, anew in each run; outside of sessions, those of all clients
  // are counted together.
  std::optional<uint32_t> nth = std::nullopt;
  // How often the rule may fire: in a race session within one run, outside of sessions in total. Absent: any number of
  // times.
  std::optional<uint32_t> budget = 1;
  // The probability with which the rule fires outside of race sessions, and with which sampling strategies let it fire.
  // The exhaustive strategy tries both alternatives.
  double probability = 0.5;
};

// `commit_then_drop (on PutItem, table Rooms, nth 2)`.
std::string Describe(const FaultRule& rule);
// Why no request of the rule's operation can match the rule (its action, its index or its table does not apply to that
// operation), as a sentence; nothing if some request can, or if the rule names no operation.
std::optional<std::string> ProblemOf(const FaultRule& rule);
// The bare names of the request's tables, ascending.
std::vector<std::string_view> SortedTablesOf(const Request& request);
// Whether the request matches the rule. `tables`: SortedTablesOf(request). Does not consider `nth`, `budget` and
// `probability`.
bool Matches(const FaultRule& rule, std::string_view actor, const Request& request,
             const std::vector<std::string_view>& tables);

// The error of kConflict: TransactionConflictException or, for a transaction, TransactionCanceledException with the
// reason TransactionConflict for its first member.
Error ConflictFault(const Request& request);

}  // namespace holdfast::race
