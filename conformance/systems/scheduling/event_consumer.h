// The service's consumer: follows the streams of all three tables and turns their records into one owner's events.
#pragma once

#include <string>
#include <vector>

#include "conformance/systems/scheduling/domain_event.h"
#include "conformance/systems/scheduling/scheduling_tables.h"

namespace holdfast::conformance::scheduling {

// Not thread-safe. All calls are the client's.
class EventConsumer {
 public:
  // From the beginning of each stream. Throws SetupFailed (unsupported) where the endpoint has no streams.
  EventConsumer(Client* client, TableSet& tables, std::string owner);

  // All of the owner so far, in the order of each item's changes. Between items there is no order to rely on.
  const std::vector<DomainEvent>& Read();

 private:
  const std::string owner_;
  std::vector<StreamReader> readers_;
  std::vector<DomainEvent> events_;
};

}  // namespace holdfast::conformance::scheduling
