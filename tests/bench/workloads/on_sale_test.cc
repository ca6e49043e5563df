#include "bench/workloads/on_sale.h"

#include <gtest/gtest.h>

namespace holdfast::bench {
namespace {

using std::chrono::milliseconds;

constexpr TimePoint kBegin{};

TEST(OnSale, TheNextNumberGoesOnSaleWhenOneIsSold) {
  OnSale on_sale(2);
  EXPECT_EQ(on_sale.CurrentNumber(0, kBegin), 0);
  EXPECT_EQ(on_sale.MarkSold(0, 0, kBegin + milliseconds(5)), milliseconds(5));
  EXPECT_EQ(on_sale.CurrentNumber(0, kBegin + milliseconds(6)), 1);
  EXPECT_EQ(on_sale.CurrentNumber(1, kBegin), 0);
}

TEST(OnSale, ANumberIsSoldOnce) {
  OnSale on_sale(1);
  on_sale.CurrentNumber(0, kBegin);
  EXPECT_TRUE(on_sale.MarkSold(0, 0, kBegin).has_value());
  EXPECT_FALSE(on_sale.MarkSold(0, 0, kBegin).has_value());
  EXPECT_EQ(on_sale.CurrentNumber(0, kBegin), 1);
}

TEST(OnSale, TheWaitBeginsWhenAClientFirstWantsTheNumber) {
  OnSale on_sale(1);
  on_sale.CurrentNumber(0, kBegin + milliseconds(10));
  on_sale.CurrentNumber(0, kBegin + milliseconds(30));
  EXPECT_EQ(on_sale.MarkSold(0, 0, kBegin + milliseconds(50)), milliseconds(40));
  on_sale.CurrentNumber(0, kBegin + milliseconds(70));
  EXPECT_EQ(on_sale.MarkSold(0, 1, kBegin + milliseconds(71)), milliseconds(1));
}

}  // namespace
}  // namespace holdfast::bench
