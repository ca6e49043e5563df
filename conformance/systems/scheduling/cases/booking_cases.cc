// The access patterns of the bookings, one case each, and their status machine.
#include <string>
#include <vector>

#include "conformance/runner/eventually.h"
#include "conformance/systems/scheduling/cases/scheduling_fixture.h"
#include "conformance/systems/scheduling/scheduling.h"

namespace holdfast::conformance::scheduling {
namespace {

using Ids = std::vector<std::string>;

Ids IdsOf(const std::vector<Item>& items) {
  Ids ids;
  for (const Item& item : items) ids.push_back(TextOf(item, "booking_id"));
  return ids;
}

void BookingByKey(CaseRun& run) {
  SchedulingFixture fixture(run);
  const Booking booking = fixture.BookingFor("ben", QuartersAfterNine(0, 2));
  run.ExpectOk(fixture.agenda.Request(booking), "requesting a booking");
  run.ExpectItem(fixture.agenda.Get(BookingKey(booking)), BookingItem(booking), "the booking");
  run.ExpectError(fixture.agenda.Request(booking), "ConditionalCheckFailedException", "The conditional request failed",
                  "requesting it again");
}

void BookingsOfEventType(CaseRun& run) {
  SchedulingFixture fixture(run);
  const Booking later = fixture.AddConfirmedBooking("ben", QuartersAfterNine(8, 2));
  const Booking earlier = fixture.AddConfirmedBooking("carla", QuartersAfterNine(0, 2));
  run.Expect(IdsOf(fixture.agenda.BookingsOfEventType(fixture.event_type.slug)) == Ids{earlier.id, later.id},
             "the bookings of the event type must be in order of time, without the guards");
}

void BookingsOfBooker(CaseRun& run) {
  SchedulingFixture fixture(run);
  const Booking booking = fixture.AddConfirmedBooking("ben", QuartersAfterNine(0, 2));
  fixture.AddConfirmedBooking("carla", QuartersAfterNine(4, 2));
  run.Expect(Eventually([&] { return IdsOf(fixture.agenda.BookingsOfBooker(booking.booker)) == Ids{booking.id}; }),
             "GSI1 must give the booker's one booking");
}

void BookingsByStatus(CaseRun& run) {
  SchedulingFixture fixture(run);
  const Booking later = fixture.AddConfirmedBooking("ben", QuartersAfterNine(8, 2));
  const Booking earlier = fixture.AddConfirmedBooking("carla", QuartersAfterNine(0, 2));
  const Booking cancelled = fixture.AddConfirmedBooking("dora", QuartersAfterNine(4, 2));
  Require(fixture.agenda.Cancel(cancelled));
  const auto index_has = [&](const char* status_name, const Ids& expected) {
    return Eventually(
        [&] { return IdsOf(fixture.agenda.BookingsWithStatus(fixture.event_type.owner, status_name)) == expected; });
  };
  run.Expect(index_has(kConfirmed, {earlier.id, later.id}), "GSI2 must give the confirmed bookings in order of time");
  run.Expect(index_has(kCancelled, {cancelled.id}), "GSI2 must give the cancelled booking");
  run.Expect(index_has(kPending, {}), "GSI2 must give no pending booking, for all have moved on");
}

void ConflictWindow(CaseRun& run) {
  SchedulingFixture fixture(run);
  const Booking morning = fixture.AddConfirmedBooking("ben", QuartersAfterNine(0, 4));
  const Booking noon = fixture.AddConfirmedBooking("carla", QuartersAfterNine(12, 2));
  // Stays pending, and so blocks no other booking.
  Require(fixture.agenda.Request(fixture.BookingFor("dora", QuartersAfterNine(4, 8))));
  const auto conflicts = [&](int offset, int quarters, const Ids& expected) {
    return Eventually([&] {
      return IdsOf(fixture.agenda.FindConflicts(fixture.event_type.slug, QuartersAfterNine(offset, quarters))) ==
             expected;
    });
  };
  run.Expect(conflicts(3, 2, {morning.id}), "a meeting that begins before another ends must be in its way");
  run.Expect(conflicts(2, 11, {morning.id, noon.id}), "a long meeting must be in the way of both");
  run.Expect(conflicts(4, 8, {}), "a meeting that touches others at both ends must be in nobody's way");
}

void CancelFrees(CaseRun& run) {
  SchedulingFixture fixture(run);
  const Booking booking = fixture.AddConfirmedBooking("ben", QuartersAfterNine(0, 2));
  run.ExpectOk(fixture.agenda.Cancel(booking), "cancelling a confirmed booking");
  run.Expect(fixture.QuarterHoursHeldBy(booking.id).empty(), "a cancelled booking must have no quarter-hour");
  const Booking next = fixture.AddConfirmedBooking("carla", QuartersAfterNine(1, 1));
  run.ExpectError(fixture.agenda.Cancel(booking), "TransactionCanceledException", "", "cancelling it again");
  run.Expect(fixture.QuarterHoursHeldBy(next.id) == QuarterHours(next.interval),
             "the time of the next booking must survive that the first is cancelled again");
  fixture.ExpectEvents(BookingKey(booking), {DomainEventKind::kBookingRequested, DomainEventKind::kBookingConfirmed,
                                             DomainEventKind::kBookingCancelled});
}

// Checks that the only transitions are Pending → Confirmed → Completed, Cancelled or NoShow.
void StatusMachine(CaseRun& run) {
  SchedulingFixture fixture(run);
  const Minute after = QuartersAfterNine(100, 1).start;
  const auto expect_refused = [&](const Booking& booking, const std::string& status_name) {
    const std::string of = " of a booking that is " + status_name;
    const char* const failed = "ConditionalCheckFailedException";
    run.ExpectError(fixture.agenda.Complete(booking, after), failed, "The conditional request failed",
                    "completion" + of);
    run.ExpectError(fixture.agenda.MarkNoShow(booking, after), failed, "The conditional request failed",
                    "no-show" + of);
    run.Expect(fixture.agenda.Cancel(booking).ConditionFailed(), "the cancellation" + of + " must be refused");
    run.Expect(fixture.StatusOf(booking) == status_name, "a booking that is " + status_name + " must stay so");
  };

  const Booking pending = fixture.BookingFor("ben", QuartersAfterNine(20, 1));
  Require(fixture.agenda.Request(pending));
  expect_refused(pending, kPending);
  const Booking cancelled = fixture.AddConfirmedBooking("carla", QuartersAfterNine(0, 2));
  run.Expect(fixture.agenda.Confirm(cancelled).ConditionFailed(), "a confirmed booking must not be confirmed again");
  run.ExpectOk(fixture.agenda.Cancel(cancelled), "cancelling");
  const Booking completed = fixture.AddConfirmedBooking("dora", QuartersAfterNine(4, 2));
  run.ExpectOk(fixture.agenda.Complete(completed, after), "completing");
  const Booking missed = fixture.AddConfirmedBooking("emil", QuartersAfterNine(8, 2));
  run.ExpectOk(fixture.agenda.MarkNoShow(missed, after), "marking a no-show");
  expect_refused(cancelled, kCancelled);
  expect_refused(completed, kCompleted);
  expect_refused(missed, kNoShow);
  for (const Booking& booking : {cancelled, completed, missed}) {
    run.Expect(fixture.agenda.Confirm(booking).ConditionFailed(), "nothing that has ended must be confirmed again");
  }
}

}  // namespace

std::vector<CaseDescription> BookingCases() {
  return {
      {"booking-by-key", "A booking is one GetItem, and is requested once.", BookingByKey},
      {"bookings-of-an-event-type", "The bookings of an event type are a partition of the table.", BookingsOfEventType},
      {"bookings-of-a-booker", "The bookings of a booker are a partition of GSI1.", BookingsOfBooker},
      {"bookings-by-status", "An owner's bookings of a status are a range of GSI2.", BookingsByStatus},
      {"conflict-window", "What overlaps an interval is found in a range of GSI3.", ConflictWindow},
      {"cancel-frees-the-time", "A cancelled booking frees its time, once.", CancelFrees},
      {"status-machine", "A booking goes from pending to confirmed to one of three ends, and no other way.",
       StatusMachine},
  };
}

}  // namespace holdfast::conformance::scheduling
