#include "server/dispatch/errors/error_response.h"

#include <optional>
#include <string_view>

#include "engine/errors/error_detail.h"
#include "server/json/json_writer.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/members/cancellation_reasons_json.h"
#include "server/message/http_message.h"

namespace holdfast::server {
namespace {

struct ErrorFormat {
  std::string_view type;
  // `Message` in some of DynamoDB's errors; SDKs accept both.
  std::string_view message_member = "message";
  int status = 400;
};

// Neither of the two switches has a default, so that the compiler reports a kind without a format.
ErrorFormat FormatFor(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kValidation:
      return {"com.amazon.coral.validate#ValidationException"};
    case ErrorKind::kConditionalCheckFailed:
      return {"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"};
    case ErrorKind::kDuplicateItem:
      return {"com.amazonaws.dynamodb.v20120810#DuplicateItemException"};
    case ErrorKind::kTransactionCanceled:
      return {"com.amazonaws.dynamodb.v20120810#TransactionCanceledException", "Message"};
    case ErrorKind::kTransactionConflict:
      return {"com.amazonaws.dynamodb.v20120810#TransactionConflictException"};
    case ErrorKind::kTransactionInProgress:
      return {"com.amazonaws.dynamodb.v20120810#TransactionInProgressException", "Message"};
    case ErrorKind::kIdempotentParameterMismatch:
      return {"com.amazonaws.dynamodb.v20120810#IdempotentParameterMismatchException", "Message"};
    case ErrorKind::kItemCollectionSizeLimitExceeded:
      return {"com.amazonaws.dynamodb.v20120810#ItemCollectionSizeLimitExceededException"};
    case ErrorKind::kResourceNotFound:
      return {"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException"};
    case ErrorKind::kResourceInUse:
      return {"com.amazonaws.dynamodb.v20120810#ResourceInUseException"};
    case ErrorKind::kLimitExceeded:
      return {"com.amazonaws.dynamodb.v20120810#LimitExceededException"};
    case ErrorKind::kAccessDenied:
      return {"com.amazon.coral.service#AccessDeniedException", "Message"};
    case ErrorKind::kExpiredIterator:
      return {"com.amazonaws.dynamodb.v20120810#ExpiredIteratorException"};
    case ErrorKind::kTrimmedDataAccess:
      return {"com.amazonaws.dynamodb.v20120810#TrimmedDataAccessException"};
    case ErrorKind::kTableNotFound:
      return {"com.amazonaws.dynamodb.v20120810#TableNotFoundException"};
    case ErrorKind::kTableAlreadyExists:
      return {"com.amazonaws.dynamodb.v20120810#TableAlreadyExistsException"};
    case ErrorKind::kTableInUse:
      return {"com.amazonaws.dynamodb.v20120810#TableInUseException"};
    case ErrorKind::kBackupNotFound:
      return {"com.amazonaws.dynamodb.v20120810#BackupNotFoundException"};
    case ErrorKind::kBackupInUse:
      return {"com.amazonaws.dynamodb.v20120810#BackupInUseException"};
    case ErrorKind::kContinuousBackupsUnavailable:
      return {"com.amazonaws.dynamodb.v20120810#ContinuousBackupsUnavailableException"};
    case ErrorKind::kExportNotFound:
      return {"com.amazonaws.dynamodb.v20120810#ExportNotFoundException"};
    case ErrorKind::kImportNotFound:
      return {"com.amazonaws.dynamodb.v20120810#ImportNotFoundException"};
    case ErrorKind::kPointInTimeRecoveryUnavailable:
      return {"com.amazonaws.dynamodb.v20120810#PointInTimeRecoveryUnavailableException"};
    case ErrorKind::kInvalidRestoreTime:
      return {"com.amazonaws.dynamodb.v20120810#InvalidRestoreTimeException"};
    case ErrorKind::kGlobalTableNotFound:
      return {"com.amazonaws.dynamodb.v20120810#GlobalTableNotFoundException"};
    case ErrorKind::kPolicyNotFound:
      return {"com.amazonaws.dynamodb.v20120810#PolicyNotFoundException"};

    case ErrorKind::kProvisionedThroughputExceeded:
      return {"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"};
    case ErrorKind::kThrottling:
      return {"com.amazon.coral.availability#ThrottlingException"};
    // The dispatcher runs the request again, so no client receives this error.
    case ErrorKind::kWorkBudgetExhausted:
      break;
  }
  return {"com.amazon.coral.service#InternalFailure", "message", 500};
}

ErrorFormat FormatFor(WireFailureKind kind) {
  switch (kind) {
    case WireFailureKind::kSerialization:
      return {"com.amazon.coral.service#SerializationException", "Message"};
    case WireFailureKind::kUnknownOperation:
      return {"com.amazon.coral.service#UnknownOperationException"};
    case WireFailureKind::kMissingAuthenticationToken:
      return {"com.amazon.coral.service#MissingAuthenticationTokenException"};
    case WireFailureKind::kIncompleteSignature:
      return {"com.amazon.coral.service#IncompleteSignatureException"};
    case WireFailureKind::kInvalidSignature:
      return {"com.amazon.coral.service#InvalidSignatureException"};
    case WireFailureKind::kInternalServerError:
      return {"com.amazonaws.dynamodb.v20120810#InternalServerError", "message", 500};
    case WireFailureKind::kForbidden:
      return {"com.amazon.coral.service#AccessDeniedException", "Message", 403};
    case WireFailureKind::kBadForkName:
      return {"com.amazon.coral.validate#ValidationException"};
    case WireFailureKind::kLimitExceeded:
      return {"com.amazonaws.dynamodb.v20120810#LimitExceededException"};
    case WireFailureKind::kServiceUnavailable:
      return {"com.amazon.coral.availability#ServiceUnavailable", "message", 503};
    case WireFailureKind::kThroughputExceeded:
      return {"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"};
    case WireFailureKind::kRaceRefusal:
      return {"com.amazonaws.dynamodb.v20120810#ValidationException"};
  }
  return {"com.amazon.coral.service#InternalFailure", "message", 500};
}

void BeginErrorObject(const ErrorFormat& format, std::optional<std::string_view> message, JsonWriter* writer) {
  writer->BeginObject();
  writer->StringMember("__type", format.type);
  if (!message.has_value()) return;
  writer->StringMember(format.message_member, *message);
}

void WriteDetail(ErrorKind kind, const ErrorDetail& detail, JsonWriter* writer) {
  if (detail.item) {
    writer->Name("Item");
    WriteAttributeMap(detail.item->attributes(), writer);
  }
  if (!detail.cancellation_reasons.empty()) {
    writer->Name("CancellationReasons");
    AppendCancellationReasons(detail.cancellation_reasons, writer->Flush());
  }
  if (!detail.throttling_reasons.empty()) {
    writer->BeginArray(kind == ErrorKind::kThrottling ? "throttlingReasons" : "ThrottlingReasons");
    for (const ThrottlingReason& reason : detail.throttling_reasons) {
      writer->BeginObject();
      writer->StringMember("reason", reason.reason);
      writer->StringMember("resource", reason.resource);
      writer->EndObject();
    }
    writer->EndArray();
  }
}

}  // namespace

int AppendErrorBody(const Error& error, std::string* body) {
  const ErrorFormat format = FormatFor(error.kind);
  JsonWriter writer(body);
  BeginErrorObject(format, error.message, &writer);
  if (error.detail != nullptr) WriteDetail(error.kind, *error.detail, &writer);
  writer.EndObject();
  return format.status;
}

int AppendErrorBody(const WireError& error, std::string* body) {
  return AppendErrorBody(WireFailure{WireFailureKind::kSerialization, error.message}, body);
}

int AppendErrorBody(const WireFailure& failure, std::string* body) {
  const ErrorFormat format = FormatFor(failure.kind);
  JsonWriter writer(body);
  // The message may quote a header, which need not be UTF-8.
  BeginErrorObject(format, failure.message.has_value() ? std::optional(HeaderToUtf8(*failure.message)) : std::nullopt,
                   &writer);
  writer.EndObject();
  return format.status;
}

}  // namespace holdfast::server
