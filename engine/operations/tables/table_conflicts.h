// Refuses control-plane operations while another change of the table is in progress. Without realistic timing every
// change is complete when its operation returns, except what a background worker builds (engine/database/builds.h): an
// index, or a restored table or a replica, which is CREATING until it is built.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
#pragma once

#include "engine/base/result.h"
#include "engine/schema/table_update.h"
#include "engine/tables/table.h"

namespace holdfast {

// For both functions: the control-plane latch is held, and `settings` are the table's.
Status CheckUpdateConflicts(const Table& table, const TableSettings& settings, const TableUpdate& update);
Status CheckDeletionConflicts(const Table& table, const TableSettings& settings);

}  // namespace holdfast
