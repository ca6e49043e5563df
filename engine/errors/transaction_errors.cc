#include "engine/errors/transaction_errors.h"

#include <string>

#include "engine/errors/general_errors.h"

namespace holdfast::errors {

Error MultipleOperationsOnOneItem() {
  return Validation("Transaction request cannot include multiple operations on one item");
}

Error NotOneKindOfAction() { return Validation("TransactItems can only contain one of Check, Put, Update or Delete"); }

Error TransactionTooLarge(size_t payload_bytes) {
  // The service says it twice.
  const std::string limit = "Transaction payload size cannot exceed 4MB. Payload Size: ";
  return Validation(limit + ": " + limit + std::to_string(payload_bytes));
}

Error TransactionInProgress() {
  return {ErrorKind::kTransactionInProgress, "The transaction with the given request token is already in progress."};
}

Error IdempotentParameterMismatch() {
  return {ErrorKind::kIdempotentParameterMismatch,
          "DynamoDB rejected the request because you retried a request with a different payload but with an idempotent "
          "token that was already used."};
}

}  // namespace holdfast::errors
