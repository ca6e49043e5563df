#include "engine/streams/shard_iterator.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/engine/streams/streams.h"

namespace holdfast {
namespace {

ShardIterator SampleIterator() {
  return {IdentityOf("Slots", "2026-10-08T23:07:31.275").arn, "shardId-00000001775563200000-00000001",
          SequenceNumber(42, 7), kNoon};
}

TEST(ShardIteratorTest, IsTheSameAfterFormattingAndParsing) {
  const std::string text = SampleIterator().ToText();
  EXPECT_EQ(text.rfind(SampleIterator().stream_arn + "|1|", 0), 0u) << text;
  const std::optional<ShardIterator> iterator = ShardIterator::Parse(text);
  ASSERT_TRUE(iterator.has_value());
  EXPECT_EQ(iterator->stream_arn, SampleIterator().stream_arn);
  EXPECT_EQ(iterator->shard_id, SampleIterator().shard_id);
  EXPECT_EQ(iterator->position, SampleIterator().position);
  EXPECT_EQ(iterator->issued, kNoon);
}

TEST(ShardIteratorTest, FitsDynamoDBsLengthLimitWithTheLongestTableName) {
  ShardIterator iterator = SampleIterator();
  iterator.stream_arn = IdentityOf(std::string(255, 'x'), "2026-10-08T23:07:31.275").arn;
  EXPECT_LE(iterator.ToText().size(), 2'048u);
}

TEST(ShardIteratorTest, EveryDamagedTextIsRefused) {
  const std::string text = SampleIterator().ToText();
  for (size_t i = 0; i < text.size(); ++i) {
    for (const char other : {'A', '0', '|', '=', ' '}) {
      if (text[i] == other) continue;
      std::string damaged = text;
      damaged[i] = other;
      EXPECT_FALSE(ShardIterator::Parse(damaged).has_value()) << damaged;
    }
    EXPECT_FALSE(ShardIterator::Parse(text.substr(0, i)).has_value()) << i;
    EXPECT_FALSE(ShardIterator::Parse(text.substr(i + 1)).has_value()) << i;
  }
  EXPECT_FALSE(ShardIterator::Parse(text + "A").has_value());
  EXPECT_FALSE(ShardIterator::Parse(text + "\n").has_value());
  EXPECT_FALSE(ShardIterator::Parse("").has_value());
}

TEST(ShardIteratorTest, LivesForFifteenMinutes) {
  EXPECT_FALSE(SampleIterator().IsExpired(kNoon + absl::Minutes(15)));
  EXPECT_TRUE(SampleIterator().IsExpired(kNoon + absl::Minutes(15) + absl::Milliseconds(1)));
}

}  // namespace
}  // namespace holdfast
