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

TEST(FindRefreshErrorsTest, EachVersionIsRefreshedOnce) {
  EXPECT_THAT(
      FindRefreshErrors(
          {{1, "a", AttemptOutcome::kDone}, {1, "b", AttemptOutcome::kRefused}, {2, "c", AttemptOutcome::kDone}},
          Stored(3, "c")),
      IsEmpty());
  EXPECT_THAT(FindRefreshErrors({}, Stored(1, "first")), IsEmpty());
}

TEST(FindRefreshErrorsTest, ARefreshOfUnknownOutcomeMayHaveWon) {
  const std::vector<Refresh> refreshes = {{1, "a", AttemptOutcome::kUnknown}, {1, "b", AttemptOutcome::kUnknown}};
  EXPECT_THAT(FindRefreshErrors(refreshes, Stored(1, "first")), IsEmpty());
  EXPECT_THAT(FindRefreshErrors(refreshes, Stored(2, "b")), IsEmpty());
}

TEST(FindRefreshErrorsTest, TwoWinnersOfAVersion) {
  EXPECT_THAT(FindRefreshErrors({{1, "a", AttemptOutcome::kDone}, {1, "b", AttemptOutcome::kDone}}, Stored(2, "b")),
              ElementsAre("2 clients refreshed version 1: only the token of one can be kept"));
}

TEST(FindRefreshErrorsTest, ALostRefresh) {
  EXPECT_THAT(FindRefreshErrors({{1, "a", AttemptOutcome::kDone}}, Stored(1, "first")),
              ElementsAre("version 1 was refreshed, and the connection is at version 1"));
  EXPECT_THAT(
      FindRefreshErrors({{1, "a", AttemptOutcome::kDone}, {1, "b", AttemptOutcome::kRefused}}, Stored(1, "first")),
      ElementsAre("version 1 was refreshed, and the connection is at version 1"));
}

TEST(FindRefreshErrorsTest, ARefusalAlthoughNoClientRefreshed) {
  EXPECT_THAT(FindRefreshErrors({{1, "a", AttemptOutcome::kRefused}}, Stored(1, "first")),
              ElementsAre("a refresh of version 1 was refused, and no client has refreshed it"));
}

TEST(FindRefreshErrorsTest, AVersionThatNoClientStored) {
  EXPECT_THAT(FindRefreshErrors({{2, "b", AttemptOutcome::kDone}}, Stored(3, "b")),
              ElementsAre("the connection is at version 3, and no client refreshed version 1"));
}

TEST(FindRefreshErrorsTest, TheTokenOfARefusedClient) {
  EXPECT_THAT(FindRefreshErrors({{1, "a", AttemptOutcome::kDone}, {1, "b", AttemptOutcome::kRefused}}, Stored(2, "b")),
              ElementsAre("the stored token is b, which no winner stored"));
}

}  // namespace
}  // namespace holdfast::conformance::scheduling
