// Applies the transitions of engine/database/scheduled_transitions.h to tables and backups.
#pragma once

#include "absl/time/time.h"
#include "engine/database/database_state.h"
#include "engine/database/scheduled_transitions.h"
#include "engine/tables/table.h"

namespace holdfast {

// The control-plane latch is held. `due`: when the transition was due.
void RunTransition(DatabaseState& database, absl::Time due, const Transition& transition);

// Makes a new table and its indexes ACTIVE. The control-plane latch is held.
void FinishCreation(Table& table);

// Called when every item has got its entry: makes the index ACTIVE. The control-plane latch is held.
void FinishBackfill(Table& table, GlobalIndex& index);

// Sets the table's status to UPDATING or ACTIVE, depending on the changes that are under way. Does nothing for a table
// that is being created or deleted.
void RefreshStatus(Table& table);

}  // namespace holdfast
