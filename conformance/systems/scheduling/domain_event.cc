#include "conformance/systems/scheduling/domain_event.h"

#include <array>

#include "conformance/systems/scheduling/booking.h"
#include "conformance/systems/scheduling/event_types.h"

namespace holdfast::conformance::scheduling {
namespace {

constexpr std::array<std::string_view, kDomainEventKinds> kNames = {
    "event_type.published", "event_type.retired",     "booking.requested",  "booking.confirmed",
    "booking.completed",    "booking.cancelled",      "booking.no_show",    "booking.rescheduled",
    "booking.linked",       "slot.conflict_detected", "calendar.connected", "calendar.token_refreshed",
    "calendar.synced",
};

bool IsInserted(const StreamRecord& record) { return record.event_name == "INSERT"; }

// Whether the attribute is added or gets another value; its removal does not count.
bool GetsNewValue(const StreamRecord& record, std::string_view attribute) {
  const auto after = record.new_image.find(attribute);
  const auto before = record.old_image.find(attribute);
  if (after == record.new_image.end()) return false;
  return before == record.old_image.end() || !(before->second == after->second);
}

bool Becomes(const StreamRecord& record, std::string_view status_name) {
  return GetsNewValue(record, "status") && TextOf(record.new_image, "status") == status_name;
}

std::optional<DomainEventKind> KindOfEventTypeChange(const StreamRecord& record) {
  if (IsInserted(record)) return DomainEventKind::kEventTypePublished;
  if (Becomes(record, kRetired)) return DomainEventKind::kEventTypeRetired;
  return std::nullopt;
}

std::optional<DomainEventKind> KindOfBookingChange(const StreamRecord& record) {
  if (IsInserted(record)) {
    return Has(record.new_image, "rescheduled_from") ? DomainEventKind::kBookingRescheduled
                                                     : DomainEventKind::kBookingRequested;
  }
  if (Becomes(record, kConfirmed)) return DomainEventKind::kBookingConfirmed;
  if (Becomes(record, kCompleted)) return DomainEventKind::kBookingCompleted;
  if (Becomes(record, kCancelled)) return DomainEventKind::kBookingCancelled;
  if (Becomes(record, kNoShow)) return DomainEventKind::kBookingNoShow;
  if (GetsNewValue(record, "crm_record")) return DomainEventKind::kBookingLinked;
  return std::nullopt;
}

std::optional<DomainEventKind> KindOfConflictChange(const StreamRecord& record) {
  if (IsInserted(record)) return DomainEventKind::kSlotConflictDetected;
  return std::nullopt;
}

std::optional<DomainEventKind> KindOfConnectionChange(const StreamRecord& record) {
  if (IsInserted(record)) return DomainEventKind::kCalendarConnected;
  if (GetsNewValue(record, "version")) return DomainEventKind::kCalendarTokenRefreshed;
  if (GetsNewValue(record, "synced_at")) return DomainEventKind::kCalendarSynced;
  return std::nullopt;
}

std::optional<DomainEventKind> KindOf(const StreamRecord& record) {
  if (record.event_name == "REMOVE") return std::nullopt;
  const std::string sort_key = TextOf(record.new_image, "SK");
  if (sort_key.starts_with("EVENTTYPE#")) return KindOfEventTypeChange(record);
  if (sort_key.starts_with("BOOKING#")) return KindOfBookingChange(record);
  if (sort_key.starts_with("CONFLICT#")) return KindOfConflictChange(record);
  if (sort_key.starts_with("PROVIDER#")) return KindOfConnectionChange(record);
  return std::nullopt;
}

}  // namespace

std::string_view NameOf(DomainEventKind kind) { return kNames[static_cast<size_t>(kind)]; }

std::optional<DomainEvent> EventOf(const StreamRecord& record) {
  const std::optional<DomainEventKind> kind = KindOf(record);
  if (!kind.has_value()) return std::nullopt;
  return DomainEvent{*kind, TextOf(record.new_image, "owner_id"), record.new_image};
}

}  // namespace holdfast::conformance::scheduling
