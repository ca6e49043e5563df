#include "server/race/delay_planner.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace holdfast::server {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kHold{100};
// Stands for a database: the planner compares only addresses.
const int kDatabase = 0;

Access Read(const std::string& key) {
  Access access{&kDatabase, "GetItem", "Rooms", {}, {}, false};
  access.footprint.Add(race::Area::Key("table/Rooms", key, "", false));
  return access;
}

Access Write(const std::string& key) {
  Access access{&kDatabase, "PutItem", "Rooms", {}, {}, true};
  access.footprint.Add(race::Area::Key("table/Rooms", key, "", true));
  access.footprint.Add(race::Area::All("stream/Rooms", true));
  access.targets = {race::Target{{"Rooms", key, ""}, key, true}};
  return access;
}

class DelayPlannerTest : public ::testing::Test {
 protected:
  void SetUp() override { BeginRun(); }
  void BeginRun() {
    now_ += std::chrono::hours(1);
    planner_.BeginRun(kHold, ++seed_, now_);
  }
  std::optional<std::string> Send(const Access& access) {
    now_ += milliseconds(1);
    std::optional<std::string> site = planner_.Choose(access, now_);
    planner_.BeginExecution(access, now_);
    return site;
  }

  DelayPlanner planner_;
  DelayPlanner::Clock::time_point now_{std::chrono::hours(1'000)};
  uint64_t seed_ = 0;
};

TEST_F(DelayPlannerTest, DelaysAWriteToAnItemThatWasReadAMomentAgo) {
  EXPECT_FALSE(Send(Read("room7")).has_value());
  const auto site = Send(Write("room7"));
  ASSERT_TRUE(site.has_value());
  EXPECT_EQ(*site, "write after read/PutItem/Rooms/1");
}

TEST_F(DelayPlannerTest, DelaysNeitherReadsNorTheFirstWrite) {
  for (int i = 0; i < 50; ++i) {
    BeginRun();
    EXPECT_FALSE(Send(Write("room7")).has_value());
    EXPECT_FALSE(Send(Read("room7")).has_value());
    EXPECT_FALSE(Send(Read("room8")).has_value());
  }
}

TEST_F(DelayPlannerTest, DoesNotDelayAWriteLongAfterTheRead) {
  Send(Read("room7"));
  now_ += DelayPlanner::kRecentAgeMax + milliseconds(1);
  EXPECT_FALSE(Send(Write("room7")).has_value());
}

TEST_F(DelayPlannerTest, DelaysAWriteThatChangesAnIndexThatWasRead) {
  Access query{&kDatabase, "Query", "Rooms", {}, {}, false};
  query.footprint.Add(race::Area::Partition("index/Rooms/byDate", "monday", false));
  Access write = Write("room7");
  write.footprint.Add(race::Area::All("index/Rooms/byDate", true));
  Send(query);
  EXPECT_TRUE(Send(write).has_value());
}

TEST_F(DelayPlannerTest, UnproductiveDelaysTakeAtMostOneDelayAndATwentiethOfTheTime) {
  size_t delays = 0;
  for (int i = 0; i < 500; ++i) {
    const std::string key = "room" + std::to_string(i);
    Send(Read(key));
    now_ += milliseconds(8);
    if (const auto site = Send(Write(key))) {
      ++delays;
      now_ += kHold;
      planner_.Learn(*site, false, kHold);
    }
  }
  // A delay begins only if it and the delays so far fit in kHold and a twentieth of the time: at 0 s, 2 s and 4 s. The
  // fourth would need 6 s, and the run takes 5.3 s.
  EXPECT_EQ(delays, 3u);
}

TEST_F(DelayPlannerTest, AlwaysDelaysAtASiteThatWasProductive) {
  Send(Read("room7"));
  const auto site = Send(Write("room7"));
  ASSERT_TRUE(site.has_value());
  planner_.Learn(*site, true, milliseconds(20));
  EXPECT_EQ(planner_.productive_sites(), 1u);
  for (int i = 0; i < 20; ++i) {
    BeginRun();
    // Uses up the time that unproductive delays may take in this run.
    planner_.Learn("another site", false, kHold);
    Send(Read("room7"));
    const auto again = Send(Write("room7"));
    ASSERT_TRUE(again.has_value()) << i;
    planner_.Learn(*again, true, milliseconds(20));
  }
}

TEST_F(DelayPlannerTest, SometimesDelaysTheSecondOfTwoWritesToOneItem) {
  std::optional<std::string> site;
  for (int run = 0; run < 50 && !site.has_value(); ++run) {
    BeginRun();
    Send(Write("room7"));
    site = Send(Write("room7"));
  }
  EXPECT_EQ(site, "second write/PutItem/Rooms/1");
}

TEST_F(DelayPlannerTest, SometimesDelaysAWriteOfAnotherItemUnlessSomethingWasReadSince) {
  std::optional<std::string> site;
  for (int run = 0; run < 50 && !site.has_value(); ++run) {
    BeginRun();
    Send(Write("room7"));
    site = Send(Write("room8"));
  }
  EXPECT_EQ(site, "between writes/PutItem/Rooms/1");
  for (int run = 0; run < 50; ++run) {
    BeginRun();
    Send(Write("room7"));
    Send(Read("room9"));
    EXPECT_FALSE(Send(Write("room8")).has_value());
  }
}

TEST_F(DelayPlannerTest, DoesNotDelayAWriteAfterAReadOfAnotherDatabase) {
  const int other_database = 0;
  Access read = Read("room7");
  read.database = &other_database;
  Send(read);
  EXPECT_FALSE(Send(Write("room7")).has_value());
}

TEST_F(DelayPlannerTest, DelaysNothingIfTheLongestDelayIsZero) {
  planner_.BeginRun(milliseconds(0), ++seed_, now_);
  Send(Read("room7"));
  EXPECT_FALSE(Send(Write("room7")).has_value());
}

TEST_F(DelayPlannerTest, LimitsTheDelaysOfARun) {
  size_t delays = 0;
  for (int run = 0; run < 2; ++run) {
    BeginRun();
    delays = 0;
    for (size_t i = 0; i < 2 * DelayPlanner::kDelaysPerRunMax; ++i) {
      Send(Read("room7"));
      if (const auto site = Send(Write("room7"))) {
        ++delays;
        planner_.Learn(*site, true, milliseconds(1));
      }
      // Lets the time pass that one more unproductive delay needs.
      now_ += 30 * kHold;
    }
  }
  EXPECT_EQ(delays, DelayPlanner::kDelaysPerRunMax);
}

TEST_F(DelayPlannerTest, TriesOtherSitesAfterOneWasUnproductive) {
  size_t first = 0;
  size_t second = 0;
  for (int run = 0; run < 40; ++run) {
    BeginRun();
    for (int i = 0; i < 2; ++i) {
      const std::string key = "room" + std::to_string(i);
      Send(Read(key));
      if (const auto site = Send(Write(key))) {
        ++(site->ends_with("/1") ? first : second);
        planner_.Learn(*site, false, kHold);
      }
    }
  }
  EXPECT_GT(first, 0u);
  EXPECT_GT(second, 0u);
  EXPECT_LT(first, 15u);
}

TEST(OrderMatters, ForWritesOfOneItemAndForReadsOfWhatIsWritten) {
  EXPECT_TRUE(OrderMatters(Write("a"), Write("a")));
  EXPECT_TRUE(OrderMatters(Read("a"), Write("a")));
  EXPECT_FALSE(OrderMatters(Read("a"), Read("a")));
  EXPECT_FALSE(OrderMatters(Read("a"), Write("b")));
  // Of two writes only the items are compared: their areas of the table's stream always overlap.
  EXPECT_FALSE(OrderMatters(Write("a"), Write("b")));
}

// Two transactions of which each checks what the other writes: write skew.
TEST(OrderMatters, ForAWriteOfAnItemThatATransactionChecks) {
  const auto transaction = [](const std::string& written, const std::string& checked) {
    Access access = Write(written);
    access.targets.push_back(race::Target{{"Rooms", checked, ""}, checked, false});
    return access;
  };
  EXPECT_TRUE(OrderMatters(transaction("a", "b"), Write("b")));
  EXPECT_TRUE(OrderMatters(transaction("a", "b"), transaction("b", "a")));
  EXPECT_FALSE(OrderMatters(transaction("a", "c"), transaction("b", "c")));
  EXPECT_FALSE(WriteSameItem(transaction("a", "b"), Write("b")));
}

TEST_F(DelayPlannerTest, PlannersMayShareRecords) {
  Send(Read("room7"));
  const auto site = Send(Write("room7"));
  ASSERT_TRUE(site.has_value());
  planner_.Learn(*site, /*productive=*/true, milliseconds(5));

  DelayPlanner other;
  other.ShareRecordsOf(planner_);
  EXPECT_EQ(other.productive_sites(), 1u);
  other.BeginRun(kHold, 1, now_);
  other.Learn("another site", false, kHold);
  other.Choose(Read("room7"), now_);
  other.BeginExecution(Read("room7"), now_);
  EXPECT_EQ(other.Choose(Write("room7"), now_), site);
}

}  // namespace
}  // namespace holdfast::server
