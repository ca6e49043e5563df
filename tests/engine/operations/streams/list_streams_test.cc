#include "engine/operations/streams/list_streams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/operations/tables/delete_table.h"
#include "tests/engine/operations/streams/stream_table.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// `<table> <label>` of each stream, or the error.
std::vector<std::string> Listed(const Result<ListStreamsResponse>& response) {
  if (!response.ok()) return {Outcome(response)};
  std::vector<std::string> listed;
  for (const auto& stream : response->streams) listed.push_back(stream.table_name + " " + stream.stream_label);
  return listed;
}

TEST(ListStreams, ListsStreamsInPages) {
  TestDatabase database;
  for (const char* table : {"Charlie", "Alpha", "Bravo"}) {
    ASSERT_EQ(Outcome(CreateTable(database.state, WithStream(PlainTable(table)))), "ok");
  }
  ASSERT_EQ(Outcome(CreateTable(database.state, PlainTable("Without"))), "ok");
  const std::string label = " 2024-04-06T02:38:35.842";
  const auto all = ListStreams(database.state, {});
  EXPECT_THAT(Listed(all), ElementsAre("Alpha" + label, "Bravo" + label, "Charlie" + label));
  EXPECT_EQ(all->last_evaluated_stream_arn, std::nullopt);
  EXPECT_EQ(all->streams[0].stream_arn,
            "arn:aws:dynamodb:us-east-1:000000000000:table/Alpha/stream/2024-04-06T02:38:35.842");

  const auto first = ListStreams(database.state, {.limit = 2});
  EXPECT_THAT(Listed(first), ElementsAre("Alpha" + label, "Bravo" + label));
  EXPECT_EQ(first->last_evaluated_stream_arn, first->streams[1].stream_arn);
  const auto second =
      ListStreams(database.state, {.exclusive_start_stream_arn = first->last_evaluated_stream_arn, .limit = 2});
  EXPECT_THAT(Listed(second), ElementsAre("Charlie" + label));
  EXPECT_EQ(second->last_evaluated_stream_arn, std::nullopt);

  EXPECT_THAT(Listed(ListStreams(database.state, {.table_name = "Bravo"})), ElementsAre("Bravo" + label));
  EXPECT_THAT(Listed(ListStreams(database.state, {.table_name = "Without"})), IsEmpty());
  EXPECT_THAT(Listed(ListStreams(database.state, {.table_name = "Nowhere"})), IsEmpty());
}

TEST(ListStreams, StreamsOfDeletedTablesStayForADay) {
  StreamTable table;
  ASSERT_EQ(Outcome(DeleteTable(table.state, {kItems})), "ok");
  table.clock->Advance(absl::Hours(1));
  table.Create(WithStream(PlainTable(kItems)));
  EXPECT_THAT(Listed(ListStreams(table.state, {.table_name = kItems})),
              ElementsAre("Items 2024-04-06T02:38:35.842", "Items 2024-04-06T03:38:35.842"));
  table.clock->Advance(absl::Hours(23));
  EXPECT_EQ(Listed(ListStreams(table.state, {})).size(), 2u);
  table.clock->Advance(absl::Milliseconds(1));
  EXPECT_THAT(Listed(ListStreams(table.state, {})), ElementsAre("Items 2024-04-06T03:38:35.842"));
}

TEST(ListStreams, CannotStartAfterAnUnknownStream) {
  StreamTable table;
  table.Create(WithStream(PlainTable("Others")));
  EXPECT_THAT(Listed(ListStreams(table.state, {.exclusive_start_stream_arn = kItemsStreamArn})),
              ElementsAre(::testing::StartsWith("Others ")));
  const std::string not_found = "ResourceNotFound: Requested resource not found: Stream: ";
  EXPECT_THAT(Listed(ListStreams(table.state, {.exclusive_start_stream_arn = kItemsStreamArn + "9"})),
              ElementsAre(not_found + kItemsStreamArn + "9 not found"));
  ASSERT_EQ(Outcome(DeleteTable(table.state, {kItems})), "ok");
  table.clock->Advance(absl::Hours(24) + absl::Milliseconds(1));
  EXPECT_THAT(Listed(ListStreams(table.state, {.exclusive_start_stream_arn = kItemsStreamArn})),
              ElementsAre(not_found + kItemsStreamArn + " not found"));
}

TEST(ListStreams, RefusesBadMembers) {
  const std::string one_error = "1 validation error detected: Value ";
  const std::string failed = " failed to satisfy constraint: Member must ";
  const std::pair<ListStreamsRequest, std::string> kCases[] = {
      {{.limit = 0}, one_error + "'0' at 'limit'" + failed + "have value greater than or equal to 1"},
      {{.limit = 101}, one_error + "'101' at 'limit'" + failed + "have value less than or equal to 100"},
      {{.table_name = "ab"}, one_error + "'ab' at 'tableName'" + failed + "have length greater than or equal to 3"},
      {{.table_name = "a*c"},
       one_error + "'a*c' at 'tableName'" + failed + "satisfy regular expression pattern: [a-zA-Z0-9_.-]+"},
      {{.exclusive_start_stream_arn = "not-an-arn-"}, "Invalid StreamArn"},
      {{.exclusive_start_stream_arn = "not-an-arn-", .limit = 0}, "Invalid StreamArn"},
  };
  TestDatabase database;
  for (const auto& [request, outcome] : kCases) EXPECT_EQ(Outcome(ListStreams(database.state, request)), outcome);
}

}  // namespace
}  // namespace holdfast::testing
