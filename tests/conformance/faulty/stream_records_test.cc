#include "conformance/faulty/faults/stream_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/conformance/faulty/scripted_endpoint.h"

namespace holdfast::conformance::faulty {
namespace {

// A GetRecords response with one record for each letter of `items`; the letter is the key of the record's item.
// Sequence numbers count from `first`.
std::string Records(std::string_view items, size_t first = 0) {
  std::string body = R"({"NextShardIterator":"i","Records":[)";
  for (size_t i = 0; i < items.size(); ++i) {
    body += i == 0 ? "" : ",";
    body += R"({"dynamodb":{"Keys":{"pk":{"S":")" + std::string(1, items[i]) + R"("}},"SequenceNumber":")" +
            std::to_string(first + i) + R"("}})";
  }
  return body + "]}";
}

// The sequence numbers in the order of the response.
std::vector<int> Order(const std::string& body) {
  const rapidjson::Document document = ParseJson(body);
  std::vector<int> order;
  for (const auto& record : Member(document, "Records")->GetArray()) {
    order.push_back(std::stoi(std::string(StringMember(*Member(record, "dynamodb"), "SequenceNumber"))));
  }
  return order;
}

TEST(StreamSwapped, TwoRecordsOfOneItemChangePlaces) {
  SeededRandom random(1);
  EXPECT_THAT(Order(SwapRecordsOfOneItem(Records("abca"), &random)), testing::ElementsAre(3, 1, 2, 0));
}

TEST(StreamSwapped, ARandomPairIsSwapped) {
  SeededRandom random(1);
  std::set<std::vector<int>> orders;
  for (int i = 0; i < 20; ++i) orders.insert(Order(SwapRecordsOfOneItem(Records("aaa"), &random)));
  EXPECT_THAT(orders, testing::UnorderedElementsAre(testing::ElementsAre(1, 0, 2), testing::ElementsAre(0, 2, 1)));
}

TEST(StreamSwapped, DifferentItemsKeepTheirOrder) {
  SeededRandom random(1);
  EXPECT_EQ(SwapRecordsOfOneItem(Records("abc"), &random), Records("abc"));
  EXPECT_EQ(SwapRecordsOfOneItem("{}", &random), "{}");
  EXPECT_EQ(SwapRecordsOfOneItem("no json", &random), "no json");
}

TEST(StreamDropped, TheSameRecordsAreLostForEveryReader) {
  const std::string all = Records(std::string(800, 'a'));
  const std::vector<int> left = Order(DropRecords(all, 1, 0.125));
  EXPECT_GT(left.size(), 650U);
  EXPECT_LT(left.size(), 750U);
  EXPECT_TRUE(std::is_sorted(left.begin(), left.end()));
  // Another reader may get the records in other pages.
  const std::vector<int> second_half = Order(DropRecords(Records(std::string(400, 'a'), 400), 1, 0.125));
  EXPECT_EQ(std::vector<int>(std::lower_bound(left.begin(), left.end(), 400), left.end()), second_half);
  EXPECT_NE(Order(DropRecords(all, 2, 0.125)), left);
}

TEST(StreamDropped, TheRestOfTheResponseStays) {
  EXPECT_THAT(DropRecords(Records("ab"), 1, 1), IsJson(R"({"NextShardIterator":"i","Records":[]})"));
  EXPECT_EQ(DropRecords(Records("ab"), 1, 0), Records("ab"));
}

TEST(StreamDoubled, EachRecordIsRepeated) {
  EXPECT_THAT(Order(DoubleRecords(Records("ab"), 1, 1)), testing::ElementsAre(0, 0, 1, 1));
  EXPECT_EQ(DoubleRecords(Records("ab"), 1, 0), Records("ab"));
}

TEST(StreamFaults, AlterOnlyGetRecords) {
  for (const auto make : {MakeStreamSwapped, MakeStreamDropped, MakeStreamDoubled}) {
    ScriptedEndpoint endpoint({Success(Records("aa")), Success(Records("aa"))});
    const auto fault = make(1, 1);
    EXPECT_NE(fault->Handle(OperationRequest("GetRecords", "{}"), &endpoint).body, Records("aa"));
    EXPECT_EQ(fault->Handle(OperationRequest("Query", "{}"), &endpoint).body, Records("aa"));
  }
}

}  // namespace
}  // namespace holdfast::conformance::faulty
