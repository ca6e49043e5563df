// Formats the results of calls as readable text that tests compare.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/errors/error_detail.h"
#include "engine/values/response_item.h"
#include "tests/engine/expressions/expression_builders.h"

namespace holdfast::testing {

inline std::string_view NameOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kValidation:
      return "Validation";
    case ErrorKind::kConditionalCheckFailed:
      return "ConditionalCheckFailed";
    case ErrorKind::kDuplicateItem:
      return "DuplicateItem";
    case ErrorKind::kTransactionCanceled:
      return "TransactionCanceled";
    case ErrorKind::kTransactionConflict:
      return "TransactionConflict";
    case ErrorKind::kTransactionInProgress:
      return "TransactionInProgress";
    case ErrorKind::kIdempotentParameterMismatch:
      return "IdempotentParameterMismatch";
    case ErrorKind::kItemCollectionSizeLimitExceeded:
      return "ItemCollectionSizeLimitExceeded";
    case ErrorKind::kResourceNotFound:
      return "ResourceNotFound";
    case ErrorKind::kResourceInUse:
      return "ResourceInUse";
    case ErrorKind::kLimitExceeded:
      return "LimitExceeded";
    case ErrorKind::kAccessDenied:
      return "AccessDenied";
    case ErrorKind::kExpiredIterator:
      return "ExpiredIterator";
    case ErrorKind::kTrimmedDataAccess:
      return "TrimmedDataAccess";
    case ErrorKind::kTableNotFound:
      return "TableNotFound";
    case ErrorKind::kTableAlreadyExists:
      return "TableAlreadyExists";
    case ErrorKind::kTableInUse:
      return "TableInUse";
    case ErrorKind::kBackupNotFound:
      return "BackupNotFound";
    case ErrorKind::kBackupInUse:
      return "BackupInUse";
    case ErrorKind::kContinuousBackupsUnavailable:
      return "ContinuousBackupsUnavailable";
    case ErrorKind::kExportNotFound:
      return "ExportNotFound";
    case ErrorKind::kImportNotFound:
      return "ImportNotFound";
    case ErrorKind::kPointInTimeRecoveryUnavailable:
      return "PointInTimeRecoveryUnavailable";
    case ErrorKind::kInvalidRestoreTime:
      return "InvalidRestoreTime";
    case ErrorKind::kGlobalTableNotFound:
      return "GlobalTableNotFound";
    case ErrorKind::kPolicyNotFound:
      return "PolicyNotFound";

    case ErrorKind::kProvisionedThroughputExceeded:
      return "ProvisionedThroughputExceeded";
    case ErrorKind::kThrottling:
      return "Throttling";
    case ErrorKind::kWorkBudgetExhausted:
      return "WorkBudgetExhausted";
  }
  return "?";
}

// `ok`, the message of a validation error, or `<kind of error>: <message>`.
template <typename T>
std::string Outcome(const Result<T>& result) {
  if (result.ok()) return "ok";
  const Error& error = result.error();
  if (error.kind == ErrorKind::kValidation) return error.message;
  return std::string(NameOf(error.kind)) + ": " + error.message;
}

constexpr char kTableNotFound[] = "ResourceNotFound: Requested resource not found";
constexpr char kConditionFailed[] = "ConditionalCheckFailed: The conditional request failed";

constexpr char kAbsent[] = "(absent)";
inline std::string Format(AttributeMapView item) { return Text(item); }
inline std::string Format(const ItemRef& item) { return item == nullptr ? kAbsent : Text(item->attributes()); }
template <typename Item>
std::string Format(const std::optional<Item>& item) {
  return item.has_value() ? Text(*item) : kAbsent;
}
template <typename Item>
std::vector<std::string> FormatAll(const std::vector<Item>& items) {
  std::vector<std::string> formatted;
  for (const Item& item : items) formatted.push_back(Format(item));
  return formatted;
}

// The item in the error, or kAbsent.
template <typename T>
std::string ItemOf(const Result<T>& failed) {
  return failed.ok() || failed.error().detail == nullptr ? kAbsent : Format(failed.error().detail->item);
}

// One text for each reason of a cancelled transaction: `None`, or `<code>: <message>`, followed by the item if there is
// one. For a result without reasons, only its Outcome.
template <typename T>
std::vector<std::string> ReasonsOf(const Result<T>& cancelled) {
  if (cancelled.ok() || cancelled.error().detail == nullptr) return {Outcome(cancelled)};
  std::vector<std::string> formatted;
  for (const CancellationReason& reason : cancelled.error().detail->cancellation_reasons) {
    std::string text = reason.code;
    if (reason.message.has_value()) text += ": " + *reason.message;
    if (reason.item != nullptr) text += " " + Format(reason.item);
    formatted.push_back(std::move(text));
  }
  return formatted;
}

}  // namespace holdfast::testing
