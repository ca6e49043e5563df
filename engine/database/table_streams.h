// Switches a table's stream on and off, for the operations that create, update and delete tables. These operations have
// validated the request, and no two of them change one table at the same time.
//
// Writers of the table go on meanwhile. All writers see the change of the stream at one moment, so each write, however
// many items it has, is recorded wholly or not at all.
#pragma once

#include "engine/database/database_state.h"
#include "engine/schema/table_definition.h"
#include "engine/tables/table.h"

namespace holdfast {

// Gives the table, which has no enabled stream, a new one: from now on its changes are recorded, and its
// description shows the new label and ARN.
void EnableStream(DatabaseState& database, Table& table, StreamViewType view_type);
// Ends the stream of the table, if it has one. Its records can be read for another 24 hours.
void DisableStream(DatabaseState& database, Table& table);

}  // namespace holdfast
