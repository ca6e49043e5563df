#include "conformance/faulty/faults/faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/conformance/faulty/scripted_endpoint.h"

namespace holdfast::conformance::faulty {
namespace {

TEST(Faults, EveryListedFaultCanBeMade) {
  std::istringstream list(ListFaults());
  int count = 0;
  for (std::string line; std::getline(list, line); ++count) {
    const std::string name = line.substr(0, line.find(' '));
    EXPECT_NE(MakeFault(name, 1, std::nullopt), nullptr) << name;
    EXPECT_TRUE(line.ends_with('.')) << line;
  }
  EXPECT_EQ(count, 13) << "the twelve of the README, and none";
  EXPECT_EQ(MakeFault("no-such-fault", 1, std::nullopt), nullptr);
}

TEST(Faults, FaultNoneChangesNothing) {
  ScriptedEndpoint endpoint({Success("answer")});
  const Request write = OperationRequest("PutItem", R"({ "ConditionExpression" : "a" })");
  EXPECT_EQ(MakeFault("none", 1, std::nullopt)->Handle(write, &endpoint).body, "answer");
  ASSERT_EQ(endpoint.Operations(), "PutItem");
  EXPECT_EQ(endpoint.requests()[0].body, write.body);
}

TEST(Faults, TheRateIsTheShareOfAffectedRequests) {
  const auto sent = [](double rate) {
    ScriptedEndpoint endpoint;
    const auto fault = MakeFault("delivered-twice", 5, rate);
    for (int i = 0; i < 400; ++i) fault->Handle(OperationRequest("PutItem", "{}"), &endpoint);
    return endpoint.requests().size();
  };
  EXPECT_EQ(sent(0), 400U);
  EXPECT_EQ(sent(1), 800U);
  EXPECT_GT(sent(0.5), 540U);
  EXPECT_LT(sent(0.5), 660U);
}

}  // namespace
}  // namespace holdfast::conformance::faulty
