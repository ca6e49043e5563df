// transaction-split: a transaction is its actions one after the other, as in a store that has transactions in its
// interface only. What was done before an action failed stays done, and others see the half-done state.
#pragma once

#include <memory>
#include <vector>

#include "conformance/faulty/fault.h"

namespace holdfast::conformance::faulty {

// A request for each action, in order: PutItem, UpdateItem, DeleteItem and, because there is no single check, a
// transaction of one ConditionCheck; for TransactGetItems consistent GetItems. Empty: not a transaction, or none that
// can be split.
std::vector<Request> SplitTransaction(const Request& transaction);

// The answer to the client when the action at `failed` was answered with an error.
Response ResponseToFailedAction(const Response& action_response, size_t failed, size_t action_count);

// TransactGetItems' answer from GetItem's.
Response JoinReads(const std::vector<Response>& action_responses);

std::unique_ptr<Fault> MakeTransactionSplit();

}  // namespace holdfast::conformance::faulty
