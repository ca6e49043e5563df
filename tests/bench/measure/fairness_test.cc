#include "bench/measure/fairness.h"

#include <gtest/gtest.h>

namespace holdfast::bench {
namespace {

TEST(Fairness, EqualSharesHaveIndexOne) {
  const Fairness fairness = FairnessOf({5, 5, 5, 5});
  EXPECT_DOUBLE_EQ(fairness.jain_index, 1);
  EXPECT_DOUBLE_EQ(fairness.most, 1);
  EXPECT_DOUBLE_EQ(fairness.least, 1);
  EXPECT_EQ(fairness.clients_with_nothing, 0);
}

TEST(Fairness, OneClientWithEverythingHasIndexOneOverN) {
  const Fairness fairness = FairnessOf({0, 0, 12, 0});
  EXPECT_DOUBLE_EQ(fairness.jain_index, 0.25);
  EXPECT_DOUBLE_EQ(fairness.most, 4);
  EXPECT_DOUBLE_EQ(fairness.least, 0);
  EXPECT_EQ(fairness.clients_with_nothing, 3);
}

// (2 + 1)² / (2 × (2² + 1²)) = 9/10
TEST(Fairness, SharesOfTwoAndOneHaveIndexNineTenths) {
  const Fairness fairness = FairnessOf({2, 1});
  EXPECT_DOUBLE_EQ(fairness.jain_index, 0.9);
  EXPECT_DOUBLE_EQ(fairness.most, 4.0 / 3);
  EXPECT_DOUBLE_EQ(fairness.least, 2.0 / 3);
}

TEST(Fairness, NothingToShareHasIndexOne) {
  EXPECT_DOUBLE_EQ(FairnessOf({0, 0}).jain_index, 1);
  EXPECT_EQ(FairnessOf({0, 0}).clients_with_nothing, 2);
  EXPECT_DOUBLE_EQ(FairnessOf({}).jain_index, 1);
}

}  // namespace
}  // namespace holdfast::bench
