#include "conformance/systems/scheduling/domain_event.h"

#include "conformance/systems/scheduling/booking.h"
#include "conformance/systems/scheduling/event_types.h"

namespace holdfast::conformance::scheduling {
namespace {

constexpr std::array<std::string_view, kEventKeys> kNames = {
    "event_type.published", "event_type.retired",     "booking.requested",  "booking.confirmed",
    "booking.completed",    "booking.cancelled",      "booking.no_show",    "booking.rescheduled",
    "booking.linked",       "slot.conflict_detected", "calendar.connected", "calendar.token_refreshed",
    "calendar.synced",
};

bool Appears(const StreamRecord& record) { return record.event_name == "INSERT"; }

bool Changes(const StreamRecord& record, std::string_view attribute) {
  const auto after = record.new_image.find(attribute);
  const auto before = record.old_image.find(attribute);
  if (after == record.new_image.end()) return false;
  return before == record.old_image.end() || !(before->second == after->second);
}

bool Becomes(const StreamRecord& record, std::string_view status_name) {
  return Changes(record, "status") && TextOf(record.new_image, "status") == status_name;
}

std::optional<EventKey> OfEventType(const StreamRecord& record) {
  if (Appears(record)) return EventKey::kEventTypePublished;
  if (Becomes(record, kRetired)) return EventKey::kEventTypeRetired;
  return std::nullopt;
}

std::optional<EventKey> OfBooking(const StreamRecord& record) {
  if (Appears(record)) {
    return Has(record.new_image, "rescheduled_from") ? EventKey::kBookingRescheduled : EventKey::kBookingRequested;
  }
  if (Becomes(record, kConfirmed)) return EventKey::kBookingConfirmed;
  if (Becomes(record, kCompleted)) return EventKey::kBookingCompleted;
  if (Becomes(record, kCancelled)) return EventKey::kBookingCancelled;
  if (Becomes(record, kNoShow)) return EventKey::kBookingNoShow;
  if (Changes(record, "crm_record")) return EventKey::kBookingLinked;
  return std::nullopt;
}

std::optional<EventKey> OfConflict(const StreamRecord& record) {
  if (Appears(record)) return EventKey::kSlotConflictDetected;
  return std::nullopt;
}

std::optional<EventKey> OfConnection(const StreamRecord& record) {
  if (Appears(record)) return EventKey::kCalendarConnected;
  if (Changes(record, "version")) return EventKey::kCalendarTokenRefreshed;
  if (Changes(record, "synced_at")) return EventKey::kCalendarSynced;
  return std::nullopt;
}

std::optional<EventKey> KeyOf(const StreamRecord& record) {
  if (record.event_name == "REMOVE") return std::nullopt;
  const std::string sort_key = TextOf(record.new_image, "SK");
  if (sort_key.starts_with("EVENTTYPE#")) return OfEventType(record);
  if (sort_key.starts_with("BOOKING#")) return OfBooking(record);
  if (sort_key.starts_with("CONFLICT#")) return OfConflict(record);
  if (sort_key.starts_with("PROVIDER#")) return OfConnection(record);
  return std::nullopt;
}

}  // namespace

std::string_view NameOf(EventKey key) { return kNames[static_cast<size_t>(key)]; }

std::optional<DomainEvent> EventOf(const StreamRecord& record) {
  const std::optional<EventKey> key = KeyOf(record);
  if (!key.has_value()) return std::nullopt;
  return DomainEvent{*key, TextOf(record.new_image, "owner_id"), record.new_image};
}

}  // namespace holdfast::conformance::scheduling
