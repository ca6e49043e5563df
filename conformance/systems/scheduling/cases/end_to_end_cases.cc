// Five end-to-end cases of the scheduling system. Each also checks the domain events that it causes. An event type is
// something else than a domain event: a kind of meeting that an owner offers for booking.
#include <string>
#include <vector>

#include "conformance/systems/scheduling/cases/scheduling_fixture.h"
#include "conformance/systems/scheduling/scheduling.h"

namespace holdfast::conformance::scheduling {
namespace {

void HappyPath(CaseRun& run) {
  SchedulingFixture fixture(run);
  run.ExpectOk(fixture.event_types.Publish(fixture.event_type), "publishing an event type");
  const Booking booking = fixture.BookingFor("ben", QuartersAfterNine(0, 2));
  run.Expect(fixture.agenda.FindConflicts(fixture.event_type.slug, booking.interval).empty(), "the time must be free");
  run.ExpectOk(fixture.agenda.Request(booking), "requesting a booking");
  run.Expect(fixture.StatusOf(booking) == kPending, "a requested booking must be pending");
  run.ExpectOk(fixture.agenda.Confirm(booking), "confirming it");
  run.Expect(fixture.StatusOf(booking) == kConfirmed, "the booking must be confirmed");
  run.Expect(fixture.QuarterHoursHeldBy(booking.id) == QuarterHours(booking.interval),
             "its quarter-hours must be its own");
  run.ExpectError(fixture.agenda.Complete(booking, booking.interval.start), "ConditionalCheckFailedException",
                  "The conditional request failed", "completing a meeting that has just begun");
  run.ExpectOk(fixture.agenda.Complete(booking, booking.interval.end), "completing it when it is over");
  run.Expect(fixture.StatusOf(booking) == kCompleted, "the booking must be completed");
  run.ExpectOk(fixture.event_types.Retire(fixture.event_type), "retiring the event type");

  fixture.ExpectEvents(EventTypeKey(fixture.event_type),
                       {DomainEventKind::kEventTypePublished, DomainEventKind::kEventTypeRetired});
  fixture.ExpectEvents(BookingKey(booking), {DomainEventKind::kBookingRequested, DomainEventKind::kBookingConfirmed,
                                             DomainEventKind::kBookingCompleted});
}

// A consumer of events links the booking. It uses only the event and reads no table. It handles the event twice, as may
// happen after a restart.
void CrmLink(CaseRun& run) {
  SchedulingFixture fixture(run);
  const Booking booking = fixture.AddConfirmedBooking("ben", QuartersAfterNine(0, 2));
  const std::optional<DomainEvent> confirmed = fixture.EventOfKind(DomainEventKind::kBookingConfirmed);
  if (!confirmed.has_value()) return;
  const Item key = {{"PK", S(TextOf(confirmed->item, "PK"))}, {"SK", S(TextOf(confirmed->item, "SK"))}};
  const std::string crm_record = "contact-of-" + TextOf(confirmed->item, "booker_email");

  run.ExpectOk(fixture.agenda.LinkToCrm(key, crm_record), "linking the booking to its CRM record");
  run.ExpectError(fixture.agenda.LinkToCrm(key, crm_record), "ConditionalCheckFailedException",
                  "The conditional request failed", "linking it again, when the event is delivered twice");
  const Item stored = fixture.agenda.Get(BookingKey(booking)).value_or(Item());
  run.Expect(TextOf(stored, "crm_record") == "contact-of-" + booking.booker + "@example.org",
             "the booking must name the CRM record of its booker");
  fixture.ExpectEvents(
      key, {DomainEventKind::kBookingRequested, DomainEventKind::kBookingConfirmed, DomainEventKind::kBookingLinked});
}

void Conflict(CaseRun& run) {
  SchedulingFixture fixture(run);
  const Booking first = fixture.AddConfirmedBooking("ben", QuartersAfterNine(0, 2));
  const Booking second = fixture.BookingFor("carla", QuartersAfterNine(1, 2));
  run.ExpectOk(fixture.agenda.Request(second), "requesting an overlapping booking");
  const Response refused = fixture.agenda.Confirm(second);
  run.ExpectError(refused, "TransactionCanceledException",
                  "Transaction cancelled, please refer cancellation reasons for specific reasons "
                  "[None, ConditionalCheckFailed, None]",
                  "confirming it");
  run.Expect(refused.CancellationCodes() == std::vector<std::string>{"None", "ConditionalCheckFailed", "None"},
             "the reason must be the first quarter-hour, which the other booking has, and nothing else");
  run.Expect(fixture.StatusOf(second) == kPending, "the refused booking must still be pending");
  run.Expect(fixture.QuarterHoursHeldBy(second.id).empty(), "the refused booking must have no quarter-hour");
  run.ExpectOk(fixture.agenda.RecordConflict(second), "recording the conflict");

  fixture.ExpectEvents(BookingKey(second), {DomainEventKind::kBookingRequested});
  fixture.ExpectEvents(ConflictItem(second), {DomainEventKind::kSlotConflictDetected});
  fixture.ExpectEvents(BookingKey(first), {DomainEventKind::kBookingRequested, DomainEventKind::kBookingConfirmed});
}

void RescheduleCase(CaseRun& run) {
  SchedulingFixture fixture(run);
  const Booking booking = fixture.AddConfirmedBooking("ben", QuartersAfterNine(0, 3));
  const Booking other = fixture.AddConfirmedBooking("carla", QuartersAfterNine(6, 2));
  const Item stored = fixture.agenda.Get(BookingKey(booking)).value_or(Item());
  // The eight actions: delete and put the booking, delete the items that hold its three quarter-hours (guards), and put
  // three guards, of which two exist.
  const Response refused = fixture.agenda.Reschedule(stored, QuartersAfterNine(5, 3));
  run.Expect(
      refused.CancellationCodes() == std::vector<std::string>{"None", "None", "None", "None", "None", "None",
                                                              "ConditionalCheckFailed", "ConditionalCheckFailed"},
      "a move onto another booking must be refused for the quarter-hours that the other booking has, and nothing else");
  run.Expect(fixture.QuarterHoursHeldBy(booking.id) == QuarterHours(booking.interval),
             "a refused move must leave the booking its old quarter-hours");

  // The new time overlaps the old one.
  Booking moved = booking;
  moved.interval = QuartersAfterNine(2, 3);
  run.ExpectOk(fixture.agenda.Reschedule(stored, moved.interval), "moving it by half an hour");
  run.Expect(fixture.QuarterHoursHeldBy(booking.id) == QuarterHours(moved.interval),
             "the old quarter-hours must be free and the new ones taken");
  run.Expect(!fixture.agenda.Get(BookingKey(booking)).has_value(), "the booking must be gone from its old time");
  run.Expect(fixture.StatusOf(moved) == kConfirmed, "the booking must be confirmed at its new time");
  run.ExpectError(fixture.agenda.Reschedule(stored, QuartersAfterNine(10, 3)), "TransactionCanceledException", "",
                  "moving it once more from where it was");
  fixture.AddConfirmedBooking("dora", QuartersAfterNine(0, 2));
  run.Expect(fixture.QuarterHoursHeldBy(other.id) == QuarterHours(other.interval),
             "the other booking must be untouched");

  fixture.ExpectEvents(BookingKey(booking), {DomainEventKind::kBookingRequested, DomainEventKind::kBookingConfirmed});
  fixture.ExpectEvents(BookingKey(moved), {DomainEventKind::kBookingRescheduled});
}

void NoShow(CaseRun& run) {
  SchedulingFixture fixture(run);
  const Interval back_dated = {FromIso("2020-03-02T09:00Z"), FromIso("2020-03-02T09:30Z")};
  const Booking missed = fixture.AddConfirmedBooking("ben", back_dated);
  const Booking coming = fixture.AddConfirmedBooking("carla", QuartersAfterNine(0, 2));
  run.ExpectOk(fixture.agenda.MarkNoShow(missed, Present()), "marking a no-show after a back-dated start");
  run.Expect(fixture.StatusOf(missed) == kNoShow, "the booking must be a no-show");
  run.ExpectError(fixture.agenda.MarkNoShow(coming, Present()), "ConditionalCheckFailedException",
                  "The conditional request failed", "marking a no-show before the start");
  run.ExpectError(fixture.agenda.Complete(missed, Present()), "ConditionalCheckFailedException",
                  "The conditional request failed", "completing a no-show");

  fixture.ExpectEvents(BookingKey(missed), {DomainEventKind::kBookingRequested, DomainEventKind::kBookingConfirmed,
                                            DomainEventKind::kBookingNoShow});
  fixture.ExpectEvents(BookingKey(coming), {DomainEventKind::kBookingRequested, DomainEventKind::kBookingConfirmed});
}

}  // namespace

std::vector<CaseDescription> EndToEndCases() {
  return {
      {"story-happy-path", "A booking is requested, confirmed and completed.", HappyPath},
      {"story-crm-link", "A confirmed booking is linked to its CRM record from the event alone.", CrmLink},
      {"story-conflict", "A booking that overlaps another is refused, and the conflict is an event.", Conflict},
      {"story-reschedule", "A booking moves: its old time is free and its new time taken, at once.", RescheduleCase},
      {"story-no-show", "A booking whose start is past becomes a no-show, and one to come does not.", NoShow},
  };
}

}  // namespace holdfast::conformance::scheduling
