// Each checker must report a violation for inconsistent tables, and none for a consistent table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/workloads/workloads.h"

namespace holdfast::bench {
namespace {

using conformance::Item;
using conformance::L;
using conformance::N;
using conformance::S;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Item Slot(const std::string& number, const std::string& booking) {
  return {{"pk", S("PROVIDER#0")}, {"sk", S("SLOT#" + number)}, {"status", S("booked")}, {"bookingId", S(booking)}};
}

Item Booking(const std::string& id, const std::vector<std::string>& slots) {
  std::vector<conformance::Value> names;
  for (const std::string& slot : slots) names.push_back(S("PROVIDER#0 SLOT#" + slot));
  return {{"pk", S("BOOKING#" + id)}, {"sk", S("#METADATA")}, {"slots", L(names)}};
}

TEST(BookingViolations, NoneInAConsistentTable) {
  const std::vector<Item> table = {Slot("1", "a"), Slot("2", "b"), Slot("3", "b"), Booking("a", {"1"}),
                                   Booking("b", {"2", "3"})};
  EXPECT_THAT(BookingViolations(table, {.got = 2, .unknown = 0}), IsEmpty());
  // One of the bookings may stem from an attempt whose response was lost.
  EXPECT_THAT(BookingViolations(table, {.got = 1, .unknown = 3}), IsEmpty());
}

TEST(BookingViolations, ASlotSoldTwice) {
  const std::vector<Item> table = {Slot("1", "b"), Booking("a", {"1"}), Booking("b", {"1"})};
  EXPECT_THAT(BookingViolations(table, {.got = 2, .unknown = 0}),
              ElementsAre("Sold twice: PROVIDER#0 SLOT#1 is in booking a and in booking b."));
}

TEST(BookingViolations, ABookingWithoutOneOfItsSlots) {
  const std::vector<Item> table = {Slot("1", "a"), Booking("a", {"1", "2"})};
  EXPECT_THAT(BookingViolations(table, {.got = 1, .unknown = 0}),
              ElementsAre(HasSubstr("SLOT#2, which is not booked")));
}

TEST(BookingViolations, ASlotWithoutBooking) {
  EXPECT_THAT(BookingViolations({Slot("1", "a")}, {.got = 0, .unknown = 1}), ElementsAre(HasSubstr("does not exist")));
}

TEST(BookingViolations, ASlotBookedForOneBookingAndListedByAnother) {
  const std::vector<Item> table = {Slot("1", "a"), Slot("2", "a"), Booking("a", {"2"}), Booking("b", {"1"})};
  EXPECT_THAT(BookingViolations(table, {.got = 2, .unknown = 0}),
              ElementsAre("PROVIDER#0 SLOT#1 is booked by a, which does not exist or does not have it."));
}

TEST(BookingViolations, MoreOrFewerThanAcknowledged) {
  const std::vector<Item> table = {Slot("1", "a"), Booking("a", {"1"})};
  EXPECT_THAT(BookingViolations(table, {.got = 2, .unknown = 0}), ElementsAre(HasSubstr("only 1 are there")));
  EXPECT_THAT(BookingViolations(table, {.got = 0, .unknown = 0}), ElementsAre(HasSubstr("There are 1 bookings")));
}

TEST(BookingViolations, OnlyTheFirstTenAreListed) {
  std::vector<Item> table;
  for (int i = 0; i < 300; ++i) table.push_back(Slot(std::to_string(i), "nobody"));
  const std::vector<std::string> violations = BookingViolations(table, {.got = 0, .unknown = 0});
  EXPECT_THAT(violations, SizeIs(11));
  EXPECT_EQ(violations.back(), "And 290 more.");
}

Item Product(int64_t available, int64_t reserved) {
  return {{"pk", S("PRODUCT#7")}, {"sk", S("#STOCK")}, {"availableQty", N(available)}, {"reservedQty", N(reserved)}};
}

TEST(StockViolations, NoneInAConsistentTable) {
  EXPECT_THAT(StockViolations({Product(0, 3), Product(2, 1)}, 3, {.got = 4, .unknown = 0}), IsEmpty());
}

TEST(StockViolations, TheLastUnitSoldTwice) {
  EXPECT_THAT(StockViolations({Product(-1, 2)}, 1, {.got = 2, .unknown = 0}),
              ElementsAre("Oversold: PRODUCT#7 has -1 units available."));
  // A lost update leaves the stock consistent, but more units were acknowledged than are reserved.
  EXPECT_THAT(StockViolations({Product(0, 1)}, 1, {.got = 2, .unknown = 0}),
              ElementsAre(HasSubstr("told of 2 units reserved, but only 1")));
}

TEST(StockViolations, AUnitNeitherAvailableNorReserved) {
  EXPECT_THAT(StockViolations({Product(1, 1)}, 3, {.got = 1, .unknown = 0}), ElementsAre(HasSubstr("had 3 units")));
}

TEST(CounterViolations, ACountLostOrInvented) {
  EXPECT_THAT(CounterViolations(10, {.got = 10, .unknown = 0}), IsEmpty());
  EXPECT_THAT(CounterViolations(11, {.got = 10, .unknown = 1}), IsEmpty());
  EXPECT_THAT(CounterViolations(9, {.got = 10, .unknown = 5}), SizeIs(1));
  EXPECT_THAT(CounterViolations(12, {.got = 10, .unknown = 1}), SizeIs(1));
}

Item VenueSlot(const std::string& status, const std::string& hold, const std::string& booking) {
  Item slot = {{"pk", S("VENUE#1")}, {"sk", S("SLOT#5")}, {"status", S(status)}};
  if (!hold.empty()) slot["holdId"] = S(hold);
  if (!booking.empty()) slot["bookingId"] = S(booking);
  return slot;
}

Item HoldOrBooking(const std::string& pk) { return {{"pk", S(pk)}, {"sk", S("META")}, {"slot", S("VENUE#1 SLOT#5")}}; }

TEST(HoldViolations, NoneInConsistentTables) {
  EXPECT_THAT(HoldViolations({VenueSlot("OPEN", "", "")}, {}), IsEmpty());
  EXPECT_THAT(HoldViolations({VenueSlot("HELD", "h", ""), HoldOrBooking("HOLD#h")}, {}), IsEmpty());
  // If a hold has lapsed and another client has taken over its slot, the item of the hold is not deleted.
  EXPECT_THAT(HoldViolations({VenueSlot("BOOKED", "", "b"), HoldOrBooking("BOOKING#b"), HoldOrBooking("HOLD#h")},
                             {.got = 1, .unknown = 0}),
              IsEmpty());
}

TEST(HoldViolations, ASlotBookedTwice) {
  EXPECT_THAT(HoldViolations({VenueSlot("BOOKED", "", "b"), HoldOrBooking("BOOKING#a"), HoldOrBooking("BOOKING#b")},
                             {.got = 2, .unknown = 0}),
              Contains(HasSubstr("Booked twice: VENUE#1 SLOT#5, by a and by b")));
}

TEST(HoldViolations, InconsistentStates) {
  const Claims one = {.got = 1, .unknown = 0};
  EXPECT_THAT(HoldViolations({VenueSlot("OPEN", "", ""), HoldOrBooking("BOOKING#b")}, one),
              ElementsAre(HasSubstr("which is not booked")));
  EXPECT_THAT(HoldViolations({VenueSlot("BOOKED", "", "b")}, {.got = 0, .unknown = 0}),
              ElementsAre(HasSubstr("does not exist")));
  EXPECT_THAT(HoldViolations({VenueSlot("HELD", "h", "")}, {}), ElementsAre(HasSubstr("which is not there")));
  EXPECT_THAT(HoldViolations({VenueSlot("OPEN", "h", "")}, {}), ElementsAre(HasSubstr("is OPEN and held by h")));
  EXPECT_THAT(HoldViolations({VenueSlot("BOOKED", "", "b"), HoldOrBooking("BOOKING#b"), HoldOrBooking("HOLD#b")}, one),
              ElementsAre(HasSubstr("was confirmed and is still there")));
}

TEST(MixViolations, AnItemMissingOrTorn) {
  std::vector<Item> table = {MixItem(0, 5, 100), MixItem(1, 123'456, 100)};
  EXPECT_THAT(MixViolations(table, 2), IsEmpty());
  EXPECT_THAT(MixViolations(table, 3), ElementsAre(HasSubstr("There are 2 items")));
  table[0]["version"] = N(6);
  EXPECT_THAT(MixViolations(table, 2), ElementsAre(HasSubstr("CUSTOMER#0 ORDER#0 is not as any one put wrote it")));
}

}  // namespace
}  // namespace holdfast::bench
