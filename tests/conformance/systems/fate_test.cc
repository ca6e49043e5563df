#include "conformance/systems/fate.h"

#include <string>

#include "gtest/gtest.h"

namespace holdfast::conformance {
namespace {

Reply Answered(int status, std::string body) {
  HttpReply http;
  http.status = status;
  http.body = std::move(body);
  return Reply(std::move(http));
}

Reply Refused(const std::string& type, const std::string& members = "") {
  return Answered(400, R"({"__type":"x#)" + type + '"' + members + '}');
}

Reply Cancelled(const std::string& code) {
  return Refused("TransactionCanceledException",
                 R"(,"CancellationReasons":[{"Code":"None"},{"Code":")" + code + R"("}])");
}

TEST(FateTest, IsReadFromTheReply) {
  EXPECT_EQ(FateOf(Answered(200, "{}")), Fate::kDone);
  EXPECT_EQ(FateOf(Refused("ConditionalCheckFailedException")), Fate::kRefused);
  EXPECT_EQ(FateOf(Cancelled("ConditionalCheckFailed")), Fate::kRefused);
  EXPECT_EQ(FateOf(Refused("TransactionConflictException")), Fate::kGaveUp);
  EXPECT_EQ(FateOf(Cancelled("TransactionConflict")), Fate::kGaveUp);
  EXPECT_EQ(FateOf(Answered(500, "{}")), Fate::kUnknown);
  EXPECT_EQ(FateOf(Answered(0, "")), Fate::kUnknown);
}

TEST(FateTest, OfWhatNobodyContendsForIsNone) {
  EXPECT_THROW(FateOf(Refused("ValidationException")), SetupFailed);
  EXPECT_THROW(FateOf(Cancelled("ValidationError")), SetupFailed);
}

TEST(FateTest, NobodyHadAChanceIfAllWereRefused) {
  EXPECT_FALSE(AnyNotRefused({Fate::kRefused, Fate::kNotTried, Fate::kRefused}));
  for (const Fate fate : {Fate::kDone, Fate::kUnknown, Fate::kGaveUp}) {
    EXPECT_TRUE(AnyNotRefused({Fate::kRefused, fate}));
  }
}

TEST(FateTest, IsCounted) {
  EXPECT_EQ(CountOf({Fate::kDone, Fate::kRefused, Fate::kDone}, Fate::kDone), 2u);
  EXPECT_EQ(CountOf({}, Fate::kDone), 0u);
}

}  // namespace
}  // namespace holdfast::conformance
