#include "server/race/race_actor.h"

#include <gtest/gtest.h>

namespace holdfast::server {
namespace {

using HeaderList = std::vector<std::pair<std::string_view, std::string_view>>;

Result<RaceActor, std::string> Read(const HeaderList& headers, std::string_view target = "/") {
  const HttpRequest request{.method = "POST", .target = target, .headers = headers};
  return ReadRaceActor(request, ParseEndpoint(target));
}

bool NamesAnActor(const HeaderList& headers, std::string_view target = "/") {
  const HttpRequest request{.method = "POST", .target = target, .headers = headers};
  return NamesActor(request, ParseEndpoint(target));
}

TEST(RaceActorTest, TheHeaderTakesPrecedenceOverTheEndpoint) {
  EXPECT_EQ(Read({})->name, "");
  EXPECT_EQ(Read({{"X-Holdfast-Actor", " alice "}})->name, "alice");
  EXPECT_EQ(Read({}, "/_holdfast/actors/bob")->name, "bob");
  EXPECT_EQ(Read({}, "/_holdfast/forks/f1/actors/bob")->name, "bob");
  EXPECT_EQ(Read({{"x-holdfast-actor", "alice"}}, "/_holdfast/actors/bob")->name, "alice");
  EXPECT_FALSE(NamesAnActor({}));
  EXPECT_FALSE(NamesAnActor({{"x-holdfast-thread", "1"}}, "/_holdfast/forks/f1"));
  EXPECT_TRUE(NamesAnActor({{"x-holdfast-actor", ""}}));
  EXPECT_TRUE(NamesAnActor({}, "/_holdfast/actors/bob"));
}

TEST(RaceActorTest, ReadsThreadOutstandingAndInvocation) {
  const auto plain = Read({{"x-holdfast-actor", "alice"}});
  EXPECT_EQ(plain->thread, std::nullopt);
  EXPECT_EQ(plain->outstanding, std::nullopt);
  EXPECT_EQ(plain->invocation, "");
  const auto full = Read({{"x-holdfast-thread", "2"},
                          {"x-holdfast-outstanding", "1000"},
                          {"amz-sdk-invocation-id", "5b1c"},
                          {"x-holdfast-actor", "alice"}});
  ASSERT_TRUE(full.ok()) << full.error();
  EXPECT_EQ(full->thread, 2u);
  EXPECT_EQ(full->outstanding, 1000u);
  EXPECT_EQ(full->invocation, "5b1c");
}

TEST(RaceActorTest, AnInvalidNumberIsQuotedInTheError) {
  const auto bad = Read({{"x-holdfast-thread", "\xff"}});
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error(), "x-holdfast-thread must be a number from 1 to 1000, not '\u00ff'");
  for (const std::string_view text : {"", "0", "-1", "1001", "99999999999999999999", "1 2", "0x1", "1.0"}) {
    EXPECT_FALSE(Read({{"x-holdfast-outstanding", text}}).ok()) << text;
  }
  EXPECT_EQ(Read({{"x-holdfast-actor", "  "}}).error(), "x-holdfast-actor is empty");
}

}  // namespace
}  // namespace holdfast::server
