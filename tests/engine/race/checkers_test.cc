// Tests the checkers of histories with good and bad histories, and parts of the race lab: footprints, the text form of
// schedules, and the shrinker.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "engine/race/history/detector.h"
#include "engine/race/history/history.h"
#include "engine/race/steps/footprint.h"
#include "engine/race/steps/schedule.h"
#include "engine/race/strategies/shrink.h"
#include "tests/engine/race/race_builders.h"
#include "tests/support/seeded_test.h"

namespace holdfast::race {
namespace {

using ::testing::HasSubstr;
using testing::S;
using ReadKind = StaleWriteDetector::ReadKind;

ItemRef SomeItem() { return Item::Create(AttributeMap{{"pk", S("x")}}); }
ItemVersion Read(const char* key, uint64_t version) { return {{"T", key, ""}, version, 0, nullptr, nullptr, key}; }
ItemVersion Write(const char* key, uint64_t version, uint64_t replaced) {
  return {{"T", key, ""}, version, replaced, SomeItem(), nullptr, key};
}

HistoryEntry Entry(const char* actor, uint64_t begin, uint64_t end, const std::vector<ItemVersion>& reads,
                   const std::vector<ItemVersion>& writes, bool atomic = false) {
  HistoryEntry entry;
  entry.actor = actor;
  entry.operation = atomic ? "TransactGetItems" : "GetItem";
  entry.begin_commit = begin;
  entry.end_commit = end;
  entry.reads.assign(reads.begin(), reads.end());
  entry.writes.assign(writes.begin(), writes.end());
  entry.atomic = atomic;
  return entry;
}

TEST(Contradiction, AcceptsAHistoryThatSomeOrderExplains) {
  History history;
  history.entries = {Entry("a", 1, 2, {}, {Write("x", 2, 1)}), Entry("b", 1, 3, {Read("x", 1)}, {}),
                     Entry("b", 2, 3, {Read("x", 2), Read("y", 0)}, {}, true),
                     Entry("a", 2, 3, {}, {Write("y", 3, 0)})};
  EXPECT_EQ(Contradiction(history), std::nullopt);
}

TEST(Contradiction, AcceptsAWriteThatReplacedSomethingUnknown) {
  ItemVersion first = Write("x", 2, 0);
  first.replaced.reset();
  History history;
  history.entries = {Entry("b", 1, 1, {Read("x", 1)}, {}), Entry("a", 1, 2, {}, {first}),
                     Entry("a", 2, 3, {}, {Write("x", 3, 2)})};
  EXPECT_EQ(Contradiction(history), std::nullopt);
}

TEST(Contradiction, ReportsAReadOfAVersionThatIsNotCurrent) {
  History history;
  history.entries = {Entry("a", 1, 2, {}, {Write("x", 2, 1)}), Entry("b", 2, 3, {Read("x", 1)}, {})};
  EXPECT_THAT(Contradiction(history).value_or(""), HasSubstr("b's GetItem read v1 of x, which was not current"));
  // Eventually consistent reads need not be current.
  history.entries.back().consistent = false;
  EXPECT_EQ(Contradiction(history), std::nullopt);
}

TEST(Contradiction, ReportsATransactionThatReadsTwoMoments) {
  History history;
  history.entries = {Entry("a", 1, 2, {}, {Write("x", 2, 1)}), Entry("a", 2, 3, {}, {Write("y", 3, 1)}),
                     Entry("b", 1, 3, {Read("x", 1), Read("y", 3)}, {}, true)};
  EXPECT_THAT(Contradiction(history).value_or(""), HasSubstr("never current together: v1 of x, v3 of y"));
}

TEST(Contradiction, ReportsWritesThatHaveNoOrder) {
  History twice;
  twice.entries = {Entry("a", 1, 2, {}, {Write("x", 2, 1)}), Entry("b", 1, 2, {}, {Write("x", 2, 1)})};
  EXPECT_THAT(Contradiction(twice).value_or(""), HasSubstr("both wrote v2 of x"));
  History lost;
  lost.entries = {Entry("a", 1, 2, {}, {Write("x", 2, 1)}), Entry("b", 1, 3, {}, {Write("x", 3, 1)})};
  EXPECT_THAT(Contradiction(lost).value_or(""), HasSubstr("wrote v3 over v1, but v2 was stored"));
}

class DetectorTest : public ::testing::Test {
 protected:
  std::vector<Finding> Put(const char* actor, uint64_t version, uint64_t replaced, bool unconditional = true,
                           bool keeps_other_updates = false) {
    std::vector<ItemVersion> versions = {Write("x", version, replaced)};
    versions[0].areas = {Area::Key("table/T", "x", "", true), Area::Key("index/T/i", "g", "x", true)};
    const std::vector<bool> keeping = {keeps_other_updates};
    return detector_.Check({actor, "PutItem", unconditional, versions, keeping});
  }
  StaleWriteDetector detector_;
};

TEST_F(DetectorTest, FindsALostUpdate) {
  detector_.Read("a", ReadKind::kConsistent, {}, {Read("x", 1)});
  detector_.Read("b", ReadKind::kConsistent, {}, {Read("x", 1)});
  EXPECT_TRUE(Put("a", 2, 1).empty());
  const std::vector<Finding> found = Put("b", 3, 2);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(Describe(found.front()), "lost update: b's PutItem of x in T overwrites v2, but b had read v1");
}

TEST_F(DetectorTest, AcceptsConditionsCommutingUpdatesAndBlindWrites) {
  detector_.Read("a", ReadKind::kEventual, {}, {Read("x", 1)});
  EXPECT_TRUE(Put("a", 3, 2, false).empty());
  detector_.Read("b", ReadKind::kConsistent, {}, {Read("x", 2)});
  EXPECT_TRUE(Put("b", 4, 3, true, true).empty());
  EXPECT_TRUE(Put("never read", 5, 4).empty());
  // The actor knows the version that it overwrites, because it wrote that version itself.
  EXPECT_TRUE(Put("never read", 6, 5).empty());
}

TEST_F(DetectorTest, FindsDecisionsOnIndexesAndOnEventuallyConsistentReads) {
  detector_.Read("a", ReadKind::kEventual, {}, {Read("x", 1)});
  const std::vector<Finding> on_eventual_read = Put("a", 2, 1);
  ASSERT_EQ(on_eventual_read.size(), 1u);
  EXPECT_EQ(on_eventual_read.front().kind, Finding::Kind::kDecidedOnEventualRead);
  Footprint range;
  range.Add(Area::Partition("index/T/i", "g", false));
  detector_.Read("b", ReadKind::kIndex, range, {});
  const std::vector<Finding> found = Put("b", 3, 2);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.front().kind, Finding::Kind::kDecidedOnIndex);
  // A later consistent read of the item supersedes the read of the index.
  detector_.Read("c", ReadKind::kIndex, range, {});
  detector_.Read("c", ReadKind::kConsistent, {}, {Read("x", 3)});
  EXPECT_TRUE(Put("c", 4, 3).empty());
}

TEST_F(DetectorTest, ComparesEachItemOfATransactionWithItsOwnAreas) {
  Footprint range;
  range.Add(Area::Partition("index/T/i", "g", false));
  detector_.Read("a", ReadKind::kIndex, range, {});
  std::vector<ItemVersion> versions = {Write("x", 2, 1), Write("y", 2, 1)};
  versions[0].areas = {Area::Key("table/T", "x", "", true)};
  versions[1].areas = {Area::Key("table/T", "y", "", true), Area::Key("index/T/i", "g", "y", true)};
  const std::vector<bool> keeping = {false, false};
  const std::vector<Finding> found = detector_.Check({"a", "TransactWriteItems", true, versions, keeping});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.front().key_text, "y");
}

TEST(Footprint, DependsOnAnotherWhereRangesOverlapAndOneWrites) {
  const auto footprint_of = [](Area area) {
    Footprint footprint;
    footprint.Add(std::move(area));
    return footprint;
  };
  const Footprint key = footprint_of(Area::Key("t", "p", "s", true));
  EXPECT_TRUE(DependentWith(key, footprint_of(Area::Key("t", "p", "s", false))));
  EXPECT_TRUE(DependentWith(key, footprint_of(Area::Partition("t", "p", false))));
  EXPECT_TRUE(DependentWith(footprint_of(Area::All("t", false)), key));
  EXPECT_FALSE(DependentWith(key, footprint_of(Area::Key("t", "p", "t", true))));
  EXPECT_FALSE(DependentWith(key, footprint_of(Area::Key("t", "q", "s", true))));
  EXPECT_FALSE(DependentWith(key, footprint_of(Area::Key("u", "p", "s", true))));
  EXPECT_FALSE(DependentWith(footprint_of(Area::All("t", false)), footprint_of(Area::All("t", false))));
  Area range = Area::Partition("t", "p", false);
  range.lower = "a";
  range.upper = "s";
  EXPECT_FALSE(DependentWith(key, footprint_of(range)));
  range.upper = "t";
  EXPECT_TRUE(DependentWith(key, footprint_of(range)));
  Footprint everything;
  everything.everything = true;
  EXPECT_TRUE(DependentWith(key, everything));
  EXPECT_FALSE(DependentWith(Footprint(), everything));
}

// Pairs of random footprints: the index must find what a comparison of each area with each finds.
TEST(FootprintIndex, FindsTheFootprintsThatOverlap) {
  HOLDFAST_SEEDED_RANDOM(random);
  const auto random_text = [&] { return std::string(random.Below(3), static_cast<char>('a' + random.Below(2))); };
  const auto random_footprint = [&] {
    Footprint footprint;
    footprint.everything = random.Below(20) == 0;
    for (uint64_t areas = random.Below(4); areas > 0; --areas) {
      Area area = Area::All(random_text(), random.Below(2) == 0);
      if (random.Below(3) != 0) area.partition = random_text();
      if (random.Below(2) == 0) area = Area::Key(area.space, random_text(), random_text(), area.writes);
      if (random.Below(3) == 0) area.lower = random_text();
      if (random.Below(3) == 0) area.upper = random_text();
      footprint.Add(area);
    }
    return footprint;
  };
  for (int round = 0; round < 2'000; ++round) {
    std::vector<Footprint> footprints(5);
    FootprintIndex index;
    for (size_t i = 0; i < footprints.size(); ++i) index.Add(footprints[i] = random_footprint(), i);
    const Footprint other = random_footprint();
    std::vector<bool> found(footprints.size());
    index.MarkDependent(other, found);
    for (size_t i = 0; i < footprints.size(); ++i) {
      const Footprint& one = footprints[i];
      bool overlaps = (one.everything || other.everything) && !one.empty() && !other.empty();
      for (const Area& a : one.areas) {
        for (const Area& b : other.areas) overlaps = overlaps || ((a.writes || b.writes) && a.Overlaps(b));
      }
      ASSERT_EQ(found[i], overlaps);
      ASSERT_EQ(DependentWith(one, other), overlaps);
    }
  }
}

TEST(Schedule, IsTheSameAfterFormattingAndParsing) {
  const Schedule schedule = {{"alice", {}, 'G'},
                             {"bob:2", {}, 'P'},
                             {"bob:2", {}, 'P'},
                             {"alice", Variant::Stale(2), 'Q'},
                             {"alice", Variant::Fault(FaultAction::kCommitThenDrop), 'T'},
                             {"ttl", Variant::Keep(), 'x'}};
  const std::string text = FormatSchedule(schedule);
  EXPECT_EQ(text, "alice,bob:2*2,alice~2,alice!commit_then_drop,ttl!keep#GPPQTx");
  const auto parsed = ParseSchedule(text);
  ASSERT_TRUE(parsed.ok()) << parsed.error();
  EXPECT_EQ(*parsed, schedule);
}

TEST(Schedule, ReportsTheInvalidPart) {
  const auto error = [](std::string_view text) {
    const auto parsed = ParseSchedule(text);
    return parsed.ok() ? std::string("(ok)") : parsed.error();
  };
  EXPECT_EQ(error(""), "the schedule is empty");
  EXPECT_EQ(error("alice,,bob"), "the schedule has no name of an actor in ''");
  EXPECT_EQ(error("al ice"), "the schedule has no name of an actor in 'al ice'");
  EXPECT_EQ(error("alice*0"), "the schedule has no number from 1 to 10000 after '*' in 'alice*0'");
  EXPECT_EQ(error("alice*10001"), "the schedule has no number from 1 to 10000 after '*' in 'alice*10001'");
  EXPECT_EQ(error("alice~x"), "the schedule has no number from 1 to 10000 after '~' in 'alice~x'");
  EXPECT_EQ(error("alice!fire"), "the schedule has a fault that does not exist, 'fire', in 'alice!fire'");
  EXPECT_EQ(error("alice:1"), "the schedule has no number from 2 to 10000 after ':' in 'alice:1'");
  for (const char* text : {"alice:02", "alice:+2", "alice: 2"}) {
    EXPECT_EQ(error(text), "the schedule has no number from 2 to 10000 after ':' in '" + std::string(text) + "'");
  }
  EXPECT_EQ(error("alice*2#G"), "the schedule has 2 steps, but 1 letters after '#'");
}

TEST(Shrinker, RemovesAnomaliesActorsAndSwitchesThatTheFailureDoesNotNeed) {
  // A run fails if a step of bob is between two steps of alice. Neither the fault nor carol matters. The shrinker does
  // not remove single steps of an actor, so bob keeps all three.
  const auto fails = [](const Schedule& schedule) {
    std::string actors;
    for (const ScheduledStep& step : schedule) actors += step.thread[0];
    const size_t bob = actors.find('b');
    return bob != std::string::npos && actors.find('a') < bob && actors.rfind('a') != std::string::npos &&
           actors.rfind('a') > bob;
  };
  const auto parsed = ParseSchedule("carol,alice,carol,bob!throttle,carol,bob,alice,bob");
  ASSERT_TRUE(parsed.ok());
  const auto shrink = [&](bool may_drop_actors) {
    Shrinker shrinker(*parsed, {"alice", "bob", "carol"}, may_drop_actors);
    while (const auto candidate = shrinker.Next()) shrinker.Report(fails(candidate->schedule), candidate->schedule);
    return shrinker.best();
  };
  EXPECT_EQ(FormatSchedule(shrink(true).schedule), "alice,bob*3,alice");
  EXPECT_THAT(shrink(true).actors, ::testing::ElementsAre("alice", "bob"));
  EXPECT_EQ(FormatSchedule(shrink(false).schedule), "carol*3,alice,bob*3,alice");
  EXPECT_THAT(shrink(false).actors, ::testing::ElementsAre("alice", "bob", "carol"));
}

TEST(Shrinker, TakesLittleMemoryForALongSchedule) {
  Schedule schedule;
  for (int i = 0; i < 3'000; ++i) schedule.push_back({i % 2 == 0 ? "alice" : "bob"});
  const auto peak_bytes = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<size_t>(usage.ru_maxrss) * 1'024;
  };
  const size_t before = peak_bytes();
  Shrinker shrinker(schedule, {"alice", "bob"}, /*may_drop_actors=*/false);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(shrinker.Next().has_value());
  EXPECT_LT(peak_bytes() - before, 100'000'000u);
}

}  // namespace
}  // namespace holdfast::race
