// The rules of UpdateTable that need the table: whether what is asked for is a change, and one that this
// table can make. They come after the rules of engine/schema/table_update_rules.h.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
#pragma once

#include "engine/base/result.h"
#include "engine/database/database_state.h"
#include "engine/schema/table_update.h"
#include "engine/tables/table.h"

namespace holdfast {

// In both, the control-plane latch is held and `settings` are the table's.
Status CheckUpdateOfTable(const DatabaseState& database, const Table& table, const TableSettings& settings,
                          const TableUpdate& update);
// Quotas and cooldowns, which come last.
Status CheckUpdateQuotas(const DatabaseState& database, const Table& table, const TableSettings& settings,
                         const TableUpdate& update);

}  // namespace holdfast
