#include "conformance/systems/scheduling/domain_event.h"

#include <set>

#include "conformance/systems/scheduling/booking.h"
#include "conformance/systems/scheduling/event_types.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance::scheduling {
namespace {

const Booking kBooking{"b1", "grace", "intro-call", "ben", QuartersAfterNine(0, 2)};

StreamRecord Insert(const Item& item) {
  StreamRecord record;
  record.event_name = "INSERT";
  record.new_image = item;
  return record;
}

// A record of a write that sets the attributes in `changes`, and keeps all other attributes of `before`.
StreamRecord Modify(const Item& before, const Item& changes) {
  StreamRecord record;
  record.event_name = "MODIFY";
  record.old_image = before;
  record.new_image = changes;
  record.new_image.insert(before.begin(), before.end());
  return record;
}

StreamRecord Remove(const Item& item) {
  StreamRecord record;
  record.event_name = "REMOVE";
  record.old_image = item;
  return record;
}

std::string NameOfEvent(const StreamRecord& record) {
  const std::optional<DomainEvent> event = EventOf(record);
  return event.has_value() ? std::string(NameOf(event->kind)) : "none";
}

Item ConnectionItem() {
  return {{"PK", S("OWNER#grace")}, {"SK", S("PROVIDER#google")}, {"owner_id", S("grace")}, {"version", N(1)}};
}

Item With(Item item, const std::string& name, Value value) {
  item[name] = std::move(value);
  return item;
}

TEST(DomainEventTest, EveryKindFollowsFromItsChange) {
  const Item event_type = EventTypeItem({"grace", "intro-call"});
  const Item pending = BookingItem(kBooking);
  const Item confirmed = With(pending, "status", S(kConfirmed));
  const std::vector<std::pair<std::string, StreamRecord>> expected = {
      {"event_type.published", Insert(event_type)},
      {"event_type.retired", Modify(event_type, {{"status", S(kRetired)}})},
      {"booking.requested", Insert(pending)},
      {"booking.confirmed", Modify(pending, {{"status", S(kConfirmed)}})},
      {"booking.completed", Modify(confirmed, {{"status", S(kCompleted)}})},
      {"booking.cancelled", Modify(confirmed, {{"status", S(kCancelled)}})},
      {"booking.no_show", Modify(confirmed, {{"status", S(kNoShow)}})},
      {"booking.rescheduled", Insert(MoveBooking(confirmed, QuartersAfterNine(4, 2)))},
      {"booking.linked", Modify(confirmed, {{"crm_record", S("contact-1")}})},
      {"slot.conflict_detected", Insert(ConflictItem(kBooking))},
      {"calendar.connected", Insert(ConnectionItem())},
      {"calendar.token_refreshed", Modify(ConnectionItem(), {{"version", N(2)}})},
      {"calendar.synced", Modify(ConnectionItem(), {{"synced_at", S("2029-12-31T12:00Z")}})},
  };
  std::set<std::string> names;
  for (const auto& [name, record] : expected) {
    EXPECT_EQ(NameOfEvent(record), name);
    EXPECT_EQ(EventOf(record)->owner, "grace") << name;
    EXPECT_EQ(EventOf(record)->item, record.new_image) << name;
    names.insert(name);
  }
  EXPECT_EQ(names.size(), kDomainEventKinds);
}

TEST(DomainEventTest, OtherChangesAreNoEvents) {
  const Item confirmed = With(BookingItem(kBooking), "status", S(kConfirmed));
  const std::string quarter_hour = Iso(kBooking.interval.start);
  EXPECT_EQ(NameOfEvent(Remove(confirmed)), "none");
  EXPECT_EQ(NameOfEvent(Modify(confirmed, {{"revision", N(7)}})), "none");
  EXPECT_EQ(NameOfEvent(Insert(GuardItem("grace", quarter_hour, "b1"))), "none");
  EXPECT_EQ(NameOfEvent(Remove(GuardItem("grace", quarter_hour, "b1"))), "none");
  EXPECT_EQ(NameOfEvent(Modify(ConnectionItem(), {{"updated_at", S("2029-12-31T12:00Z")}})), "none");
  EXPECT_EQ(NameOfEvent(Modify(EventTypeItem({"grace", "intro-call"}), {{"longest_minutes", N(60)}})), "none");
}

TEST(DomainEventTest, LaterChangesOfAMovedBookingDoNotConfirmItAgain) {
  const Item moved = MoveBooking(With(BookingItem(kBooking), "status", S(kConfirmed)), QuartersAfterNine(4, 2));
  EXPECT_EQ(NameOfEvent(Modify(moved, {{"crm_record", S("contact-1")}})), "booking.linked");
  EXPECT_EQ(NameOfEvent(Modify(moved, {{"status", S(kCancelled)}})), "booking.cancelled");
}

}  // namespace
}  // namespace holdfast::conformance::scheduling
