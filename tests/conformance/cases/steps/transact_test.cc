#include "conformance/cases/steps/transact.h"

#include <gtest/gtest.h>

namespace holdfast::conformance {
namespace {

TEST(Transact, ListsItsActions) {
  EXPECT_EQ(Transact("", {"{1}", "{2}"}, Success(), ",3").request, R"("TransactItems":[{1},{2}],3)");
  EXPECT_EQ(Transact("", {}, Success()).request, R"("TransactItems":[])");
}

TEST(Transact, IsATransactWriteItems) { EXPECT_EQ(Transact("", {}, Success()).operation, "TransactWriteItems"); }

TEST(PutAction, HasAnItemOfTheKey) {
  EXPECT_EQ(PutAction("a", ""), R"({"Put":{"TableName":"$table","Item":{$key(a)}}})");
  EXPECT_EQ(PutAction("a", "x", ",y"), R"({"Put":{"TableName":"$table","Item":{$key(a),x},y}})");
}

TEST(Cancelled, ListsTheReasonOfEachAction) {
  const Expected cancelled = Cancelled({NoReason(), ConditionReason(), ValidationReason("why")});
  EXPECT_EQ(cancelled.error, "TransactionCanceledException");
  EXPECT_EQ(cancelled.message,
            "Transaction cancelled, please refer cancellation reasons for specific reasons [None, "
            "ConditionalCheckFailed, ValidationError]");
  EXPECT_EQ(cancelled.body, R"({"CancellationReasons":[{"Code":"None"},)"
                            R"({"Code":"ConditionalCheckFailed","Message":"The conditional request failed"},)"
                            R"({"Code":"ValidationError","Message":"why"}]})");
}

}  // namespace
}  // namespace holdfast::conformance
