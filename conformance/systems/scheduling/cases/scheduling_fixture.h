// The test fixture of a case: an owner of its own with one event type, and the stores to access them.
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

  // A booking of `interval` that is not stored. No other case uses its id, owner and event type.
  Booking BookingFor(const std::string& booker, const Interval& interval) const;
  // Requests and confirms a booking, and returns it.
  Booking AddConfirmedBooking(const std::string& booker, const Interval& interval);
  std::string StatusOf(const Booking& booking);
  // The beginnings of the owner's quarter-hours that are reserved for `holder`, which is a booking's id or the sort key
  // of a calendar connection.
  std::vector<std::string> QuarterHoursHeldBy(const std::string& holder);

  // Expects these events of one item, in this order. Reads the streams until they contain as many of that item, so that
  // an event which is delivered later is not noticed.
  void ExpectEvents(const Item& key, const std::vector<DomainEventKind>& expected);
  // An event of this kind of the owner; the first, if all are of one item. If there is none, reports a complaint and
  // returns nullopt.
  std::optional<DomainEvent> EventOfKind(DomainEventKind kind);

  CaseRun& run;
  const Tables tables;
  // Its item is not stored: a case that needs it calls event_types.Publish.
  const EventType event_type;
  EventTypes event_types;
  Agenda agenda;
  Connections connections;

 private:
  std::vector<DomainEventKind> EventsOf(const Item& key);

  // Created on first use, because some cases need no streams.
  std::optional<EventConsumer> consumer_;
};

}  // namespace holdfast::conformance::scheduling
