#include "server/dispatch/race_responses.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/server/dispatch/exchange.h"

namespace holdfast::server {
namespace {

// Keeps the response, so that the test can read it after Pass().
class KeptResponse final : public PendingResponse {
 public:
  void Pass(std::shared_ptr<PendingResponse>, size_t) noexcept override { passed = true; }
  bool ChargeGrowth(size_t) noexcept override { return true; }
  bool must_wait() const noexcept override { return false; }
  bool passed = false;
};

struct SendResult {
  bool completed;
  bool dropped;
  ReceivedResponse response;
};

SendResult Send(RaceOutcome outcome, const std::string& content_type = "application/x-amz-json-1.0") {
  std::string no_body;
  HttpRequest request{.method = "POST", .target = "/", .body = &no_body};
  request.headers = {{"Content-Type", content_type}, {"Accept-Encoding", "gzip"}};
  const auto kept = std::make_shared<KeptResponse>();
  RaceResponseSender sender(1, OriginPolicy());
  sender.Send({OwnedRequest(request), DeferredResponse(kept), std::move(outcome)});
  EXPECT_TRUE(kept->passed);
  return {kept->completed, kept->dropped, kept->completed ? ParseResponse(kept->message.bytes()) : ReceivedResponse()};
}

TEST(RaceResponsesTest, OutcomesAreEncodedWithStatusHeadersAndBody) {
  const SendResult put = Send(Result<race::Response>(race::Response(PutItemResponse())));
  EXPECT_TRUE(put.completed);
  EXPECT_EQ(put.response.status(), 200);
  EXPECT_EQ(put.response.body, "{}");
  EXPECT_EQ(put.response.Header("Content-Type"), "application/x-amz-json-1.0");
  EXPECT_EQ(put.response.Header("x-amzn-RequestId").size(), 52u);
  EXPECT_EQ(Send(RawOutcome{400, "{\"a\":1}"}, "application/json").response.Header("Content-Type"), "application/json");
  const SendResult raw = Send(RawOutcome{400, "{\"a\":1}"});
  EXPECT_EQ(raw.response.status(), 400);
  EXPECT_EQ(raw.response.body, "{\"a\":1}");
  EXPECT_EQ(Send(RawOutcome{502, ""}).response.status(), 502) << "the status of an upstream";
}

TEST(RaceResponsesTest, ErrorsHaveTheFormOfDynamoDB) {
  const SendResult throttled = Send(ThrottledOutcome());
  EXPECT_EQ(throttled.response.status(), 400);
  EXPECT_NE(throttled.response.body.find("#ProvisionedThroughputExceededException"), std::string::npos);
  const SendResult failed = Send(InternalErrorOutcome());
  EXPECT_EQ(failed.response.status(), 500);
  EXPECT_EQ(failed.response.body,
            R"({"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"Internal server error"})");
  const SendResult refused = Send(RefusedOutcome{"the actor bob is done"});
  EXPECT_EQ(refused.response.status(), 400);
  EXPECT_EQ(refused.response.body, R"({"__type":"com.amazonaws.dynamodb.v20120810#ValidationException",)"
                                   R"("message":"Holdfast race: the actor bob is done"})");
}

TEST(RaceResponsesTest, ADroppedOutcomeSendsNoResponse) {
  const SendResult result = Send(DroppedOutcome());
  EXPECT_FALSE(result.completed);
  EXPECT_TRUE(result.dropped);
}

TEST(RaceResponsesTest, LongResponsesAreCompressed) {
  GetItemResponse found;
  found.item = AttributeMap({{"text", AttributeValue::String(std::string(10'000, 'x'))}});
  const SendResult long_one = Send(Result<race::Response>(race::Response(std::move(found))));
  EXPECT_EQ(long_one.response.Header("Content-Encoding"), "gzip");
  EXPECT_LT(long_one.response.body.size(), 1'000u);
}

}  // namespace
}  // namespace holdfast::server
