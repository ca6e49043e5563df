// Switching a table's stream on and off, for the operations that create, update and delete tables. They have
// validated what was asked for, and no two of them change one table at the same time.
//
// Writers of the table go on meanwhile. Each of their writes, however many items it has, is recorded wholly
// or not at all: they see the change at one moment.
#pragma once

#include "engine/database/database_state.h"
#include "engine/schema/table_definition.h"
#include "engine/tables/table.h"

namespace holdfast {

// Gives the table, which has no enabled stream, a new one: from now on its changes are recorded, and its
// description shows the new label and ARN.
void EnableStream(DatabaseState& database, Table& table, StreamViewType view_type);
// Ends the stream of the table, if it has one. What it recorded can be read for another 24 hours.
void DisableStream(DatabaseState& database, Table& table);

}  // namespace holdfast
