#include "server/observe/response_outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/message/content_encoding.h"

namespace holdfast::server {
namespace {

class ResponseOutcomeTest : public testing::Test {
 protected:
  // `status`: code and reason phrase, such as `200 OK`. `headers`: lines that each end with CRLF.
  ResponseOutcome ReadOutcomeOfResponse(std::string_view status, std::string_view body, bool is_batch = false,
                                        std::string_view headers = "") {
    *response_.StartBody() += body;
    response_.FinishWithHead("HTTP/1.1 " + std::string(status) + "\r\nServer: Server\r\n" + std::string(headers) +
                             "\r\n");
    return ReadOutcome(response_, is_batch, /*needs_body=*/false, &decompressed_);
  }

  HttpResponse response_;
  std::string decompressed_;
};

TEST_F(ResponseOutcomeTest, ReadsTheStatusNameAndReasonsOfAnError) {
  const ResponseOutcome outcome = ReadOutcomeOfResponse(
      "400 Bad Request",
      R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","Message":"Transaction cancelled, )"
      R"(please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]","CancellationReasons":[]})");
  EXPECT_EQ(outcome.status, 400);
  EXPECT_EQ(outcome.error, "TransactionCanceledException");
  EXPECT_EQ(outcome.reasons, "None, ConditionalCheckFailed");
  EXPECT_EQ(ReadOutcomeOfResponse("413 Request Entity Too Large", "").error, "RequestEntityTooLarge");
  EXPECT_EQ(ReadOutcomeOfResponse("500 Internal Server Error", "oops").error, "");
  const std::string long_header = "X-Long: " + std::string(1'000, 'x') + "\r\n";
  EXPECT_EQ(ReadOutcomeOfResponse("400 Bad Request", R"({"__type":"x#ThrottlingException"})", false, long_header).error,
            "ThrottlingException");
}

TEST_F(ResponseOutcomeTest, ReportsWhetherABatchLeftSomethingUnprocessed) {
  EXPECT_FALSE(ReadOutcomeOfResponse("200 OK", R"({"UnprocessedItems":{}})", true).left_unprocessed);
  EXPECT_TRUE(ReadOutcomeOfResponse("200 OK", R"({"UnprocessedItems":{"T":[{}]}})", true).left_unprocessed);
  EXPECT_TRUE(ReadOutcomeOfResponse("200 OK", R"({"UnprocessedKeys": {"T":{"Keys":[]}}})", true).left_unprocessed);
  // The response's member `UnprocessedKeys` is empty; the other two occurrences are an attribute's name and text.
  EXPECT_FALSE(ReadOutcomeOfResponse(
                   "200 OK",
                   R"({"Responses":{"T":[{"UnprocessedKeys":{"S":"\"UnprocessedKeys\":{"}}]},"UnprocessedKeys":{}})",
                   true)
                   .left_unprocessed);
  EXPECT_TRUE(ReadOutcomeOfResponse("200 OK", R"({"Responses":[{"Error":{"Code":"ConditionalCheckFailed"}}]})", true)
                  .left_unprocessed);
  EXPECT_FALSE(
      ReadOutcomeOfResponse("200 OK", R"({"Responses":[{"Item":{"Error":{"S":"Code"}}}]})", true).left_unprocessed);
}

TEST_F(ResponseOutcomeTest, CompressedErrorsAndFirstPartsOfChunkedOnesAreRead) {
  const std::string body = R"({"__type":"x#ConditionalCheckFailedException","message":"m","Item":{"a":{"S":")" +
                           std::string(10'000, 'x') + "\"}}}";
  ContentCompressor compressor;
  const std::string compressed(compressor.Compress(ContentCoding::kGzip, body));
  EXPECT_EQ(ReadOutcomeOfResponse("400 Bad Request", compressed, false, "content-encoding: gzip\r\n").error,
            "ConditionalCheckFailedException");
  // ReadOutcome skips the size of the chunk without using it, so that it need not be the right one.
  EXPECT_EQ(ReadOutcomeOfResponse("400 Bad Request", "1f\r\n" + body, false, "Transfer-Encoding: chunked\r\n").error,
            "ConditionalCheckFailedException");
}

TEST(MessageWithoutValuesTest, ReturnsOnlyTextsKnownToHaveNoValues) {
  const auto is_returned = [](std::string_view error, std::string_view message) {
    return !MessageWithoutValues(error, message).empty();
  };
  EXPECT_TRUE(is_returned("ResourceNotFoundException", "Requested resource not found: Table: T not found"));
  EXPECT_TRUE(is_returned("ValidationException", "The provided key element does not match the schema"));
  EXPECT_TRUE(
      is_returned("ValidationException",
                  "1 validation error detected: Invalid UpdateExpression: Attribute name is a reserved keyword; "
                  "reserved keyword: status"));
  EXPECT_TRUE(is_returned("ValidationException",
                          "One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N"));
  for (const char* message :
       {"The parameter cannot be converted to a numeric value: secret",
        "1 validation error detected: Value 'secret' at 'tableName' failed to satisfy constraint: Member must …",
        "Invalid ConditionExpression: Syntax error; token: \"secret\", near: \"= secret\"",
        "One or more parameter values were invalid: Input collection [secret, secret] contains duplicates.",
        "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to "
        "lower bound; lower bound operand: AttributeValue: {S:secret}, upper bound operand: AttributeValue: {S:a}"}) {
    EXPECT_FALSE(is_returned("ValidationException", message)) << message;
  }
  EXPECT_FALSE(is_returned("SerializationException", "'secret' can not be converted to an Integer"));
  EXPECT_FALSE(is_returned("IncompleteSignatureException", "Authorization=secret"));
}

}  // namespace
}  // namespace holdfast::server
