// Switches a table's stream on and off, for the operations that create, update and delete tables. These operations have
// validated the request, and no two of them change one table at the same time.
//
// Writes to the table may be under way. The stream is enabled or disabled between writes, while all latches of the
// table's items are held; so each write, however many items it has, is recorded wholly or not at all.
#pragma once

#include "engine/database/database_state.h"
#include "engine/schema/table_definition.h"
#include "engine/tables/table.h"

namespace holdfast {

// Gives the table, which must not have an enabled stream, a new one: from now on the changes of its items are recorded,
// and the table's description has the label and the ARN of the new stream. The control-plane latch is held: while the
// label is chosen, no other stream is added.
void EnableStream(DatabaseState& database, Table& table, StreamViewType view_type);
// Ends the stream of the table, if it has one. Its records can be read for another 24 hours.
void DisableStream(DatabaseState& database, Table& table);

}  // namespace holdfast
