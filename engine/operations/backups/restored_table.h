// The part that RestoreTableFromBackup and RestoreTableToPointInTime share: making the restored table.
//
// A restored table has the source's key, indexes, billing mode, throughput, encryption and table class, unless an
// override replaces them. It has no stream, time to live, tags, policy, point-in-time recovery or deletion protection.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Restore.Tutorial.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/database/database_state.h"
#include "engine/schema/table_overrides.h"
#include "engine/storage/partition_map.h"
#include "engine/tables/table_description.h"

namespace holdfast {

// Checks the members TargetTableName and the overrides, before anything is looked up.
Status ValidateRestore(const std::optional<std::string>& target_table_name, const TableOverrides& overrides);

struct TableToRestore {
  // With the global indexes that the source has now or, for a backup, had when it was backed up.
  TableSchema schema;
  TableSettings settings;
  uint64_t hash_seed = 0;
  PartitionMap::Image items;
  RestoreSummary summary;
};

// Adds the restored table, and returns its description, in which it is CREATING. The name and the overrides must have
// passed ValidateRestore. The caller must hold the control-plane latch, and must have run the due transitions. Errors:
// TableAlreadyExistsException; TableInUseException if a table of the name is being created or deleted;
// LimitExceededException for too many restores at once, or too much throughput; ValidationException for overrides that
// contradict each other, for an index that the source does not have or has with another key or projection, and if
// EngineOptions::max_memory_bytes is exceeded.
Result<TableDescription> Restore(DatabaseState& database, const std::string& target_table_name,
                                 const TableOverrides& overrides, TableToRestore source);

}  // namespace holdfast
