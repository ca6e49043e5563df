// What the transitions of engine/database/scheduled_transitions.h do to a table.
#pragma once

#include "absl/time/time.h"
#include "engine/database/database_state.h"
#include "engine/database/scheduled_transitions.h"
#include "engine/tables/table.h"

namespace holdfast {

// The control-plane latch is held. `due`: when the transition was due.
void RunTransition(DatabaseState& database, absl::Time due, const Transition& transition);

// Every item has its entry in the index: it is ACTIVE. The control-plane latch is held.
void FinishBackfill(Table& table, GlobalIndex& index);

// Makes the table's status follow from the changes that are under way: UPDATING or ACTIVE. Not for a table
// that is being created or deleted.
void RefreshStatus(Table& table);

}  // namespace holdfast
