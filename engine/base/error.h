// The error that an engine call returns instead of a value. In the engine, only the functions of the error catalogue
// (engine/errors) make errors.
#pragma once

#include <memory>
#include <string>

namespace holdfast {

// One kind per DynamoDB exception that a caller could react to. The server determines the exception's name in the
// response.
enum class ErrorKind {
  kValidation,
  kConditionalCheckFailed,
  kDuplicateItem,
  kTransactionCanceled,
  kTransactionConflict,
  kTransactionInProgress,
  kIdempotentParameterMismatch,
  kItemCollectionSizeLimitExceeded,
  kResourceNotFound,
  kResourceInUse,
  kLimitExceeded,
  kAccessDenied,
  kExpiredIterator,
  kTrimmedDataAccess,
  kTableNotFound,
  kTableAlreadyExists,
  kTableInUse,
  kBackupNotFound,
  kBackupInUse,
  kContinuousBackupsUnavailable,
  kExportNotFound,
  kImportNotFound,
  kPointInTimeRecoveryUnavailable,
  kInvalidRestoreTime,
  kGlobalTableNotFound,
  kPolicyNotFound,

  kProvisionedThroughputExceeded,
  // The last kind that clients see: KindFromName (server/upstream) iterates up to it.
  kThrottling,

  // A request needs more work than the bound that its caller set (engine/base/work_budget.h). It has changed nothing.
  // Never sent to a client: the caller runs the request again without the bound.
  kWorkBudgetExhausted,
};

// Data that DynamoDB returns in addition to the message: the stored item, the cancellation reasons or the throttling
// reasons. Defined in engine/errors/error_detail.h, because it refers to items.
struct ErrorDetail;

struct Error {
  ErrorKind kind;
  std::string message;
  std::shared_ptr<const ErrorDetail> detail = nullptr;
};

}  // namespace holdfast
