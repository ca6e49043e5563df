#include "engine/race/steps/operation_text.h"

#include <optional>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "engine/errors/error_detail.h"
#include "engine/race/steps/absl_view.h"
#include "engine/values/number.h"

namespace holdfast::race {
namespace {

void Append(ValueView value, std::string* out);

void AppendMap(AttributeMapView map, std::string* out) {
  *out += '{';
  for (const auto& [name, value] : map) {
    if (out->back() != '{') *out += ", ";
    absl::StrAppend(out, ToAbsl(name), ": ");
    Append(value, out);
  }
  *out += '}';
}

void AppendScalar(ValueType type, std::string_view bytes, std::string* out) {
  switch (type) {
    case ValueType::kNumber:
      *out += Number::FromBytes(bytes).ToText();
      break;
    case ValueType::kBinary:
      absl::StrAppend(out, "0x", absl::BytesToHexString(ToAbsl(bytes)));
      break;
    default:
      absl::StrAppend(out, "\"", absl::Utf8SafeCEscape(ToAbsl(bytes)), "\"");
      break;
  }
}

void Append(ValueView value, std::string* out) {
  switch (value.type()) {
    case ValueType::kBool:
      *out += value.boolean() ? "true" : "false";
      break;
    case ValueType::kNull:
      *out += "null";
      break;
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      *out += '<';
      for (const std::string_view member : value.set()) {
        if (out->back() != '<') *out += ", ";
        AppendScalar(ElementType(value.type()), member, out);
      }
      *out += '>';
      break;
    case ValueType::kList:
      *out += '[';
      for (const ValueView element : value.list()) {
        if (out->back() != '[') *out += ", ";
        Append(element, out);
      }
      *out += ']';
      break;
    case ValueType::kMap:
      AppendMap(value.map(), out);
      break;
    default:
      AppendScalar(value.type(), value.bytes(), out);
      break;
  }
}

std::string DescribeOptional(const std::optional<ResponseItem>& item) {
  return item.has_value() ? DescribeItem(item->view()) : "nothing";
}

std::string DescribeAll(const std::vector<ResponseItem>& items) {
  std::string text = "[";
  for (const ResponseItem& item : items) absl::StrAppend(&text, text.size() > 1 ? ", " : "", DescribeItem(item.view()));
  return text + "]";
}

template <typename PageResponse>
std::string DescribePage(const PageResponse& page) {
  std::string text = absl::StrCat(page.count, " of ", page.scanned_count);
  if (page.items.has_value()) absl::StrAppend(&text, " ", DescribeAll(*page.items));
  if (page.last_evaluated_key.has_value()) absl::StrAppend(&text, " until ", DescribeItem(*page.last_evaluated_key));
  return text;
}

std::string Describe(const GetItemResponse& response) { return DescribeOptional(response.item); }
std::string Describe(const PutItemResponse& response) {
  return response.attributes.has_value() ? DescribeItem(response.attributes->view()) : "ok";
}
std::string Describe(const UpdateItemResponse& response) {
  return response.attributes.has_value() ? DescribeItem(response.attributes->view()) : "ok";
}
std::string Describe(const DeleteItemResponse& response) {
  return response.attributes.has_value() ? DescribeItem(response.attributes->view()) : "ok";
}
std::string Describe(const QueryResponse& response) { return DescribePage(response); }
std::string Describe(const ScanResponse& response) { return DescribePage(response); }
std::string Describe(const BatchGetItemResponse& response) {
  std::string text;
  for (const auto& [table, items] : response.responses) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", table, " ", DescribeAll(items));
  }
  for (const auto& [table, keys] : response.unprocessed_keys) {
    const size_t count = keys.keys.has_value() ? keys.keys->size() : 0;
    absl::StrAppend(&text, text.empty() ? "" : ", ", "unprocessed of ", table, ": ", count);
  }
  return text;
}
std::string Describe(const BatchWriteItemResponse& response) {
  std::string text = "ok";
  for (const auto& [table, writes] : response.unprocessed_items) {
    absl::StrAppend(&text, ", unprocessed of ", table, ": ", writes.size());
  }
  return text;
}
std::string Describe(const TransactGetItemsResponse& response) {
  std::string text = "[";
  for (const std::optional<ResponseItem>& item : response.responses) {
    absl::StrAppend(&text, text.size() > 1 ? ", " : "", DescribeOptional(item));
  }
  return text + "]";
}
std::string Describe(const TransactWriteItemsResponse&) { return "ok"; }
std::string Describe(const OpaqueResponse&) { return "ok"; }

}  // namespace

std::string DescribeValue(ValueView value) {
  std::string text;
  Append(value, &text);
  return text;
}

std::string DescribeItem(AttributeMapView item) {
  std::string text;
  AppendMap(item, &text);
  return text;
}

std::string DescribeKeyValue(ValueView value) {
  if (value.type() == ValueType::kString) return absl::Utf8SafeCEscape(ToAbsl(value.bytes()));
  return DescribeValue(value);
}

std::string Shortened(std::string text, size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  constexpr std::string_view kEllipsis = "…";
  size_t end = bytes_max < kEllipsis.size() ? 0 : bytes_max - kEllipsis.size();
  const auto is_continuation_byte = [&](size_t at) { return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80; };
  while (end > 0 && is_continuation_byte(end)) --end;
  text.resize(end);
  return text.append(kEllipsis);
}

std::string Excerpt(std::string_view text, size_t bytes_max) {
  if (text.size() <= bytes_max) return std::string(text);
  return absl::StrCat(Shortened(std::string(text.substr(0, bytes_max + 1)), bytes_max), " (", text.size(), " bytes)");
}

std::string DescribeResponse(const Response& response) {
  return std::visit([](const auto& typed) { return Describe(typed); }, response);
}

std::string DescribeOutcome(const Result<Response>& outcome) {
  if (outcome.ok()) return DescribeResponse(outcome.value());
  std::string text = absl::StrCat(ToAbsl(ExceptionName(outcome.error().kind)), ": ", outcome.error().message);
  if (outcome.error().detail != nullptr && outcome.error().detail->item != nullptr) {
    absl::StrAppend(&text, " ", DescribeItem(outcome.error().detail->item->attributes()));
  }
  return text;
}

std::string CancellationCodes(const Error& error) {
  if (error.detail == nullptr || error.detail->cancellation_reasons.empty()) return {};
  std::string text = "[";
  for (const CancellationReason& reason : error.detail->cancellation_reasons) {
    absl::StrAppend(&text, text.size() > 1 ? ", " : "", reason.code);
  }
  return text + "]";
}

std::string_view ExceptionName(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kValidation:
      return "ValidationException";
    case ErrorKind::kConditionalCheckFailed:
      return "ConditionalCheckFailedException";
    case ErrorKind::kDuplicateItem:
      return "DuplicateItemException";
    case ErrorKind::kTransactionCanceled:
      return "TransactionCanceledException";
    case ErrorKind::kTransactionConflict:
      return "TransactionConflictException";
    case ErrorKind::kTransactionInProgress:
      return "TransactionInProgressException";
    case ErrorKind::kIdempotentParameterMismatch:
      return "IdempotentParameterMismatchException";
    case ErrorKind::kItemCollectionSizeLimitExceeded:
      return "ItemCollectionSizeLimitExceededException";
    case ErrorKind::kResourceNotFound:
      return "ResourceNotFoundException";
    case ErrorKind::kResourceInUse:
      return "ResourceInUseException";
    case ErrorKind::kLimitExceeded:
      return "LimitExceededException";
    case ErrorKind::kAccessDenied:
      return "AccessDeniedException";
    case ErrorKind::kExpiredIterator:
      return "ExpiredIteratorException";
    case ErrorKind::kTrimmedDataAccess:
      return "TrimmedDataAccessException";
    case ErrorKind::kProvisionedThroughputExceeded:
      return "ProvisionedThroughputExceededException";
    case ErrorKind::kTableNotFound:
      return "TableNotFoundException";
    case ErrorKind::kTableAlreadyExists:
      return "TableAlreadyExistsException";
    case ErrorKind::kTableInUse:
      return "TableInUseException";
    case ErrorKind::kBackupNotFound:
      return "BackupNotFoundException";
    case ErrorKind::kBackupInUse:
      return "BackupInUseException";
    case ErrorKind::kContinuousBackupsUnavailable:
      return "ContinuousBackupsUnavailableException";
    case ErrorKind::kExportNotFound:
      return "ExportNotFoundException";
    case ErrorKind::kImportNotFound:
      return "ImportNotFoundException";
    case ErrorKind::kPointInTimeRecoveryUnavailable:
      return "PointInTimeRecoveryUnavailableException";
    case ErrorKind::kInvalidRestoreTime:
      return "InvalidRestoreTimeException";
    case ErrorKind::kGlobalTableNotFound:
      return "GlobalTableNotFoundException";
    case ErrorKind::kPolicyNotFound:
      return "PolicyNotFoundException";
    case ErrorKind::kThrottling:
      return "ThrottlingException";
    case ErrorKind::kWorkBudgetExhausted:
      return "WorkBudgetExhausted";
  }
  return {};
}

}  // namespace holdfast::race
