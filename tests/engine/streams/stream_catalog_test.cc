#include "engine/streams/stream_catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "engine/values/attribute_value.h"
#include "tests/engine/streams/streams.h"

namespace holdfast {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kTables = "arn:aws:dynamodb:us-east-1:000000000000:table/";

std::shared_ptr<TableStream> StreamOf(std::string table, std::string label) {
  return std::make_shared<TableStream>(IdentityOf(std::move(table), std::move(label)), 1, At(1));
}

std::vector<std::string> Arns(const std::vector<std::shared_ptr<TableStream>>& streams) {
  std::vector<std::string> arns;
  for (const auto& stream : streams) arns.push_back(stream->identity().arn.substr(kTables.size()));
  return arns;
}

TEST(StreamCatalogTest, FindsStreamsByArn) {
  StreamCatalog catalog;
  const auto stream = StreamOf("A", "1");
  EXPECT_TRUE(catalog.Add(stream));
  EXPECT_FALSE(catalog.Add(StreamOf("A", "1")));
  EXPECT_EQ(catalog.Find(stream->identity().arn, kNoon), stream);
  EXPECT_EQ(catalog.Find(kTables + "A/stream/2", kNoon), nullptr);
}

TEST(StreamCatalogTest, ListsStreamsInOrderAndByTable) {
  StreamCatalog catalog;
  for (const char* table : {"Beta", "Alpha"}) {
    for (const char* label : {"2", "1"}) catalog.Add(StreamOf(table, label));
  }
  EXPECT_THAT(Arns(catalog.StreamsAfter("", "", 3, kNoon)),
              ElementsAre("Alpha/stream/1", "Alpha/stream/2", "Beta/stream/1"));
  EXPECT_THAT(Arns(catalog.StreamsAfter(kTables + "Beta/stream/1", "", 3, kNoon)), ElementsAre("Beta/stream/2"));
  EXPECT_THAT(Arns(catalog.StreamsAfter(kTables + "Alpha/stream/17", "", 1, kNoon)), ElementsAre("Alpha/stream/2"));
  const std::string beta = kTables + "Beta/stream/";
  EXPECT_THAT(Arns(catalog.StreamsAfter("", beta, 3, kNoon)), ElementsAre("Beta/stream/1", "Beta/stream/2"));
  EXPECT_THAT(Arns(catalog.StreamsAfter(beta + "1", beta, 3, kNoon)), ElementsAre("Beta/stream/2"));
  EXPECT_THAT(catalog.StreamsAfter(beta + "2", beta, 3, kNoon), IsEmpty());
  EXPECT_THAT(Arns(catalog.StreamsAfter(beta, kTables + "Alpha/stream/", 3, kNoon)), IsEmpty());
  EXPECT_THAT(catalog.StreamsAfter("", kTables + "Bet/stream/", 3, kNoon), IsEmpty());
  EXPECT_THAT(catalog.StreamsAfter("", kTables + "Gamma/stream/", 3, kNoon), IsEmpty());
  EXPECT_EQ(catalog.Streams().size(), 4u);
}

TEST(StreamCatalogTest, FindsTheLastStreamOfATable) {
  StreamCatalog catalog;
  EXPECT_EQ(catalog.Last(kTables + "Beta/stream/"), nullptr);
  for (const char* table : {"Beta", "Beta-2", "Beta4", "Gamma"}) {
    for (const char* label : {"1", "3", "2"}) catalog.Add(StreamOf(table, label));
  }
  for (const std::string table : {"Beta", "Beta-2", "Beta4", "Gamma"}) {
    EXPECT_EQ(catalog.Last(kTables + table + "/stream/")->identity().arn, kTables + table + "/stream/3");
  }
  EXPECT_EQ(catalog.Last(kTables + "Alpha/stream/"), nullptr);
  EXPECT_EQ(catalog.Last(kTables + "Bet/stream/"), nullptr);
  EXPECT_EQ(catalog.Last(kTables + "Zeta/stream/"), nullptr);
}

TEST(StreamCatalogTest, ForgetsStreamsADayAfterTheyWereDisabled) {
  StreamCatalog catalog;
  const auto disabled = StreamOf("A", "1");
  catalog.Add(disabled);
  catalog.Add(StreamOf("B", "1"));
  const std::string shard = disabled->Shards(kNoon)[0].id;
  Append(*disabled, 0, 1, kNoon);
  catalog.Disable(*disabled, kNoon);
  EXPECT_EQ(catalog.StreamsAfter("", "", 9, kNoon + absl::Hours(24)).size(), 2u);
  const absl::Time later = kNoon + absl::Hours(24) + absl::Milliseconds(1);
  EXPECT_THAT(Arns(catalog.StreamsAfter("", "", 9, later)), ElementsAre("B/stream/1"));
  EXPECT_EQ(catalog.Find(disabled->identity().arn, later), nullptr);
  EXPECT_FALSE(disabled->BoundsOf(shard, kNoon).has_value())
      << "its records are dropped, even if an earlier time is given";
}

TEST(StreamCatalogTest, ForgetsAStreamThatWasDisabledWhenTheClockWasFarAheadADayAfterItWasSetBack) {
  StreamCatalog catalog;
  const auto stream = StreamOf("A", "1");
  catalog.Add(stream);
  catalog.Disable(*stream, kNoon + absl::Hours(10'000));
  catalog.NoteClockSetBack(kNoon);
  EXPECT_EQ(catalog.Streams().size(), 1u);
  EXPECT_EQ(catalog.Find(stream->identity().arn, kNoon + absl::Hours(24)), stream);
  EXPECT_EQ(catalog.Find(stream->identity().arn, kNoon + absl::Hours(25)), nullptr);
}

TEST(StreamCatalogTest, ForgetsStreamsInTheOrderInWhichTheirRetentionEnds) {
  StreamCatalog catalog;
  const auto late = StreamOf("A", "1");
  const auto early = StreamOf("B", "1");
  catalog.Add(late);
  catalog.Add(early);
  const auto count_at = [&](absl::Duration after_noon) {
    return catalog.StreamsAfter("", "", 9, kNoon + after_noon).size();
  };
  EXPECT_EQ(count_at(absl::Hours(0)), 2u);
  catalog.Disable(*early, kNoon + absl::Hours(1));
  catalog.Disable(*late, kNoon + absl::Hours(3));
  EXPECT_EQ(count_at(absl::Hours(2)), 2u);
  EXPECT_EQ(count_at(absl::Hours(25)), 2u);
  EXPECT_EQ(count_at(absl::Hours(26)), 1u);
  EXPECT_EQ(count_at(absl::Hours(27)), 1u);
  // The clock may be set back, and a stream be disabled then.
  EXPECT_EQ(count_at(absl::Hours(0)), 1u);
  const auto set_back = StreamOf("C", "1");
  catalog.Add(set_back);
  EXPECT_EQ(count_at(absl::Hours(-9)), 2u);
  catalog.Disable(*set_back, kNoon + absl::Hours(-9));
  EXPECT_EQ(count_at(absl::Hours(15)), 2u);
  EXPECT_EQ(count_at(absl::Hours(16)), 1u);
  EXPECT_EQ(count_at(absl::Hours(28)), 0u);
  // A copy of a stream may have been disabled before it is added.
  const auto copy = StreamOf("D", "1");
  copy->Disable(kNoon);
  catalog.Add(copy);
  EXPECT_EQ(count_at(absl::Hours(28)), 0u);
}

TEST(StreamCatalogTest, ListingTheStreamsOfOneTableDoesNotVisitTheOthers) {
  StreamCatalog catalog;
  const auto time_calls = [&] {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 1'000; ++i) EXPECT_EQ(catalog.StreamsAfter("", kTables + "Z/stream/", 9, kNoon).size(), 1u);
    return std::chrono::steady_clock::now() - start;
  };
  catalog.Add(StreamOf("Z", "1"));
  const auto alone = time_calls();
  for (int i = 0; i < 10'000; ++i) catalog.Add(StreamOf("A" + std::to_string(i), "1"));
  EXPECT_LT(time_calls(), 20 * alone + std::chrono::milliseconds(100));
}

TEST(StreamCatalogTest, FreesTrimmedRecordsOfAllStreamsInParts) {
  constexpr int kStreams = 40;
  StreamCatalog catalog;
  const Ref<const Item> item = Item::Create(AttributeMap());
  for (int i = 0; i < kStreams; ++i) {
    const auto stream = StreamOf("A" + std::to_string(i), "1");
    catalog.Add(stream);
    for (uint64_t commit = 1; commit <= 1'000; ++commit) {
      LatchLock lock(&stream->latch(0));
      stream->Append(0, {.number = At(commit), .time = kNoon, .before = nullptr, .after = item});
    }
    // The retention of some is over, too.
    if (i % 2 == 0) catalog.Disable(*stream, kNoon);
  }
  const absl::Time later = kNoon + absl::Hours(25);
  int calls = 1;
  for (; catalog.FreeSomeTrimmed(later); ++calls) ASSERT_LT(calls, 500);
  EXPECT_GT(calls, kStreams / 2);
  EXPECT_TRUE(item->HasOneReference());
  EXPECT_FALSE(catalog.FreeSomeTrimmed(later));
}

}  // namespace
}  // namespace holdfast
