#include "conformance/systems/scheduling/event_consumer.h"

#include <utility>

namespace holdfast::conformance::scheduling {

EventConsumer::EventConsumer(Client* client, TableSet& tables, std::string owner) : owner_(std::move(owner)) {
  const Tables names = EnsureAllTables(tables);
  for (const std::string& table : {names.event_types, names.bookings, names.connections}) {
    readers_.emplace_back(client, tables.StreamArn(table));
  }
}

const std::vector<DomainEvent>& EventConsumer::Read() {
  for (StreamReader& reader : readers_) {
    for (const StreamRecord& record : reader.Read()) {
      std::optional<DomainEvent> event = EventOf(record);
      if (event.has_value() && event->owner == owner_) events_.push_back(*std::move(event));
    }
  }
  return events_;
}

}  // namespace holdfast::conformance::scheduling
