#include "conformance/systems/slate/watcher.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance::slate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Slot kEvening{"arena", "2026-10-01T20:00"};

Item SlotImage(const std::string& status) {
  if (status.empty()) return {};
  Item image = OpenSlotItem(kEvening);
  image["status"] = S(status);
  return image;
}

StreamRecord Flip(const std::string& event_id, const std::string& from, const std::string& to) {
  StreamRecord record;
  record.event_id = event_id;
  record.event_name = from.empty() ? "INSERT" : "MODIFY";
  record.keys = SlotKey(kEvening);
  record.old_image = SlotImage(from);
  record.new_image = SlotImage(to);
  return record;
}

TEST(WatcherTest, RecordsTheStatusesOfASlot) {
  Watcher watcher("arena");
  watcher.Observe(Flip("1", "", "OPEN"));
  watcher.Observe(Flip("2", "OPEN", "HELD"));
  watcher.Observe(Flip("3", "HELD", "OPEN"));
  watcher.Observe(Flip("4", "OPEN", "BOOKED"));
  EXPECT_THAT(watcher.StatusesOf(kEvening), ElementsAre("OPEN", "HELD", "OPEN", "BOOKED"));
  EXPECT_EQ(watcher.flips(), 4);
  EXPECT_THAT(watcher.complaints(), IsEmpty());
}

TEST(WatcherTest, ReportsAMissingFlip) {
  Watcher watcher("arena");
  watcher.Observe(Flip("1", "", "OPEN"));
  watcher.Observe(Flip("3", "HELD", "OPEN"));
  EXPECT_THAT(watcher.complaints(),
              ElementsAre("SLOT#2026-10-01T20:00 turned from 'HELD' to 'OPEN', but was last seen as 'OPEN'"));
}

TEST(WatcherTest, ReportsARepeatedFlip) {
  Watcher watcher("arena");
  watcher.Observe(Flip("1", "", "OPEN"));
  watcher.Observe(Flip("2", "OPEN", "HELD"));
  watcher.Observe(Flip("2", "OPEN", "HELD"));
  EXPECT_THAT(watcher.complaints(),
              ElementsAre("a flip of SLOT#2026-10-01T20:00 came twice",
                          "SLOT#2026-10-01T20:00 turned from 'OPEN' to 'HELD', but was last seen as 'HELD'"));
}

TEST(WatcherTest, ReportsAForbiddenFlip) {
  Watcher watcher("arena");
  watcher.Observe(Flip("1", "", "OPEN"));
  watcher.Observe(Flip("2", "OPEN", "BOOKED"));
  watcher.Observe(Flip("3", "BOOKED", "HELD"));
  EXPECT_THAT(watcher.complaints(), ElementsAre("SLOT#2026-10-01T20:00 turned from 'BOOKED' to 'HELD'"));
}

TEST(WatcherTest, IgnoresOtherItems) {
  Watcher watcher("arena");
  StreamRecord hold = Flip("1", "", "OPEN");
  hold.keys = HoldKey("1");
  StreamRecord elsewhere = Flip("2", "", "OPEN");
  elsewhere.keys = SlotKey({"barn", kEvening.starts_at});
  watcher.Observe(hold);
  watcher.Observe(elsewhere);
  EXPECT_EQ(watcher.flips(), 0);
}

TEST(WatcherTest, ObserveStateRecordsOnlyChanges) {
  Watcher watcher("arena");
  for (const char* const status : {"OPEN", "OPEN", "HELD", "HELD"}) watcher.ObserveState(SlotImage(status));
  EXPECT_THAT(watcher.StatusesOf(kEvening), ElementsAre("OPEN", "HELD"));
  EXPECT_EQ(watcher.flips(), 2);
}

}  // namespace
}  // namespace holdfast::conformance::slate
