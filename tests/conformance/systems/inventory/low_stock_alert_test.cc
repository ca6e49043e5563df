#include "conformance/systems/inventory/low_stock_alert.h"

#include "gtest/gtest.h"

namespace holdfast::conformance::inventory {
namespace {

constexpr int64_t kReorderPoint = 3;

// The record of a write that changes the available units from `before` to `after`.
StreamRecord Change(int64_t before, int64_t after) {
  const Stock lamps{"north", "lamp"};
  StreamRecord record;
  record.event_name = "MODIFY";
  record.keys = StockKey(lamps);
  record.old_image = StockItem(lamps, 10, 10 - before, kReorderPoint);
  record.new_image = StockItem(lamps, 10, 10 - after, kReorderPoint);
  return record;
}

TEST(LowStockAlertTest, IsRaisedWhenStockFallsBelowTheReorderPoint) {
  EXPECT_TRUE(RaisesAlert(Change(3, 2)));
  EXPECT_TRUE(RaisesAlert(Change(10, 0)));
  EXPECT_FALSE(RaisesAlert(Change(4, 3))) << "stock at the reorder point is not below it";
  EXPECT_FALSE(RaisesAlert(Change(2, 1))) << "it was low before";
  EXPECT_FALSE(RaisesAlert(Change(1, 4)));
}

TEST(LowStockAlertTest, WithoutComparisonIsRaisedByEveryChangeOfLowStock) {
  EXPECT_TRUE(RaisesAlert(Change(2, 1), false));
  EXPECT_FALSE(RaisesAlert(Change(5, 4), false));
}

TEST(LowStockAlertTest, IsRaisedOnlyByModifiedStock) {
  StreamRecord without_reorder_point = Change(3, 2);
  without_reorder_point.new_image.erase("reorderPoint");
  EXPECT_FALSE(RaisesAlert(without_reorder_point)) << "only stock items have a reorder point";
  StreamRecord insertion = Change(3, 2);
  insertion.event_name = "INSERT";
  EXPECT_FALSE(RaisesAlert(insertion)) << "the stock of a new item has not fallen";
}

TEST(IsAboutTest, ComparesTheKeyOfTheStock) {
  EXPECT_TRUE(IsAbout(Change(3, 2), {"north", "lamp"}));
  EXPECT_FALSE(IsAbout(Change(3, 2), {"south", "lamp"}));
}

}  // namespace
}  // namespace holdfast::conformance::inventory
