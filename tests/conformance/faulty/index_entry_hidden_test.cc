#include "conformance/faulty/faults/index_entry_hidden.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/conformance/faulty/scripted_endpoint.h"

namespace holdfast::conformance::faulty {
namespace {

std::string Page(int items) {
  std::string body =
      R"({"Count":)" + std::to_string(items) + R"(,"ScannedCount":)" + std::to_string(items + 1) + R"(,"Items":[)";
  for (int i = 0; i < items; ++i) {
    body += (i == 0 ? R"({"pk":{"S":")" : R"(,{"pk":{"S":")") + std::to_string(i) + R"("},"g":{"S":"x"}})";
  }
  return body + "]}";
}

TEST(IndexEntryHidden, AShareOfTheItemsIsMissing) {
  const rapidjson::Document page = ParseJson(HideItems(Page(800), {"pk"}, 1, 0.125));
  const unsigned shown = Member(page, "Items")->Size();
  EXPECT_GT(shown, 650U);
  EXPECT_LT(shown, 750U);
  EXPECT_EQ(Member(page, "Count")->GetUint(), shown);
  EXPECT_EQ(Member(page, "ScannedCount")->GetUint(), shown + 1);
}

TEST(IndexEntryHidden, TheSeedDecidesWhichItemsAreHidden) {
  EXPECT_EQ(HideItems(Page(100), {"pk"}, 1, 0.5), HideItems(Page(100), {"pk"}, 1, 0.5));
  EXPECT_NE(HideItems(Page(100), {"pk"}, 1, 0.5), HideItems(Page(100), {"pk"}, 2, 0.5));
}

TEST(IndexEntryHidden, ItemsWithoutTheirKeyAttributesAreKept) {
  EXPECT_EQ(HideItems(Page(10), {"pk", "sk"}, 1, 1), Page(10));
  EXPECT_EQ(HideItems(Page(10), {}, 1, 1), Page(10));
}

TEST(IndexEntryHidden, QueriesOfTheTableAreUnchanged) {
  const auto fault = MakeIndexEntryHidden(1, 1);
  ScriptedEndpoint table_endpoint({Success(Page(3))});
  EXPECT_EQ(fault->Handle(OperationRequest("Query", R"({"TableName":"t"})"), &table_endpoint).body, Page(3));
  EXPECT_EQ(table_endpoint.Operations(), "Query");

  ScriptedEndpoint index_endpoint({Success(Page(3)), Success(KeySchemaResponse("pk"))});
  EXPECT_THAT(fault->Handle(OperationRequest("Query", R"({"TableName":"t","IndexName":"i"})"), &index_endpoint).body,
              IsJson(R"({"Count":0,"ScannedCount":1,"Items":[]})"));
  EXPECT_EQ(index_endpoint.Operations(), "Query DescribeTable");
}

}  // namespace
}  // namespace holdfast::conformance::faulty
