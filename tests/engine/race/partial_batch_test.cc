#include "engine/race/steps/partial_batch.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "tests/engine/race/race_builders.h"

namespace holdfast::race {
namespace {

WriteRequest PutOf(const std::string& key) {
  return {.put_request = {{.item = AttributeMap{{"pk", testing::S(key)}}}}, .delete_request = {}};
}

const BatchWriteItemRequest::Tables& RequestItems(const Request& batch) {
  return *std::get<BatchWriteItemRequest>(batch).request_items;
}

TEST(PartialBatch, MovesMembersAndTablesThatThenHaveNone) {
  BatchWriteItemRequest writes;
  writes.request_items = BatchWriteItemRequest::Tables{{"Rooms", {PutOf("a"), PutOf("b")}}, {"Halls", {PutOf("c")}}};
  Request batch = writes;
  const Response response = TakeUnprocessed({true, false, true}, batch);
  const auto& unprocessed = std::get<BatchWriteItemResponse>(response).unprocessed_items;
  ASSERT_EQ(unprocessed.size(), 2u);
  EXPECT_EQ(unprocessed[0].second.size(), 1u);
  ASSERT_EQ(RequestItems(batch).size(), 1u);
  EXPECT_EQ(RequestItems(batch)[0].first, "Rooms");
  EXPECT_EQ(RequestItems(batch)[0].second.size(), 1u);
}

TEST(PartialBatch, ATableWithoutMembersStaysSoThatTheBatchIsRefused) {
  BatchWriteItemRequest writes;
  writes.request_items = BatchWriteItemRequest::Tables{{"Rooms", {PutOf("a")}}, {"Halls", {}}};
  Request batch = writes;
  TakeUnprocessed({true}, batch);
  EXPECT_TRUE(HasTables(batch));
  ASSERT_EQ(RequestItems(batch).size(), 1u);
  EXPECT_EQ(RequestItems(batch)[0].first, "Halls");
}

}  // namespace
}  // namespace holdfast::race
