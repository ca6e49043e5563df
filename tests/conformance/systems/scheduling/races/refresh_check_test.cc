#include "conformance/systems/scheduling/races/refresh_check.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance::scheduling {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Item Stored(int64_t version, const std::string& vault_reference) {
  return {{"version", N(version)}, {"vault_reference", S(vault_reference)}};
}

TEST(WrongRefreshesTest, EachVersionIsRefreshedOnce) {
  EXPECT_THAT(
      WrongRefreshes(
          {{1, "a", AttemptOutcome::kDone}, {1, "b", AttemptOutcome::kRefused}, {2, "c", AttemptOutcome::kDone}},
          Stored(3, "c")),
      IsEmpty());
  EXPECT_THAT(WrongRefreshes({}, Stored(1, "first")), IsEmpty());
}

TEST(WrongRefreshesTest, ARefreshOfUnknownOutcomeMayHaveWon) {
  const std::vector<Refresh> refreshes = {{1, "a", AttemptOutcome::kUnknown}, {1, "b", AttemptOutcome::kUnknown}};
  EXPECT_THAT(WrongRefreshes(refreshes, Stored(1, "first")), IsEmpty());
  EXPECT_THAT(WrongRefreshes(refreshes, Stored(2, "b")), IsEmpty());
}

TEST(WrongRefreshesTest, TwoWinnersOfAVersion) {
  EXPECT_THAT(WrongRefreshes({{1, "a", AttemptOutcome::kDone}, {1, "b", AttemptOutcome::kDone}}, Stored(2, "b")),
              ElementsAre("2 clients refreshed version 1: only the token of one can be kept"));
}

TEST(WrongRefreshesTest, ALostRefresh) {
  EXPECT_THAT(WrongRefreshes({{1, "a", AttemptOutcome::kDone}}, Stored(1, "first")),
              ElementsAre("version 1 was refreshed, and the connection is at version 1"));
}

TEST(WrongRefreshesTest, ARefusalAlthoughNoClientRefreshed) {
  EXPECT_THAT(WrongRefreshes({{1, "a", AttemptOutcome::kRefused}}, Stored(1, "first")),
              ElementsAre("a refresh of version 1 was refused, and nobody has refreshed it"));
}

TEST(WrongRefreshesTest, AVersionThatNoClientStored) {
  EXPECT_THAT(WrongRefreshes({{2, "b", AttemptOutcome::kDone}}, Stored(3, "b")),
              ElementsAre("version 1 is passed, and nobody refreshed it"));
}

TEST(WrongRefreshesTest, TheTokenOfARefusedClient) {
  EXPECT_THAT(WrongRefreshes({{1, "a", AttemptOutcome::kDone}, {1, "b", AttemptOutcome::kRefused}}, Stored(2, "b")),
              ElementsAre("the stored token is b, which no winner stored"));
}

}  // namespace
}  // namespace holdfast::conformance::scheduling
