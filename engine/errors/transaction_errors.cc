#include "engine/errors/transaction_errors.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/errors/general_errors.h"

namespace holdfast::errors {

Error TransactionCanceled(std::vector<CancellationReason> reasons) {
  std::string message = "Transaction cancelled, please refer cancellation reasons for specific reasons [";
  for (const CancellationReason& reason : reasons) {
    if (&reason != &reasons.front()) message += ", ";
    message += reason.code;
  }
  message += "]";
  return {ErrorKind::kTransactionCanceled, std::move(message),
          std::make_shared<const ErrorDetail>(ErrorDetail{nullptr, std::move(reasons)})};
}

std::string_view CodeOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kConditionalCheckFailed:
      return "ConditionalCheckFailed";
    case ErrorKind::kDuplicateItem:
      return "DuplicateItem";
    case ErrorKind::kResourceNotFound:
      return "ResourceNotFound";
    case ErrorKind::kAccessDenied:
      return "AccessDenied";
    case ErrorKind::kTransactionConflict:
      return "TransactionConflict";
    case ErrorKind::kItemCollectionSizeLimitExceeded:
      return "ItemCollectionSizeLimitExceeded";
    case ErrorKind::kProvisionedThroughputExceeded:
      return "ProvisionedThroughputExceeded";
    case ErrorKind::kThrottling:
      return "ThrottlingError";
    default:
      return "ValidationError";
  }
}

CancellationReason ReasonOf(const Error* error) {
  if (error == nullptr) return {"None", std::nullopt, nullptr};
  return {std::string(CodeOf(error->kind)), error->message, error->detail == nullptr ? nullptr : error->detail->item};
}

Error TransactionCanceledAt(size_t position, size_t count, const Error& error) {
  std::vector<CancellationReason> reasons(count, ReasonOf(nullptr));
  reasons[position] = ReasonOf(&error);
  return TransactionCanceled(std::move(reasons));
}

Error MultipleOperationsOnOneItem() {
  return Validation("Transaction request cannot include multiple operations on one item");
}

Error NotOneKindOfAction() { return Validation("TransactItems can only contain one of Check, Put, Update or Delete"); }

Error TransactionTooLarge(size_t payload_bytes) {
  // The service's text contains it twice.
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
