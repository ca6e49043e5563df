#include "engine/database/call_rate.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "engine/operations/settings/describe_time_to_live.h"
#include "engine/operations/streams/describe_stream.h"
#include "engine/operations/streams/list_streams.h"
#include "tests/engine/operations/streams/stream_table.h"

namespace holdfast::testing {
namespace {

TEST(CallRate, IsThatOfEachSecond) {
  absl::Time now = absl::FromUnixSeconds(1'000);
  CallRate rate(2);
  EXPECT_TRUE(rate.Take(now));
  EXPECT_TRUE(rate.Take(now));
  EXPECT_FALSE(rate.Take(now));
  now += absl::Milliseconds(500);
  EXPECT_TRUE(rate.Take(now));
  EXPECT_FALSE(rate.Take(now));
  now += absl::Hours(1);
  EXPECT_TRUE(rate.Take(now));
  EXPECT_TRUE(rate.Take(now));
  EXPECT_FALSE(rate.Take(now)) << "unused calls are not kept";
}

TEST(CallRate, CountsFromTheNewTimeAfterTheClockWasSetBack) {
  const absl::Time now = absl::FromUnixSeconds(1'000);
  CallRate rate(1);
  EXPECT_TRUE(rate.Take(now));
  EXPECT_FALSE(rate.Take(now - absl::Hours(1)));
  EXPECT_TRUE(rate.Take(now - absl::Hours(1) + absl::Seconds(1)));
}

TEST(CallRate, AppliesToThreeOperationsWithRealisticTiming) {
  EngineOptions options;
  options.realistic_timing = true;
  const auto clock = std::make_shared<VirtualClock>(absl::FromUnixSeconds(1'791'503'000));
  DatabaseState state("000000000000", "us-east-1", options, clock, 1);
  ASSERT_EQ(Outcome(CreateTable(state, WithStream(PlainTable(kItems)))), "ok");
  clock->Advance(absl::Minutes(1));
  const std::string arn = ListStreams(state, {})->streams.at(0).stream_arn;
  clock->Advance(absl::Seconds(1));
  const struct {
    int calls;
    std::function<std::string()> call;
  } operations[] = {{5, [&] { return Outcome(ListStreams(state, {})); }},
                    {10, [&] { return Outcome(DescribeStream(state, {.stream_arn = arn})); }},
                    {4, [&] { return Outcome(DescribeTimeToLive(state, {kItems})); }}};
  for (const auto& [calls, call] : operations) {
    for (int i = 0; i < calls; ++i) EXPECT_EQ(call(), "ok") << calls;
    EXPECT_EQ(call(), "Throttling: Rate exceeded") << calls;
    clock->Advance(absl::Seconds(1));
    EXPECT_EQ(call(), "ok") << calls;
  }
}

TEST(CallRate, DoesNotApplyByDefault) {
  StreamTable table;
  for (int i = 0; i < 100; ++i) EXPECT_EQ(Outcome(ListStreams(table.state, {})), "ok");
}

}  // namespace
}  // namespace holdfast::testing
