#include "engine/database/table_restore.h"

#include <utility>

#include "engine/database/table_transitions.h"
#include "engine/indexes/backfill.h"

namespace holdfast {

std::shared_ptr<Table> AddRestoredTable(DatabaseState& database, TableSchema schema, TableSettings settings,
                                        RestoreSource source, TransitionKind kind) {
  const absl::Time now = database.clock->Now();
  Table::Identity identity;
  identity.number = database.tables.NextTableNumber();
  identity.id = database.random.Uuid();
  identity.arn = TableArn(database.region, database.account, schema.name);
  identity.creation_time = now;
  identity.hash_seed = source.hash_seed;
  const bool same_local_indexes = schema.local_indexes.size() == source.local_indexes.size();
  auto table = std::make_shared<Table>(std::move(schema), std::move(identity), std::move(settings));
  table->set_background_queue(database.options.background);
  table->RestoreItems(std::move(source.items), source.local_indexes.size(), same_local_indexes);
  table->set_status(TableStatus::kCreating);
  for (const std::shared_ptr<GlobalIndex>& index : table->global_indexes()) index->set_status(TableStatus::kCreating);
  database.tables.Create(table);
  ScheduleTransition(database, now, {kind, table->number()});
  return table;
}

size_t ItemsToRestore(const Table& table) {
  if (const PartitionMap* const source = table.restore_source()) return source->item_count();
  return table.has_global_indexes() ? table.items().item_count() : 0;
}

void ContinueRestore(Table& table, size_t count_max, Build& build) {
  if (build.target > 0) {
    GlobalIndex& index = *table.global_indexes()[build.target - 1];
    BackfillIndex(table, index, count_max, build.position);
  } else if (const PartitionMap* const source = table.restore_source()) {
    CopyItems(table, *source, count_max, build.position);
  } else {
    build.position.done = true;
  }
  if (!build.position.done) return;
  if (build.target == 0) table.DropRestoreSource();
  if (build.target < table.global_indexes().size()) {
    ++build.target;
    build.position = {};
    return;
  }
  table.ChangeSettings([](TableSettings& settings) {
    if (settings.restore.has_value()) settings.restore->in_progress = false;
  });
  FinishCreation(table);
}

}  // namespace holdfast
