// The service's domain events. They are not written: they are derived from the change streams of the three tables.
//
//   kind                     the change
//   event_type.published     an event type appears
//   event_type.retired       its status becomes RETIRED
//   booking.requested        a booking appears, pending
//   booking.confirmed        its status becomes CONFIRMED
//   booking.completed        … COMPLETED
//   booking.cancelled        … CANCELLED
//   booking.no_show          … NO_SHOW
//   booking.rescheduled      a booking appears that says what time it was moved from
//   booking.linked           a booking gets a CRM record
//   slot.conflict_detected   a conflict appears
//   calendar.connected       a connection appears
//   calendar.token_refreshed its version changes
//   calendar.synced          its time of synchronisation changes
//
// A booking that moves is deleted where it was; that, and the coming and going of guards, is no event of its own.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/client/stream_reader.h"

namespace holdfast::conformance::scheduling {

enum class DomainEventKind {
  kEventTypePublished,
  kEventTypeRetired,
  kBookingRequested,
  kBookingConfirmed,
  kBookingCompleted,
  kBookingCancelled,
  kBookingNoShow,
  kBookingRescheduled,
  kBookingLinked,
  kSlotConflictDetected,
  kCalendarConnected,
  kCalendarTokenRefreshed,
  kCalendarSynced,
};

inline constexpr size_t kDomainEventKinds = 13;

// "booking.confirmed"
std::string_view NameOf(DomainEventKind kind);

struct DomainEvent {
  DomainEventKind kind = DomainEventKind::kEventTypePublished;
  std::string owner;
  // The item after the change: all that a consumer of events receives.
  Item item;
};

// Nothing where the change is none of the service's events.
std::optional<DomainEvent> EventOf(const StreamRecord& record);

}  // namespace holdfast::conformance::scheduling
