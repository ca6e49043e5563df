// transaction-split: the actions of a transaction are executed one after the other, as in a store whose transactions
// exist only in its interface. Actions before a failed one stay done, and other clients see the intermediate state.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "conformance/faulty/faults/fault.h"

namespace holdfast::conformance::faulty {

// A request for each action, in order: PutItem, UpdateItem, DeleteItem and, because no operation only checks a
// condition, a transaction of one ConditionCheck; for TransactGetItems consistent GetItems. Empty if `transaction` must
// be forwarded as it is: another operation, a body without valid actions, more than 100 actions, or a request for
// consumed capacity or collection metrics.
std::vector<Request> SplitTransaction(const Request& transaction);

// The response to the client when the action at index `failed` got the error `action_response`:
// TransactionCanceledException with this action's reason, or the error itself if it concerns the whole request, such as
// ResourceNotFoundException.
Response ResponseToFailedAction(const Response& action_response, size_t failed, size_t action_count);

// TransactGetItems' response, assembled from GetItem's.
Response JoinReads(const std::vector<Response>& action_responses);

std::unique_ptr<Fault> MakeTransactionSplit();

}  // namespace holdfast::conformance::faulty
