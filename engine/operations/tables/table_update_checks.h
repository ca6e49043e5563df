// The rules of UpdateTable that need the table: the change must be possible for this table, and a new throughput,
// stream or encryption must differ from the current one. They are checked after the rules of
// engine/schema/table_update_rules.h.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
#pragma once

#include "engine/base/result.h"
#include "engine/database/database_state.h"
#include "engine/schema/table_update.h"
#include "engine/tables/table.h"

namespace holdfast {

// For both functions: the control-plane latch is held, and `settings` are the table's. CheckUpdateOfTable checks all of
// these rules except quotas and cooldowns.
Status CheckUpdateOfTable(const DatabaseState& database, const Table& table, const TableSettings& settings,
                          const TableUpdate& update);
// Checks quotas and cooldowns. Called last, after CheckUpdateConflicts (table_conflicts.h).
Status CheckUpdateQuotas(const DatabaseState& database, const Table& table, const TableSettings& settings,
                         const TableUpdate& update);

}  // namespace holdfast
