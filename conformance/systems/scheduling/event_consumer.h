// The service's consumer: follows the streams of all three tables and turns their records into one owner's events.
#pragma once

#include <string>
#include <vector>

#include "conformance/systems/scheduling/domain_event.h"
#include "conformance/systems/scheduling/scheduling_tables.h"

namespace holdfast::conformance::scheduling {

// Not thread-safe. Uses `client` for all calls.
class EventConsumer {
 public:
  // Reads each stream from its beginning. Throws SetupFailed (unsupported) if the endpoint has no streams.
  EventConsumer(Client* client, TableSet& tables, std::string owner);

  // All events of the owner so far. Events of one item are in the order of its changes. Events of different items are
  // in no particular order.
  const std::vector<DomainEvent>& Read();

 private:
  const std::string owner_;
  std::vector<StreamReader> readers_;
  std::vector<DomainEvent> events_;
};

}  // namespace holdfast::conformance::scheduling
