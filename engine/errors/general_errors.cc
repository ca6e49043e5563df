#include "engine/errors/general_errors.h"

#include <utility>

namespace holdfast::errors {

Error Validation(std::string message) { return {ErrorKind::kValidation, std::move(message)}; }

std::string WithValidationErrorPrefix(std::string_view message) {
  std::string text = "1 validation error detected: ";
  text += message;
  return text;
}

Error ResourceNotFound() { return {ErrorKind::kResourceNotFound, "Requested resource not found"}; }

Error ConditionalCheckFailed() { return {ErrorKind::kConditionalCheckFailed, "The conditional request failed"}; }

Error TransactionConflict() { return {ErrorKind::kTransactionConflict, "Transaction is ongoing for the item"}; }

Error WorkBudgetExhausted() {
  return {ErrorKind::kWorkBudgetExhausted, "The request needs more work than it was given"};
}

}  // namespace holdfast::errors
