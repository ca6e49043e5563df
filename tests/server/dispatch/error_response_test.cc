#include "server/dispatch/errors/error_response.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "engine/errors/error_detail.h"

namespace holdfast::server {
namespace {

TEST(ErrorResponseTest, ErrorsHaveTheTypeNameAndMessageMemberOfTheirKind) {
  const std::string type_prefix = R"({"__type":"com.amazonaws.dynamodb.v20120810#)";
  const std::pair<ErrorKind, std::string> kCases[] = {
      {ErrorKind::kValidation, R"({"__type":"com.amazon.coral.validate#ValidationException","message":"m"})"},
      {ErrorKind::kConditionalCheckFailed, type_prefix + R"(ConditionalCheckFailedException","message":"m"})"},
      {ErrorKind::kTransactionCanceled, type_prefix + R"(TransactionCanceledException","Message":"m"})"},
      {ErrorKind::kTransactionConflict, type_prefix + R"(TransactionConflictException","message":"m"})"},
      {ErrorKind::kTransactionInProgress, type_prefix + R"(TransactionInProgressException","Message":"m"})"},
      {ErrorKind::kIdempotentParameterMismatch,
       type_prefix + R"(IdempotentParameterMismatchException","Message":"m"})"},
      {ErrorKind::kItemCollectionSizeLimitExceeded,
       type_prefix + R"(ItemCollectionSizeLimitExceededException","message":"m"})"},
      {ErrorKind::kResourceNotFound, type_prefix + R"(ResourceNotFoundException","message":"m"})"},
      {ErrorKind::kResourceInUse, type_prefix + R"(ResourceInUseException","message":"m"})"},
      {ErrorKind::kLimitExceeded, type_prefix + R"(LimitExceededException","message":"m"})"},
      {ErrorKind::kAccessDenied, R"({"__type":"com.amazon.coral.service#AccessDeniedException","Message":"m"})"},
      {ErrorKind::kExpiredIterator, type_prefix + R"(ExpiredIteratorException","message":"m"})"},
      {ErrorKind::kTrimmedDataAccess, type_prefix + R"(TrimmedDataAccessException","message":"m"})"},
      {ErrorKind::kTableNotFound, type_prefix + R"(TableNotFoundException","message":"m"})"},
      {ErrorKind::kExportNotFound, type_prefix + R"(ExportNotFoundException","message":"m"})"},
      {ErrorKind::kImportNotFound, type_prefix + R"(ImportNotFoundException","message":"m"})"},
      {ErrorKind::kGlobalTableNotFound, type_prefix + R"(GlobalTableNotFoundException","message":"m"})"},
      {ErrorKind::kPolicyNotFound, type_prefix + R"(PolicyNotFoundException","message":"m"})"},

      {ErrorKind::kProvisionedThroughputExceeded,
       type_prefix + R"(ProvisionedThroughputExceededException","message":"m"})"},
      {ErrorKind::kThrottling, R"({"__type":"com.amazon.coral.availability#ThrottlingException","message":"m"})"},
  };
  for (const auto& [kind, expected] : kCases) {
    std::string body;
    EXPECT_EQ(AppendErrorBody(Error{kind, "m"}, &body), 400);
    EXPECT_EQ(body, expected);
  }
}

TEST(ErrorResponseTest, TheMemberForThrottlingReasonsIsNamedAsInTheServiceModel) {
  ErrorDetail detail;
  detail.throttling_reasons = {{"TableReadKeyRangeThroughputExceeded", "arn:t"}};
  const auto shared = std::make_shared<const ErrorDetail>(std::move(detail));
  std::string body;
  AppendErrorBody(Error{ErrorKind::kProvisionedThroughputExceeded, "m", shared}, &body);
  EXPECT_EQ(body,
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException","message":"m",)"
            R"("ThrottlingReasons":[{"reason":"TableReadKeyRangeThroughputExceeded","resource":"arn:t"}]})");
  body.clear();
  AppendErrorBody(Error{ErrorKind::kThrottling, "m", shared}, &body);
  EXPECT_EQ(body, R"({"__type":"com.amazon.coral.availability#ThrottlingException","message":"m",)"
                  R"("throttlingReasons":[{"reason":"TableReadKeyRangeThroughputExceeded","resource":"arn:t"}]})");
}

TEST(ErrorResponseTest, MessagesAreEscaped) {
  std::string body;
  AppendErrorBody(Error{ErrorKind::kValidation, std::string("a\"\\\n\0é😀", 11)}, &body);
  EXPECT_EQ(body,
            "{\"__type\":\"com.amazon.coral.validate#ValidationException\",\"message\":\"a\\\"\\\\\\n\\u0000é😀\"}");
}

TEST(ErrorResponseTest, CancelledTransactionsListTheReasonOfEachAction) {
  auto detail = std::make_shared<ErrorDetail>();
  detail->cancellation_reasons = {{"None", std::nullopt, nullptr},
                                  {"ConditionalCheckFailed", "The conditional request failed", nullptr}};
  std::string body;
  AppendErrorBody(Error{ErrorKind::kTransactionCanceled, "m", detail}, &body);
  EXPECT_EQ(body, R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","Message":"m",)"
                  R"("CancellationReasons":[{"Code":"None"},)"
                  R"({"Code":"ConditionalCheckFailed","Message":"The conditional request failed"}]})");
}

TEST(ErrorResponseTest, SerializationErrorsMayHaveNoMessage) {
  std::string body;
  EXPECT_EQ(AppendErrorBody(WireError{}, &body), 400);
  EXPECT_EQ(body, R"({"__type":"com.amazon.coral.service#SerializationException"})");
}

}  // namespace
}  // namespace holdfast::server
