// The error catalogue: transactions. A cancellation has its reasons in addition to the message; see
// engine/errors/error_detail.h.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/base/error.h"
#include "engine/errors/error_detail.h"

namespace holdfast::errors {

// `Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]`
Error TransactionCanceled(std::vector<CancellationReason> reasons);
// The code of an error of one action or statement, in the reasons of a cancellation and in the responses of
// BatchExecuteStatement. A kind of error that has no code of its own gets ValidationError.
std::string_view CodeOf(ErrorKind kind);
// The cancellation reason for one action. `error` is the action's failure; null if the action did not fail.
CancellationReason ReasonOf(const Error* error);
// A cancelled transaction of `count` actions, of which only the one at `position` failed, with `error`.
Error TransactionCanceledAt(size_t position, size_t count, const Error& error);

Error MultipleOperationsOnOneItem();
// [open] The text for an action with none or several of Put, Update, Delete and ConditionCheck was not captured;
// several other implementations use this one.
Error NotOneKindOfAction();
Error TransactionTooLarge(size_t payload_bytes);
Error TransactionInProgress();
Error IdempotentParameterMismatch();

}  // namespace holdfast::errors
