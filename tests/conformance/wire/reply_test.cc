#include "conformance/wire/reply.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance {
namespace {

using ::testing::ElementsAre;

Reply Answered(int status, std::string body) {
  HttpReply http;
  http.status = status;
  http.body = std::move(body);
  return Reply(std::move(http));
}

TEST(ReplyTest, AnErrorOfTheClientWasNotCarriedOut) {
  const Reply reply = Answered(400, R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
                                    R"("message":"The conditional request failed"})");
  EXPECT_EQ(reply.outcome(), Reply::Outcome::kRefused);
  EXPECT_EQ(reply.error(), "ConditionalCheckFailedException");
  EXPECT_EQ(reply.message(), "The conditional request failed");
  EXPECT_TRUE(reply.ConditionFailed());
}

TEST(ReplyTest, NobodyKnowsWhatAnErrorOfTheServerHasDone) {
  EXPECT_TRUE(Answered(500, "").unknown());
  EXPECT_EQ(Answered(503, "busy").error(), "HTTP 503");
}

TEST(ReplyTest, NobodyKnowsWhatBecameOfARequestWithoutAnswer) {
  HttpReply lost;
  lost.failure = "end of stream";
  EXPECT_TRUE(Reply(lost).unknown());
  EXPECT_EQ(Reply(lost).text(), "end of stream");
}

TEST(ReplyTest, ARequestThatWasNeverSentWasNotCarriedOut) {
  HttpReply unsent;
  unsent.failure = "connection refused";
  unsent.never_sent = true;
  EXPECT_EQ(Reply(unsent).outcome(), Reply::Outcome::kRefused);
}

TEST(ReplyTest, ReadsTheReasonsOfACancelledTransaction) {
  const Reply reply = Answered(
      400, R"({"__type":"x#TransactionCanceledException","Message":"Transaction cancelled","CancellationReasons":)"
           R"([{"Code":"None"},{"Code":"TransactionConflict","Message":"m"}]})");
  EXPECT_THAT(reply.CancellationCodes(), ElementsAre("None", "TransactionConflict"));
  EXPECT_TRUE(reply.Conflicted());
  EXPECT_FALSE(reply.ConditionFailed());
}

TEST(ReplyTest, ReadsItemsOfQueriesAndOfTransactions) {
  EXPECT_THAT(Answered(200, R"({"Items":[{"a":{"N":"1"}}],"Count":1})").items(), ElementsAre(Item{{"a", N(1)}}));
  EXPECT_THAT(Answered(200, R"({"Responses":[{},{"Item":{"a":{"N":"1"}}}]})").items(),
              ElementsAre(Item(), Item{{"a", N(1)}}));
}

TEST(ReplyTest, AnAnswerThatIsNoJsonHasNothingInIt) {
  const Reply reply = Answered(200, "<html>");
  EXPECT_TRUE(reply.ok());
  EXPECT_FALSE(reply.item().has_value());
  EXPECT_TRUE(reply.items().empty());
}

TEST(ReplyTest, AnUnknownOperationIsNotSupported) {
  EXPECT_TRUE(Answered(400, R"({"__type":"com.amazon.coral.service#UnknownOperationException"})").Unsupported());
}

}  // namespace
}  // namespace holdfast::conformance
