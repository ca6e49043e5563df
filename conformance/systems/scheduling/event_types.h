// The event types that owners offer for booking.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/systems/table_store.h"

namespace holdfast::conformance::scheduling {

struct EventType {
  std::string owner;
  std::string slug;  // unique among the owner's event types
};

inline constexpr char kActive[] = "ACTIVE";
inline constexpr char kRetired[] = "RETIRED";

Item EventTypeKey(const EventType& event_type);
// The item contains the rules of when the event type can be booked, as a list of maps.
Item EventTypeItem(const EventType& event_type);

// The operations on event types through one client. Not thread-safe, like its client. Reads from the indexes are
// eventually consistent.
class EventTypes : public TableStore {
 public:
  EventTypes(Client* client, std::string table) : TableStore(client, std::move(table)) {}

  // Refused if the owner has an event type with this slug already.
  Response Publish(const EventType& event_type);
  // Refused unless the event type is active.
  Response Retire(const EventType& event_type);
  // Changes the closing time of the rule at this index. Refused if there is no such rule.
  Response ChangeClosingTime(const EventType& event_type, int rule, const std::string& closing_time);

  std::optional<Item> Get(const EventType& event_type) { return TableStore::Get(EventTypeKey(event_type)); }
  // The event types of all owners that have this slug.
  std::vector<Item> EventTypesWithSlug(const std::string& slug) {
    return ReadIndex("GSI1", {"GSI1_PK", "EVENTTYPE#" + slug});
  }
  std::vector<Item> EventTypesWithStatus(const std::string& owner, const std::string& status_name);
};

}  // namespace holdfast::conformance::scheduling
