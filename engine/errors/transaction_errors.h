// The error catalogue: transactions. A cancellation carries its reasons beside the message; see
// engine/write/error_detail.h.
#pragma once

#include <cstddef>

#include "engine/base/error.h"

namespace holdfast::errors {

Error MultipleOperationsOnOneItem();
// [open] The text for an action with none or several of Put, Update, Delete and ConditionCheck was never captured;
// this one is what several other implementations agree on.
Error NotOneKindOfAction();
Error TransactionTooLarge(size_t payload_bytes);
Error TransactionInProgress();
Error IdempotentParameterMismatch();

}  // namespace holdfast::errors
