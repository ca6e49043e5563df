#include "engine/database/table_transitions.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/base/limits.h"
#include "engine/database/builds.h"

namespace holdfast {
namespace {

void RaiseTo(const ThroughputUnits& units, ThroughputUnits* warm) {
  warm->read = std::max(warm->read, units.read);
  warm->write = std::max(warm->write, units.write);
}

bool Decreases(const ThroughputUnits& from, const ThroughputUnits& to) {
  return to.read < from.read || to.write < from.write;
}

void BecomePayPerRequest(absl::Time due, TableSettings& settings) {
  // A request that repeats the billing mode of an on-demand table changes nothing.
  if (settings.billing_mode == BillingMode::kPayPerRequest) return;
  constexpr ThroughputUnits kInitial = {limits::kOnDemandInitialReadUnits, limits::kOnDemandInitialWriteUnits};
  settings.billing_mode = BillingMode::kPayPerRequest;
  settings.last_update_to_pay_per_request = due;
  settings.provisioned = {};
  RaiseTo(kInitial, &settings.warm);
  for (auto& [name, index] : settings.global_indexes) {
    index.provisioned = {};
    RaiseTo(kInitial, &index.warm);
  }
}

void BecomeProvisioned(absl::Time due, const ThroughputUnits& units, TableSettings& settings) {
  if (settings.billing_mode == BillingMode::kPayPerRequest) {
    settings.billing_mode = BillingMode::kProvisioned;
    settings.on_demand = {};
    for (auto& [name, index] : settings.global_indexes) index.on_demand = {};
  } else if (Decreases(settings.provisioned, units)) {
    settings.history.CountDecrease(due);
  }
  settings.provisioned = units;
  RaiseTo(units, &settings.warm);
}

void FinishThroughput(absl::Time due, TableSettings& settings) {
  if (!settings.changes.throughput.has_value()) return;
  const ThroughputChange change = *std::exchange(settings.changes.throughput, std::nullopt);
  if (change.billing_mode == BillingMode::kPayPerRequest) {
    BecomePayPerRequest(due, settings);
  } else {
    BecomeProvisioned(due, change.provisioned, settings);
  }
}

// [open] A request for more that comes while this one is pending takes effect together with it.
void FinishWarmThroughput(TableSettings& settings) {
  if (settings.changes.warm.has_value()) RaiseTo(*settings.changes.warm, &settings.warm);
  settings.changes.warm.reset();
}

void FinishTableClass(absl::Time due, TableSettings& settings) {
  if (!settings.changes.table_class.has_value()) return;
  settings.table_class = std::exchange(settings.changes.table_class, std::nullopt);
  settings.last_update_of_table_class = due;
}

void FinishEncryption(TableSettings& settings) {
  if (!settings.changes.encryption.has_value()) return;
  settings.kms_master_key_arn = std::move(settings.changes.encryption->kms_master_key_arn);
  settings.changes.encryption.reset();
}

void FinishIndexDeletion(TableSettings& settings) {
  if (!settings.changes.deleted_index.has_value()) return;
  settings.global_indexes.erase(settings.changes.deleted_index->name);
  settings.contributor_insights.erase(settings.changes.deleted_index->name);
  settings.changes.deleted_index.reset();
}

void FinishIndexThroughput(absl::Time due, GlobalIndexSettings& settings) {
  if (!settings.requested_provisioned.has_value()) return;
  const ThroughputUnits units = *std::exchange(settings.requested_provisioned, std::nullopt);
  if (Decreases(settings.provisioned, units)) settings.history.CountDecrease(due);
  settings.provisioned = units;
  RaiseTo(units, &settings.warm);
}

void FinishIndexWarmThroughput(GlobalIndexSettings& settings) {
  if (settings.requested_warm.has_value()) RaiseTo(*settings.requested_warm, &settings.warm);
  settings.requested_warm.reset();
}

void RunIndexTransition(DatabaseState& database, Table& table, absl::Time due, const Transition& transition) {
  const std::shared_ptr<GlobalIndex> index = table.FindGlobalIndexByOrdinal(transition.index_ordinal);
  if (index == nullptr) return;
  const auto change_settings = [&](auto change) {
    table.ChangeSettings([&](TableSettings& settings) { change(settings.global_indexes[index->schema.name]); });
  };
  switch (transition.kind) {
    case TransitionKind::kIndexAllocated:
      index->set_backfilling(true);
      ScheduleTransition(database, due, {TransitionKind::kIndexBackfilled, table.number(), index->ordinal});
      return;
    case TransitionKind::kIndexBackfilled:
      StartBuild(database, table, BuildKind::kGlobalIndex, index->ordinal);
      return;
    case TransitionKind::kIndexThroughputChanged:
      change_settings([due](GlobalIndexSettings& settings) { FinishIndexThroughput(due, settings); });
      if (index->status() == TableStatus::kUpdating) index->set_status(TableStatus::kActive);
      return;
    default:
      change_settings(FinishIndexWarmThroughput);
  }
}

}  // namespace

// Warm throughput that the CreateTable request specifies is reached when the table becomes ACTIVE.
void FinishCreation(Table& table) {
  table.ChangeSettings([](TableSettings& settings) {
    FinishWarmThroughput(settings);
    for (auto& [name, index] : settings.global_indexes) FinishIndexWarmThroughput(index);
  });
  for (const std::shared_ptr<GlobalIndex>& index : table.global_indexes()) {
    index->set_status(TableStatus::kActive);
  }
  table.set_status(TableStatus::kActive);
  if (Replica* const replica = table.replica()) replica->set_status(ReplicaStatus::kActive);
}

void RunTransition(DatabaseState& database, absl::Time due, const Transition& transition) {
  if (transition.kind == TransitionKind::kBackupCreated) return database.backups.SetAvailable(transition.backup_number);
  const std::shared_ptr<Table> table = database.tables.FindByNumber(transition.table_number);
  if (table == nullptr) return;
  switch (transition.kind) {
    case TransitionKind::kTableCreated:
    case TransitionKind::kIndexedTableCreated:
      return FinishCreation(*table);
    case TransitionKind::kTableRestored:
    case TransitionKind::kReplicaCreated:
      return StartBuild(database, *table, BuildKind::kRestore, 0);
    case TransitionKind::kTableDeleted:
      database.tables.Remove(*table);
      if (Replica* const replica = table->replica()) replica->Leave();
      if (database.throughput != nullptr) database.throughput->DropTable(table->number());
      return;
    case TransitionKind::kBackupCreated:
      return;
    case TransitionKind::kThroughputChanged:
    case TransitionKind::kBillingModeChanged:
      table->ChangeSettings([due](TableSettings& settings) { FinishThroughput(due, settings); });
      break;
    case TransitionKind::kWarmThroughputReached:
      table->ChangeSettings(FinishWarmThroughput);
      break;
    case TransitionKind::kStreamChanged:
      table->ChangeSettings([](TableSettings& settings) { settings.changes.stream = false; });
      break;
    case TransitionKind::kTableClassChanged:
      table->ChangeSettings([due](TableSettings& settings) { FinishTableClass(due, settings); });
      break;
    case TransitionKind::kEncryptionChanged:
      table->ChangeSettings(FinishEncryption);
      break;
    case TransitionKind::kReplicasChanged:
      table->ChangeSettings([](TableSettings& settings) { settings.changes.replicas = false; });
      break;
    case TransitionKind::kIndexDeleted:
      table->ChangeSettings(FinishIndexDeletion);
      break;
    case TransitionKind::kIndexAllocated:
    case TransitionKind::kIndexBackfilled:
    case TransitionKind::kIndexThroughputChanged:
    case TransitionKind::kIndexWarmThroughputReached:
      RunIndexTransition(database, *table, due, transition);
      break;
  }
  RefreshStatus(*table);
}

void FinishBackfill(Table& table, GlobalIndex& index) {
  table.ChangeSettings(
      [&](TableSettings& settings) { FinishIndexWarmThroughput(settings.global_indexes[index.schema.name]); });
  index.set_backfilling(false);
  index.set_status(TableStatus::kActive);
  RefreshStatus(table);
}

void RefreshStatus(Table& table) {
  if (table.status() == TableStatus::kCreating || table.status() == TableStatus::kDeleting) return;
  const TableChanges changes = table.settings().changes;
  const GlobalIndexes& indexes = table.global_indexes();
  // These leave the table ACTIVE: an index in its backfill, an index whose throughput changes, and a change of
  // encryption or warm throughput.
  const bool allocating = std::any_of(indexes.begin(), indexes.end(), [](const auto& index) {
    return index->is_being_created() && !index->backfilling();
  });
  const bool updating = allocating || changes.throughput.has_value() || changes.stream || changes.replicas ||
                        changes.table_class.has_value() || changes.deleted_index.has_value();
  table.set_status(updating ? TableStatus::kUpdating : TableStatus::kActive);
}

}  // namespace holdfast
