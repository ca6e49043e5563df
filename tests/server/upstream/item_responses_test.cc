#include "server/upstream/item_responses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/errors/error_detail.h"
#include "engine/race/steps/operation_text.h"
#include "server/race/item_requests.h"
#include "server/upstream/upstream_response.h"

namespace holdfast::server {
namespace {

Result<race::Response> Read(race::Request request, std::string body, int status = 200) {
  return ReadItemResponse(request, {.status = status, .body = std::move(body), .no_response_reason = {}});
}

// Returns the body of a response after it was read and written again; an empty text if it cannot be read.
std::string ReadAndWrite(race::Request request, const std::string& body) {
  const Result<race::Response> response = Read(std::move(request), body);
  std::string written;
  if (response.ok()) EncodeItemResponse(response.value(), &written);
  return written;
}

TEST(ItemResponsesTest, AreReadAsTheyWereWritten) {
  const std::string item = R"({"a":{"L":[{"N":"1"},{"BOOL":true}]},"pk":{"S":"x"}})";
  for (const auto& [request, body] : std::vector<std::pair<race::Request, std::string>>{
           {GetItemRequest(), R"({"Item":)" + item + "}"},
           {GetItemRequest(), "{}"},
           {PutItemRequest(), R"({"Attributes":)" + item + "}"},
           {UpdateItemRequest(), "{}"},
           {DeleteItemRequest(), R"({"Attributes":)" + item + "}"},
           {QueryRequest(),
            R"({"Items":[)" + item + R"(],"Count":1,"ScannedCount":4,"LastEvaluatedKey":{"pk":{"S":"x"}}})"},
           {ScanRequest(), R"({"Items":[],"Count":0,"ScannedCount":0})"},
           {BatchGetItemRequest(),
            R"({"Responses":{"T":[)" + item + R"(]},"UnprocessedKeys":{"U":{"Keys":[{"pk":{"S":"y"}}]}}})"},
           {BatchWriteItemRequest(), R"({"UnprocessedItems":{"T":[{"DeleteRequest":{"Key":{"pk":{"S":"y"}}}}]}})"},
           {TransactGetItemsRequest(), R"({"Responses":[{"Item":)" + item + "},{}]}"},
           {TransactWriteItemsRequest(), "{}"}}) {
    EXPECT_EQ(ReadAndWrite(request, body), body) << race::OperationName(request);
  }
}

TEST(ItemResponsesTest, APageHasAllItems) {
  std::string body = R"({"Items":[)";
  for (int i = 0; i < 3'000; ++i)
    body += (i == 0 ? "" : ",") + std::string(R"({"pk":{"N":")") + std::to_string(i) + "\"}}";
  const Result<race::Response> page = Read(ScanRequest(), body + R"(],"Count":3000,"ScannedCount":3000})");
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(std::get<ScanResponse>(page.value()).items->size(), 3'000u);
}

TEST(ItemResponsesTest, AnErrorHasItsKindAndItsData) {
  const Result<race::Response> failed = Read(
      PutItemRequest(),
      R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException","message":"no","Item":{"a":{"N":"1"}}})",
      400);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().kind, ErrorKind::kConditionalCheckFailed);
  EXPECT_EQ(failed.error().message, "no");
  ASSERT_NE(failed.error().detail, nullptr);
  EXPECT_NE(failed.error().detail->item, nullptr);

  const Result<race::Response> canceled =
      Read(TransactWriteItemsRequest(),
           R"({"__type":"TransactionCanceledException","Message":"no",)"
           R"("CancellationReasons":[{"Code":"None"},{"Code":"TransactionConflict","Message":"m"}]})",
           400);
  ASSERT_FALSE(canceled.ok());
  EXPECT_EQ(race::CancellationCodes(canceled.error()), "[None, TransactionConflict]");
}

TEST(ItemResponsesTest, AnErrorThatTheEngineDoesNotKnowIsAnErrorToo) {
  const Result<race::Response> refused =
      Read(GetItemRequest(), R"({"__type":"x#UnrecognizedClientException","message":"who"})", 400);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "UnrecognizedClientException: who");
  EXPECT_EQ(Read(GetItemRequest(), R"({"__type":"x#ProvisionedThroughputExceededException"})", 400).error().kind,
            ErrorKind::kThrottling);
}

TEST(ItemResponsesTest, AnUnreadableResponseIsAnErrorAfterWhichClientsRetry) {
  for (const char* const body : {"", "[]", "{", "not JSON"}) {
    const Result<race::Response> response = Read(GetItemRequest(), body);
    ASSERT_FALSE(response.ok()) << body;
    EXPECT_EQ(response.error().kind, ErrorKind::kThrottling);
  }
  EXPECT_EQ(Read(GetItemRequest(), "{}", 500).error().kind, ErrorKind::kThrottling);
}

TEST(UpstreamResponseTest, TheOutcomeIsUnknownOnlyIfTheRequestMayHaveBeenExecuted) {
  conformance::HttpResponse response;
  response.reason = "refused";
  response.never_sent = true;
  EXPECT_FALSE(IsUnknown(ToOutcome(response)));
  response.never_sent = false;
  EXPECT_TRUE(IsUnknown(ToOutcome(response)));
  for (const auto& [status, unknown] :
       {std::pair(200, false), std::pair(400, false), std::pair(500, true), std::pair(503, true)}) {
    EXPECT_EQ(IsUnknown({.status = status, .body = {}, .no_response_reason = {}}), unknown) << status;
  }
}

}  // namespace
}  // namespace holdfast::server
