#include "conformance/faulty/faults/stale_reads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/conformance/faulty/scripted_endpoint.h"

namespace holdfast::conformance::faulty {
namespace {

const Request kRead = OperationRequest("GetItem", R"({"TableName":"t","Key":{"pk":{"S":"a"}},"ConsistentRead":true})");

class StaleReadsTest : public testing::Test {
 protected:
  std::unique_ptr<Fault> MakeFault(double rate) {
    return MakeStaleReads(1, rate, [this] { return now_; });
  }
  std::string Read(Fault* fault, const Request& request = kRead) { return fault->Handle(request, &endpoint_).body; }

  std::chrono::steady_clock::time_point now_{std::chrono::hours(1)};
  ScriptedEndpoint endpoint_{{Success("1"), Success("2"), Success("3")}};
};

TEST_F(StaleReadsTest, AnEarlierResponseIsSentAgain) {
  const auto fault = MakeFault(1);
  EXPECT_EQ(Read(fault.get()), "1");
  now_ += kCachedAgeMax;
  EXPECT_EQ(Read(fault.get()), "1");
}

TEST_F(StaleReadsTest, AResponseThatIsTooOldIsReplaced) {
  const auto fault = MakeFault(1);
  EXPECT_EQ(Read(fault.get()), "1");
  now_ += kCachedAgeMax + std::chrono::milliseconds(1);
  EXPECT_EQ(Read(fault.get()), "2");
  EXPECT_EQ(Read(fault.get()), "2");
}

TEST_F(StaleReadsTest, AtRateZeroNoResponseIsReused) {
  const auto fault = MakeFault(0);
  EXPECT_EQ(Read(fault.get()), "1");
  EXPECT_EQ(Read(fault.get()), "2");
}

TEST_F(StaleReadsTest, ResponsesAreKeptPerRequestAndCaller) {
  const auto fault = MakeFault(1);
  EXPECT_EQ(Read(fault.get()), "1");
  Request from_other_caller = kRead;
  from_other_caller.caller = "other";
  EXPECT_EQ(Read(fault.get(), from_other_caller), "2");
  EXPECT_EQ(Read(fault.get(), OperationRequest("Query", kRead.body)), "3");
}

TEST_F(StaleReadsTest, ErrorsAreNotRemembered) {
  ScriptedEndpoint failing({Failure(500, "InternalServerError", "m"), Success("2")});
  const auto fault = MakeFault(1);
  EXPECT_FALSE(fault->Handle(kRead, &failing).ok());
  EXPECT_TRUE(fault->Handle(kRead, &failing).ok());
}

TEST_F(StaleReadsTest, RecognizesConsistentReads) {
  EXPECT_TRUE(IsConsistentRead(OperationRequest("TransactGetItems", "{}")));
  EXPECT_TRUE(
      IsConsistentRead(OperationRequest("BatchGetItem", R"({"RequestItems":{"a":{},"b":{"ConsistentRead":true}}})")));
  EXPECT_FALSE(
      IsConsistentRead(OperationRequest("BatchGetItem", R"({"RequestItems":{"a":{"ConsistentRead":false}}})")));
  EXPECT_FALSE(IsConsistentRead(OperationRequest("GetItem", "{}")));
  EXPECT_FALSE(IsConsistentRead(OperationRequest("PutItem", R"({"ConsistentRead":true})")));
}

}  // namespace
}  // namespace holdfast::conformance::faulty
