#include "conformance/systems/slate/reopener.h"

#include "gtest/gtest.h"

namespace holdfast::conformance::slate {
namespace {

StreamRecord Deletion(const Item& keys, bool by_time_to_live) {
  StreamRecord record;
  record.event_name = "REMOVE";
  record.keys = keys;
  record.by_time_to_live = by_time_to_live;
  return record;
}

TEST(IsExpiredHoldTest, IsADeletionOfAHoldByTimeToLive) {
  EXPECT_TRUE(IsExpiredHold(Deletion(HoldKey("1"), true)));
  EXPECT_FALSE(IsExpiredHold(Deletion(HoldKey("1"), false))) << "a request of the customer deleted it";
  EXPECT_FALSE(IsExpiredHold(Deletion(BookingKey("1"), true))) << "it is no hold";
  StreamRecord renewal = Deletion(HoldKey("1"), true);
  renewal.event_name = "MODIFY";
  EXPECT_FALSE(IsExpiredHold(renewal));
}

TEST(SlotOfTest, IsReadFromTheHold) {
  const Slot slot{"arena", "2026-10-01T20:00"};
  EXPECT_EQ(SlotKey(SlotOf(HoldItem(slot, {"1", "zoe", 5}))), SlotKey(slot));
}

}  // namespace
}  // namespace holdfast::conformance::slate
