// System 5, scheduling: event types that can be booked, their bookings, and the calendars that owners have connected.
// There are three tables, each with a stream, and six indexes.
//
//     entity       PK               SK                     index: its partition key and sort key, if it has one
//   scheduling_event_types
//     event type   OWNER#<o>        EVENTTYPE#<slug>       GSI1 EVENTTYPE#<slug>
//                                                          GSI2 OWNER#<o>        STATUS#<status>
//   scheduling_bookings
//     booking      EVENTTYPE#<slug> BOOKING#<start>#<id>   GSI1 BOOKER#<b>
//                                                          GSI2 OWNER#<o>        STATUS#<status>#<start>
//                                                          GSI3 EVENTTYPE#<slug> TIME#<start>
//     conflict     EVENTTYPE#<slug> CONFLICT#<start>#<id>  a booking that was refused because of another one
//     guard        OWNER#<o>        GUARD#<quarter-hour>   the holder of this quarter-hour of the owner
//   scheduling_calendar_connections
//     connection   OWNER#<o>        PROVIDER#<name>        GSI1 PROVIDER#<name>  OWNER#<o>
//
// Without guards, if conflicts are only looked for by a query of GSI3, two bookings can overlap.
#pragma once

#include <string>

#include "conformance/runner/tables.h"

namespace holdfast::conformance::scheduling {

TableDefinition EventTypesTable();
TableDefinition BookingsTable();
TableDefinition CalendarConnectionsTable();

// The names of the three tables on the endpoint.
struct Tables {
  std::string event_types;
  std::string bookings;
  std::string connections;
};

// Creates the tables that do not exist yet, and returns their names. Throws SetupFailed.
Tables EnsureAllTables(TableSet& tables);

}  // namespace holdfast::conformance::scheduling
