// The service's domain events. They are not stored, but derived from the change streams of the three tables.
//
//   kind                     the change
//   event_type.published     an event type appears
//   event_type.retired       its status becomes RETIRED
//   booking.requested        a booking appears, pending
//   booking.confirmed        its status becomes CONFIRMED
//   booking.completed        … COMPLETED
//   booking.cancelled        … CANCELLED
//   booking.no_show          … NO_SHOW
//   booking.rescheduled      a booking appears that has the attribute rescheduled_from
//   booking.linked           a booking gets a CRM record
//   slot.conflict_detected   a conflict appears
//   calendar.connected       a connection appears
//   calendar.token_refreshed its version changes
//   calendar.synced          its time of synchronisation changes
//
// Deletions, such as that of a moved booking's old item, and changes of guards are no domain events.
#pragma once

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

// The domain event that `record` represents, if any.
std::optional<DomainEvent> EventOf(const StreamRecord& record);

}  // namespace holdfast::conformance::scheduling
