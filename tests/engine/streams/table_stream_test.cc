#include "engine/streams/table_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "engine/base/clock.h"
#include "engine/values/attribute_value.h"
#include "tests/engine/streams/streams.h"

namespace holdfast {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr absl::Duration kHour = absl::Hours(1);
const absl::Duration kInstant = absl::Milliseconds(1);

TableStream NewStream(size_t lanes = 1, SequenceNumber first = At(1)) {
  return TableStream(IdentityOf("Slots", "label"), lanes, first);
}

std::vector<SequenceNumber> Numbers(const StreamPage& page) {
  std::vector<SequenceNumber> numbers;
  for (uint64_t i = page.first; i < page.last; ++i) numbers.push_back(page.records[i].number);
  return numbers;
}

// The numbers of all records of the shard that are not trimmed.
std::vector<SequenceNumber> ReadAll(TableStream& stream, const std::string& shard_id, absl::Time now) {
  const auto bounds = stream.BoundsOf(shard_id, now);
  if (!bounds.has_value()) return {};
  return Numbers(*stream.Read(shard_id, bounds->trim_horizon, 1'000, now));
}

TEST(TableStreamTest, ANewStreamHasOneOpenShardForEachLane) {
  TableStream stream = NewStream(4, At(7));
  const std::vector<StreamShardDescription> shards = stream.Shards(kNoon);
  ASSERT_THAT(shards, SizeIs(4));
  for (const StreamShardDescription& shard : shards) {
    EXPECT_EQ(shard.id.size(), 37u);
    EXPECT_EQ(shard.id.substr(0, 29), "shardId-00000001775563200000-");
    EXPECT_EQ(shard.parent_id, std::nullopt);
    EXPECT_EQ(shard.starting, At(7));
    EXPECT_EQ(shard.ending, std::nullopt);
  }
  for (size_t i = 1; i < shards.size(); ++i) EXPECT_LT(shards[i - 1].id, shards[i].id);
}

TEST(TableStreamTest, EveryHashHasALane) {
  TableStream stream = NewStream(4);
  for (uint64_t hash = 0; hash < 16; ++hash) EXPECT_LT(stream.LaneOf(hash << 60 | hash), 4u);
  EXPECT_EQ(NewStream(1).LaneOf(~uint64_t{0}), 0u);
}

TEST(TableStreamTest, AShardIsFollowedByItsChildAfterFourHours) {
  TableStream stream = NewStream();
  Append(stream, 0, 1, kNoon);
  Append(stream, 0, 2, kNoon + 4 * kHour - kInstant);
  ASSERT_THAT(stream.Shards(kNoon + 4 * kHour - kInstant), SizeIs(1));
  Append(stream, 0, 3, kNoon + 4 * kHour);
  const absl::Time now = kNoon + 4 * kHour;
  const std::vector<StreamShardDescription> shards = stream.Shards(now);
  ASSERT_THAT(shards, SizeIs(2));
  EXPECT_EQ(shards[0].ending, At(2));
  EXPECT_EQ(shards[1].parent_id, shards[0].id);
  EXPECT_EQ(shards[1].starting, At(2).Next());
  EXPECT_EQ(shards[1].ending, std::nullopt);
  EXPECT_THAT(ReadAll(stream, shards[0].id, now), ElementsAre(At(1), At(2)));
  EXPECT_THAT(ReadAll(stream, shards[1].id, now), ElementsAre(At(3)));
}

TEST(TableStreamTest, TheFirstRecordIsFoundHoweverManyShardsWereEmptyBeforeIt) {
  TableStream stream = NewStream(1, At(5));
  const absl::Time now = kNoon + 9 * kHour;
  Append(stream, 0, 5, now);
  const std::vector<StreamShardDescription> shards = stream.Shards(now);
  ASSERT_THAT(shards, SizeIs(3));
  EXPECT_LE(shards[2].starting, At(5));
  EXPECT_THAT(ReadAll(stream, shards[2].id, now), ElementsAre(At(5)));
}

TEST(TableStreamTest, TheParentOfAShardIsOfTheSameLane) {
  TableStream stream = NewStream(2);
  Append(stream, 0, 1, kNoon);
  Append(stream, 1, 2, kNoon + 5 * kHour);
  const std::vector<StreamShardDescription> shards = stream.Shards(kNoon + 5 * kHour);
  ASSERT_THAT(shards, SizeIs(4));
  EXPECT_EQ(shards[2].parent_id, shards[0].id);
  EXPECT_EQ(shards[3].parent_id, shards[1].id);
}

// However far the clock jumps, the stream has the shards of the last day, and no others.
TEST(TableStreamTest, AClockThatJumpsSkipsShardsThatCouldNotBeRead) {
  for (const absl::Duration jump : {25 * kHour, 3 * 24 * kHour, 365 * 24 * kHour, 100'000 * 24 * kHour}) {
    TableStream stream = NewStream();
    Append(stream, 0, 1, kNoon);
    const absl::Time now = kNoon + jump;
    Append(stream, 0, 2, now);
    const std::vector<StreamShardDescription> shards = stream.Shards(now);
    EXPECT_THAT(shards, SizeIs(testing::AllOf(testing::Ge(6), testing::Le(8)))) << jump;
    for (size_t i = 1; i < shards.size(); ++i) EXPECT_EQ(shards[i].parent_id, shards[i - 1].id) << jump;
    for (size_t i = 0; i + 1 < shards.size(); ++i) EXPECT_TRUE(shards[i].ending.has_value()) << jump;
    EXPECT_THAT(ReadAll(stream, shards.back().id, now), ElementsAre(At(2))) << jump;
  }
}

TEST(TableStreamTest, AClockThatIsSetBackClosesNothing) {
  TableStream stream = NewStream();
  Append(stream, 0, 1, kNoon);
  const std::string shard = stream.Shards(kNoon)[0].id;
  Append(stream, 0, 2, kNoon - 48 * kHour);
  EXPECT_THAT(stream.Shards(kNoon - 48 * kHour), SizeIs(1));
  EXPECT_THAT(ReadAll(stream, shard, kNoon), ElementsAre(At(1), At(2)));
}

TEST(TableStreamTest, AfterTheClockWasFarAheadRecordsAreRetainedForADay) {
  const absl::Time ahead = kNoon + 400 * 24 * kHour;
  TableStream stream(IdentityOf("Slots", "label", ahead), 1, At(1));
  Append(stream, 0, 1, ahead);
  stream.NoteClockSetBack(kNoon);
  const std::vector<StreamShardDescription> shards = stream.Shards(kNoon);
  ASSERT_THAT(shards, SizeIs(2));
  const StreamShardDescription& child = shards[0];
  const StreamShardDescription& parent = shards[1];
  EXPECT_EQ(child.parent_id, parent.id);
  EXPECT_EQ(parent.ending, At(1));
  Append(stream, 0, 2, kNoon + kHour);
  EXPECT_THAT(ReadAll(stream, parent.id, kNoon + 24 * kHour), ElementsAre(At(1)));
  EXPECT_THAT(ReadAll(stream, child.id, kNoon + 24 * kHour), ElementsAre(At(2)));
  EXPECT_THAT(ReadAll(stream, parent.id, kNoon + 24 * kHour + kInstant), IsEmpty());
  EXPECT_THAT(ReadAll(stream, child.id, kNoon + 25 * kHour + kInstant), IsEmpty());
}

TEST(TableStreamTest, AShardThatIsOpenedAtATimeOfAnotherHasAnIdOfItsOwn) {
  TableStream stream = NewStream();
  Append(stream, 0, 1, kNoon + 3 * kHour);
  stream.NoteClockSetBack(kNoon - 48 * kHour);
  stream.NoteClockSetBack(kNoon - 96 * kHour);
  stream.NoteClockSetBack(kNoon - 96 * kHour);
  Append(stream, 0, 2, kNoon - 49 * kHour);
  stream.NoteClockSetBack(kNoon - 96 * kHour);
  const std::vector<StreamShardDescription> shards = stream.Shards(kNoon - 96 * kHour);
  std::set<std::string> ids;
  for (const StreamShardDescription& shard : shards) ids.insert(shard.id);
  EXPECT_THAT(ids, SizeIs(shards.size()));
  EXPECT_GT(shards.size(), 3u);
}

TEST(TableStreamTest, ASmallStepBackOfTheClockClosesNoShard) {
  TableStream stream = NewStream();
  Append(stream, 0, 1, kNoon + 3 * kHour);
  stream.NoteClockSetBack(kNoon);
  EXPECT_THAT(stream.Shards(kNoon), SizeIs(1));
}

TEST(TableStreamTest, RecordsAreTrimmedAfterADay) {
  TableStream stream = NewStream();
  const std::string shard = stream.Shards(kNoon)[0].id;
  Append(stream, 0, 1, kNoon);
  Append(stream, 0, 5, kNoon + kHour);
  EXPECT_EQ(stream.BoundsOf(shard, kNoon + 24 * kHour)->trim_horizon, At(1));
  EXPECT_THAT(ReadAll(stream, shard, kNoon + 24 * kHour), ElementsAre(At(1), At(5)));
  const absl::Time now = kNoon + 24 * kHour + kInstant;
  EXPECT_EQ(stream.BoundsOf(shard, now)->trim_horizon, At(1).Next());
  EXPECT_THAT(ReadAll(stream, shard, now), ElementsAre(At(5)));
  EXPECT_TRUE(stream.Read(shard, At(1), 10, now)->trimmed);
  // A reader that has read all trimmed records has missed nothing.
  EXPECT_FALSE(stream.Read(shard, At(1).Next(), 10, now)->trimmed);
}

// After the clock was moved forward, all records may have to be freed together. No single write frees all of them.
TEST(TableStreamTest, TrimmedRecordsCannotBeReadAndAreFreedInParts) {
  constexpr uint64_t kRecords = 10'000;
  TableStream stream = NewStream();
  const std::string shard = stream.Shards(kNoon)[0].id;
  const Ref<const Item> item = Item::Create(AttributeMap());
  for (uint64_t commit = 1; commit <= kRecords; ++commit) {
    LatchLock lock(&stream.latch(0));
    stream.Append(0, {.number = At(commit), .time = kNoon, .before = nullptr, .after = item});
  }
  const absl::Time now = kNoon + 25 * kHour;
  Append(stream, 0, kRecords + 1, now);
  EXPECT_FALSE(item->HasOneReference());
  EXPECT_EQ(stream.BoundsOf(shard, now)->trim_horizon, At(kRecords).Next());
  EXPECT_THAT(ReadAll(stream, shard, now), IsEmpty());
  EXPECT_TRUE(stream.Read(shard, At(1), 10, now)->trimmed);
  EXPECT_THAT(Numbers(*stream.Read(shard, At(1), 10, now)), IsEmpty());
  // After the shard itself was dropped, its records are still not all freed.
  EXPECT_FALSE(stream.BoundsOf(shard, now + 5 * kHour).has_value());
  EXPECT_FALSE(item->HasOneReference());
  int calls = 1;
  for (; stream.FreeSomeTrimmed(now + 5 * kHour); ++calls) ASSERT_LT(calls, 100);
  EXPECT_GT(calls, 5);
  EXPECT_TRUE(item->HasOneReference());
}

TEST(TableStreamTest, WritesFreeTrimmedRecordsFasterThanTheyAddRecords) {
  constexpr uint64_t kRecords = 1'000;
  TableStream stream = NewStream();
  const Ref<const Item> item = Item::Create(AttributeMap());
  for (uint64_t commit = 1; commit <= kRecords; ++commit) {
    LatchLock lock(&stream.latch(0));
    stream.Append(0, {.number = At(commit), .time = kNoon, .before = nullptr, .after = item});
  }
  for (uint64_t commit = 1; commit <= 20; ++commit) Append(stream, 0, kRecords + commit, kNoon + 25 * kHour);
  EXPECT_TRUE(item->HasOneReference());
}

TEST(TableStreamTest, ARecordIsNotTrimmedBeforeAnEarlierRecordWithALaterTime) {
  TableStream stream = NewStream();
  const std::string shard = stream.Shards(kNoon)[0].id;
  Append(stream, 0, 1, kNoon + 2 * kHour);
  Append(stream, 0, 2, kNoon);
  EXPECT_THAT(ReadAll(stream, shard, kNoon + 26 * kHour), ElementsAre(At(1), At(2)));
  EXPECT_THAT(ReadAll(stream, shard, kNoon + 26 * kHour + kInstant), IsEmpty());
}

TEST(TableStreamTest, AClosedShardIsDroppedADayLater) {
  TableStream stream = NewStream();
  Append(stream, 0, 1, kNoon);
  const std::string shard = stream.Shards(kNoon)[0].id;
  EXPECT_TRUE(stream.BoundsOf(shard, kNoon + 28 * kHour).has_value());
  EXPECT_THAT(ReadAll(stream, shard, kNoon + 28 * kHour), IsEmpty());
  EXPECT_FALSE(stream.BoundsOf(shard, kNoon + 28 * kHour + kInstant).has_value());
  EXPECT_FALSE(stream.Read(shard, At(1), 10, kNoon + 28 * kHour + kInstant).has_value());
  // The child still has the dropped shard as its parent.
  EXPECT_EQ(stream.Shards(kNoon + 28 * kHour + kInstant)[0].parent_id, shard);
}

TEST(TableStreamTest, ADisabledStreamIsClosedAndReadableForADay) {
  TableStream stream = NewStream(2);
  Append(stream, 1, 3, kNoon);
  EXPECT_TRUE(stream.enabled());
  stream.Disable(kNoon + kHour);
  EXPECT_FALSE(stream.enabled());
  EXPECT_EQ(stream.disabled_at(), kNoon + kHour);
  const std::vector<StreamShardDescription> shards = stream.Shards(kNoon + 10 * kHour);
  ASSERT_THAT(shards, SizeIs(2)) << "the shards of a disabled stream get no children";
  EXPECT_EQ(shards[0].ending, shards[0].starting);
  EXPECT_EQ(shards[1].ending, At(3));
  EXPECT_THAT(ReadAll(stream, shards[1].id, kNoon + 10 * kHour), ElementsAre(At(3)));
  EXPECT_THAT(stream.Shards(kNoon + 25 * kHour), SizeIs(2));
  EXPECT_THAT(stream.Shards(kNoon + 25 * kHour + kInstant), IsEmpty());
}

TEST(TableStreamTest, PagesFollowOneAnother) {
  TableStream stream = NewStream();
  const std::string shard = stream.Shards(kNoon)[0].id;
  for (uint64_t commit = 1; commit <= 5; ++commit) Append(stream, 0, commit, kNoon);
  StreamPage page = *stream.Read(shard, At(1), 2, kNoon);
  EXPECT_THAT(Numbers(page), ElementsAre(At(1), At(2)));
  page = *stream.Read(shard, page.next, 2, kNoon);
  EXPECT_THAT(Numbers(page), ElementsAre(At(3), At(4)));
  page = *stream.Read(shard, page.next, 2, kNoon);
  EXPECT_THAT(Numbers(page), ElementsAre(At(5)));
  EXPECT_FALSE(page.ends_shard) << "an open shard has no end";
  page = *stream.Read(shard, page.next, 2, kNoon);
  EXPECT_THAT(Numbers(page), IsEmpty());
  EXPECT_EQ(stream.BoundsOf(shard, kNoon)->latest, page.next);
  stream.Disable(kNoon);
  EXPECT_TRUE(stream.Read(shard, page.next, 2, kNoon)->ends_shard);
  EXPECT_TRUE(stream.Read(shard, At(4), 2, kNoon)->ends_shard);
  EXPECT_FALSE(stream.Read(shard, At(3), 2, kNoon)->ends_shard);
}

TEST(TableStreamTest, ACopyMadeDuringAppendsShowsOneMoment) {
  constexpr uint64_t kRecords = 20'000;
  TableStream stream = NewStream();
  const std::string shard = stream.Shards(kNoon)[0].id;
  std::thread writer([&] {
    for (uint64_t commit = 1; commit <= kRecords; ++commit) Append(stream, 0, commit, kNoon);
  });
  std::vector<std::unique_ptr<TableStream>> copies;
  for (int i = 0; i < 50; ++i) {
    LatchLock lock(&stream.latch(0));
    copies.push_back(std::make_unique<TableStream>(stream, stream.identity().arn));
  }
  uint64_t least = 0;
  for (const std::unique_ptr<TableStream>& copy : copies) {
    const StreamPage page = *copy->Read(shard, At(1), kRecords, kNoon);
    const std::vector<SequenceNumber> numbers = Numbers(page);
    EXPECT_GE(numbers.size(), least);
    least = numbers.size();
    for (uint64_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], At(i + 1));
    Append(*copy, 0, kRecords + 1, kNoon);
  }
  writer.join();
  const StreamPage page = *stream.Read(shard, At(1), 2 * kRecords, kNoon);
  EXPECT_EQ(page.last - page.first, kRecords) << "records appended to a copy are not in the original";
}

// The times are the bounds of a clock's range, and infinite ones, which no clock should return.
TEST(TableStreamTest, AnAppendTerminatesForEveryTime) {
  for (const absl::Time now : {kTimeMax, absl::InfiniteFuture()}) {
    TableStream stream(IdentityOf("Slots", "label", kTimeMin), 1, At(1));
    Append(stream, 0, 1, now);
    EXPECT_LE(stream.Shards(now).size(), 8u);
    Append(stream, 0, 2, absl::InfinitePast());
    EXPECT_LE(stream.Shards(now).size(), 8u);
  }
}

}  // namespace
}  // namespace holdfast
