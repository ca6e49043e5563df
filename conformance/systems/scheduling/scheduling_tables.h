// System 5, scheduling: what can be booked, what is booked, and the calendars that owners have connected. Three tables,
// each with a stream; with the tables' own keys there are nine ways in.
//
//   scheduling_event_types
//     event type   OWNER#<o>        EVENTTYPE#<slug>       GSI1 EVENTTYPE#<slug>
//                                                          GSI2 OWNER#<o>       STATUS#<status>
//   scheduling_bookings
//     booking      EVENTTYPE#<id>   BOOKING#<start>#<id>   GSI1 BOOKER#<b>
//                                                          GSI2 OWNER#<o>       STATUS#<status>#<start>
//                                                          GSI3 EVENTTYPE#<id>  TIME#<start>
//     conflict     EVENTTYPE#<id>   CONFLICT#<start>#<id>  a booking that was refused for another one
//     guard        OWNER#<o>        GUARD#<quarter-hour>   who has this quarter-hour of the owner
//   scheduling_calendar_connections
//     connection   OWNER#<o>        PROVIDER#<name>        GSI1 PROVIDER#<name> OWNER#<o>
//
// The guards fix an earlier design that had none, and looked for conflicts only in GSI3 of the bookings.
#pragma once

#include <string>

#include "conformance/runner/tables.h"

namespace holdfast::conformance::scheduling {

TableDefinition EventTypesTable();
TableDefinition BookingsTable();
TableDefinition CalendarConnectionsTable();

// Their names on the endpoint.
struct Tables {
  std::string event_types;
  std::string bookings;
  std::string connections;
};

// Creates the tables that do not exist yet. Throws SetupFailed.
Tables AllTables(TableSet& tables);

}  // namespace holdfast::conformance::scheduling
