// The error catalogue: transactions. A cancellation carries its reasons beside the message; see
// engine/errors/error_detail.h.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/base/error.h"
#include "engine/errors/error_detail.h"

namespace holdfast::errors {

// `Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]`
Error TransactionCanceled(std::vector<CancellationReason> reasons);
// The reason that an action's own error becomes; `error` null: nothing was wrong with it.
CancellationReason ReasonOf(const Error* error);
// `error` is the reason of the action at `position` of `count`, the others have none.
Error TransactionCanceledAt(size_t position, size_t count, const Error& error);

Error MultipleOperationsOnOneItem();
// [open] The text for an action with none or several of Put, Update, Delete and ConditionCheck was never captured;
// this one is what several other implementations agree on.
Error NotOneKindOfAction();
Error TransactionTooLarge(size_t payload_bytes);
Error TransactionInProgress();
Error IdempotentParameterMismatch();

}  // namespace holdfast::errors
