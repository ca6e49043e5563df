#include "conformance/systems/scheduling/scheduling_tables.h"

namespace holdfast::conformance::scheduling {

TableDefinition EventTypesTable() {
  return StringKeyedTable("scheduling_event_types", {"PK", "SK"},
                          {{"GSI1", {"GSI1_PK"}}, {"GSI2", {"GSI2_PK", "GSI2_SK"}}});
}

TableDefinition BookingsTable() {
  return StringKeyedTable("scheduling_bookings", {"PK", "SK"},
                          {{"GSI1", {"GSI1_PK"}}, {"GSI2", {"GSI2_PK", "GSI2_SK"}}, {"GSI3", {"GSI3_PK", "GSI3_SK"}}});
}

TableDefinition CalendarConnectionsTable() {
  return StringKeyedTable("scheduling_calendar_connections", {"PK", "SK"}, {{"GSI1", {"GSI1_PK", "GSI1_SK"}}});
}

Tables EnsureAllTables(TableSet& tables) {
  return {tables.Ensure(EventTypesTable()), tables.Ensure(BookingsTable()), tables.Ensure(CalendarConnectionsTable())};
}

}  // namespace holdfast::conformance::scheduling
