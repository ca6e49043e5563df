// A test fixture of a case: its own owner with one event type, and the operations on them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/runner/case.h"
#include "conformance/systems/scheduling/agenda.h"
#include "conformance/systems/scheduling/connections.h"
#include "conformance/systems/scheduling/event_consumer.h"
#include "conformance/systems/scheduling/event_types.h"

namespace holdfast::conformance::scheduling {

class SchedulingFixture {
 public:
  // Failed expectations become complaints of `run`, which must outlive the fixture.
  explicit SchedulingFixture(CaseRun& run);

  // A booking of an interval that no other case uses.
  Booking BookingFor(const std::string& booker, const Interval& interval) const;
  // A booking that is confirmed.
  Booking Confirmed(const std::string& booker, const Interval& interval);
  std::string StatusOf(const Booking& booking);
  // The quarter-hours of the owner that the holder has, by their beginnings.
  std::vector<std::string> HeldBy(const std::string& holder);

  // The events of one item, in this order, and no other of that item. Asks until the streams have caught up.
  void ExpectEvents(const Item& key, const std::vector<DomainEventKind>& expected);
  // The first event of that kind among all of the owner's.
  std::optional<DomainEvent> EventOfKind(DomainEventKind kind);

  CaseRun& run;
  const Tables tables;
  const EventType event_type;
  EventTypes event_types;
  Agenda agenda;
  Connections connections;

 private:
  std::vector<DomainEventKind> EventsOf(const Item& key);

  // Created on first use: most cases need no streams.
  std::optional<EventConsumer> consumer_;
};

}  // namespace holdfast::conformance::scheduling
