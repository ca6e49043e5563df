#include "engine/streams/stream_catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

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
  EXPECT_THAT(Arns(catalog.StreamsAfter("", std::nullopt, 3, kNoon)),
              ElementsAre("Alpha/stream/1", "Alpha/stream/2", "Beta/stream/1"));
  EXPECT_THAT(Arns(catalog.StreamsAfter(kTables + "Beta/stream/1", std::nullopt, 3, kNoon)),
              ElementsAre("Beta/stream/2"));
  EXPECT_THAT(Arns(catalog.StreamsAfter(kTables + "Alpha/stream/17", std::nullopt, 1, kNoon)),
              ElementsAre("Alpha/stream/2"));
  EXPECT_THAT(Arns(catalog.StreamsAfter("", "Beta", 3, kNoon)), ElementsAre("Beta/stream/1", "Beta/stream/2"));
  EXPECT_THAT(catalog.StreamsAfter("", "Gamma", 3, kNoon), IsEmpty());
  EXPECT_EQ(catalog.Streams().size(), 4u);
}

TEST(StreamCatalogTest, ForgetsStreamsADayAfterTheyWereDisabled) {
  StreamCatalog catalog;
  const auto disabled = StreamOf("A", "1");
  catalog.Add(disabled);
  catalog.Add(StreamOf("B", "1"));
  const std::string shard = disabled->Shards(kNoon)[0].id;
  Append(*disabled, 0, 1, kNoon);
  disabled->Disable(kNoon);
  EXPECT_EQ(catalog.StreamsAfter("", std::nullopt, 9, kNoon + absl::Hours(24)).size(), 2u);
  const absl::Time later = kNoon + absl::Hours(24) + absl::Milliseconds(1);
  EXPECT_THAT(Arns(catalog.StreamsAfter("", std::nullopt, 9, later)), ElementsAre("B/stream/1"));
  EXPECT_EQ(catalog.Find(disabled->identity().arn, later), nullptr);
  EXPECT_FALSE(disabled->BoundsOf(shard, kNoon).has_value())
      << "its records are dropped, even if an earlier time is given";
}

TEST(StreamCatalogTest, RemovesOnlyTheSameObjectAndNoOtherOfTheSameArn) {
  StreamCatalog catalog;
  const auto stream = StreamOf("A", "1");
  catalog.Add(stream);
  catalog.Remove(*StreamOf("A", "1"));
  EXPECT_EQ(catalog.Streams().size(), 1u);
  catalog.Remove(*stream);
  EXPECT_THAT(catalog.Streams(), IsEmpty());
}

}  // namespace
}  // namespace holdfast
