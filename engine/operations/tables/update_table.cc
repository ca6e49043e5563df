#include "engine/operations/tables/update_table.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "engine/database/control_plane_lock.h"
#include "engine/database/memory_limit.h"
#include "engine/database/table_streams.h"
#include "engine/database/table_transitions.h"
#include "engine/errors/tables/replica_errors.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/tables/replicated_requests.h"
#include "engine/operations/tables/requested_settings.h"
#include "engine/operations/tables/table_conflicts.h"
#include "engine/operations/tables/table_update_checks.h"
#include "engine/schema/definition_constraints.h"
#include "engine/schema/schema_rules.h"
#include "engine/schema/setting_rules.h"
#include "engine/schema/table_update_rules.h"

namespace holdfast {
namespace {

void RecordChange(const ThroughputUnits& from, const ThroughputUnits& to, absl::Time now, ThroughputHistory* history) {
  if (to.read > from.read || to.write > from.write) history->last_increase = now;
  if (to.read < from.read || to.write < from.write) history->last_decrease = now;
}

void MergeOnDemandLimits(const std::optional<OnDemandThroughput>& requested, OnDemandThroughput* limits) {
  if (!requested) return;
  const auto merge = [](const std::optional<int64_t>& from, std::optional<int64_t>* to) {
    if (!from) return;
    *to = *from == -1 ? std::nullopt : from;
  };
  merge(requested->max_read_request_units, &limits->max_read_request_units);
  merge(requested->max_write_request_units, &limits->max_write_request_units);
}

// Copies each requested -1 into the response. A -1 is not stored, because it removes the limit.
void EchoClearedLimits(const std::optional<OnDemandThroughput>& requested, OnDemandThroughput* described) {
  if (!requested) return;
  if (requested->max_read_request_units == -1) described->max_read_request_units = -1;
  if (requested->max_write_request_units == -1) described->max_write_request_units = -1;
}

ThroughputUnits MergeUnits(const WarmThroughput& requested, const ThroughputUnits& warm) {
  return {requested.read_units_per_second.value_or(warm.read), requested.write_units_per_second.value_or(warm.write)};
}

// Makes the changes of one request, one after the other. None of them can fail, because all checks have passed before.
class TableChange {
 public:
  TableChange(DatabaseState& database, Table& table, const TableUpdate& update)
      : database_(database), table_(table), update_(update), now_(database.clock->Now()) {}

  void Apply() {
    ChangeThroughput();
    ChangeOnDemandThroughput();
    ChangeWarmThroughput();
    ChangeStream();
    ChangeEncryption();
    ChangeTableClass();
    ChangeDeletionProtection();
    for (const GlobalSecondaryIndexUpdate& entry : update_.index_updates()) {
      if (entry.create) CreateIndex(*entry.create);
      if (entry.update) UpdateIndex(*entry.update);
      if (entry.remove) DeleteIndex(*entry.remove);
    }
    RefreshStatus(table_);
  }

  TableDescription Describe() const {
    TableDescription description = MakeTableDescription(table_, now_);
    EchoClearedLimits(update_.on_demand_throughput, &description.on_demand_throughput);
    for (const GlobalSecondaryIndexUpdate& entry : update_.index_updates()) {
      for (GlobalIndexDescription& index : description.global_indexes) {
        if (!entry.update || index.schema.name != *entry.update->index_name) continue;
        EchoClearedLimits(entry.update->on_demand_throughput, &index.on_demand_throughput);
      }
    }
    return description;
  }

 private:
  void Schedule(TransitionKind kind, size_t index_ordinal = 0) {
    ScheduleTransition(database_, now_, {kind, table_.number(), index_ordinal});
  }

  void ChangeThroughput() {
    if (!update_.provisioned_throughput && !update_.billing_mode.present()) return;
    table_.ChangeSettings([this](TableSettings& settings) {
      const BillingMode mode = update_.billing_mode.value_or(settings.billing_mode);
      const ThroughputUnits units = ProvisionedUnits(update_.provisioned_throughput);
      changes_billing_mode_ = mode != settings.billing_mode;
      if (!changes_billing_mode_ && mode == BillingMode::kProvisioned) {
        RecordChange(settings.provisioned, units, now_, &settings.history);
      }
      settings.changes.throughput = {mode, units};
    });
    Schedule(changes_billing_mode_ ? TransitionKind::kBillingModeChanged : TransitionKind::kThroughputChanged);
  }

  void ChangeOnDemandThroughput() {
    table_.ChangeSettings(
        [this](TableSettings& settings) { MergeOnDemandLimits(update_.on_demand_throughput, &settings.on_demand); });
  }

  void ChangeWarmThroughput() {
    if (!HasMembers(update_.warm_throughput)) return;
    table_.ChangeSettings([this](TableSettings& settings) {
      settings.changes.warm = MergeUnits(*update_.warm_throughput, settings.warm_or_requested());
    });
    Schedule(TransitionKind::kWarmThroughputReached);
  }

  void ChangeStream() {
    if (!update_.stream_specification) return;
    const StreamSpecification& stream = *update_.stream_specification;
    if (*stream.stream_enabled) {
      EnableStream(database_, table_, stream.stream_view_type.value_or(StreamViewType::kNewAndOldImages));
    } else {
      DisableStream(database_, table_);
    }
    table_.ChangeSettings([](TableSettings& settings) { settings.changes.stream = true; });
    Schedule(TransitionKind::kStreamChanged);
  }

  void ChangeEncryption() {
    if (!update_.sse_specification) return;
    EncryptionChange change;
    if (UsesKms(*update_.sse_specification)) {
      change.kms_master_key_arn = KmsKeyArn(database_, update_.sse_specification->kms_master_key_id);
    }
    table_.ChangeSettings([&](TableSettings& settings) { settings.changes.encryption = std::move(change); });
    Schedule(TransitionKind::kEncryptionChanged);
  }

  void ChangeTableClass() {
    if (!update_.table_class.present()) return;
    const TableClass table_class = update_.table_class.value_or(TableClass::kStandard);
    const bool changes = table_.ChangeSettings([table_class](TableSettings& settings) {
      if (settings.table_class.value_or(TableClass::kStandard) == table_class) return false;
      settings.changes.table_class = table_class;
      return true;
    });
    if (changes) Schedule(TransitionKind::kTableClassChanged);
  }

  void ChangeDeletionProtection() {
    if (!update_.deletion_protection_enabled) return;
    table_.ChangeSettings([this](TableSettings& settings) {
      settings.deletion_protection_enabled = *update_.deletion_protection_enabled;
      settings.last_update_of_deletion_protection = now_;
    });
  }

  // The settings of an index are added before the index, and a deletion removes them after it. So a description of the
  // index always finds them.
  void CreateIndex(const GlobalSecondaryIndex& index) {
    Result<IndexSchema> schema = BuildAddedIndexSchema(*update_.attribute_definitions, index);
    if (!schema.ok()) return;
    table_.ChangeSettings([&](TableSettings& settings) {
      const BillingMode mode = update_.billing_mode.value_or(settings.billing_mode);
      settings.global_indexes[*index.index_name] = IndexSettingsFrom(index, mode);
    });
    const std::shared_ptr<GlobalIndex> added = table_.AddGlobalIndex(std::move(schema).value());
    Schedule(TransitionKind::kIndexAllocated, added->ordinal);
  }

  void UpdateIndex(const UpdateGlobalSecondaryIndexAction& update) {
    const std::shared_ptr<GlobalIndex> index = table_.FindGlobalIndex(*update.index_name);
    if (index == nullptr) return;
    const bool provisions = update.provisioned_throughput.has_value();
    const bool warms = HasMembers(update.warm_throughput);
    table_.ChangeSettings([&](TableSettings& settings) {
      GlobalIndexSettings& index_settings = settings.global_indexes[*update.index_name];
      MergeOnDemandLimits(update.on_demand_throughput, &index_settings.on_demand);
      if (warms)
        index_settings.requested_warm = MergeUnits(*update.warm_throughput, index_settings.warm_or_requested());
      if (!provisions) return;
      const ThroughputUnits units = ProvisionedUnits(update.provisioned_throughput);
      if (!changes_billing_mode_) {
        RecordChange(index_settings.provisioned, units, now_, &index_settings.history);
      }
      index_settings.requested_provisioned = units;
    });
    if (warms) Schedule(TransitionKind::kIndexWarmThroughputReached, index->ordinal);
    if (!provisions) return;
    if (index->status() == TableStatus::kActive) index->set_status(TableStatus::kUpdating);
    // With a change of billing mode, the index's new units take effect at the same time as the table's.
    const TransitionKind delay_kind =
        changes_billing_mode_ ? TransitionKind::kBillingModeChanged : TransitionKind::kIndexThroughputChanged;
    database_.scheduled_transitions.Add(now_ + DelayOf(database_, delay_kind),
                                        {TransitionKind::kIndexThroughputChanged, table_.number(), index->ordinal});
  }

  void DeleteIndex(const DeleteGlobalSecondaryIndexAction& deletion) {
    const std::shared_ptr<GlobalIndex> index = table_.FindGlobalIndex(*deletion.index_name);
    if (index == nullptr) return;
    table_.ChangeSettings([&](TableSettings& settings) { settings.changes.deleted_index = index->schema; });
    table_.DropGlobalIndex(*index);
    Schedule(TransitionKind::kIndexDeleted, index->ordinal);
  }

  DatabaseState& database_;
  Table& table_;
  const TableUpdate& update_;
  const absl::Time now_;
  bool changes_billing_mode_ = false;
};

// The memory of a stream outlives its table; that of an index, even if it has no entries, lasts as long as the table.
bool AddsStreamOrIndex(const UpdateTableRequest& request) {
  if (request.stream_specification && *request.stream_specification->stream_enabled) return true;
  const std::vector<GlobalSecondaryIndexUpdate>& updates = request.index_updates();
  return std::any_of(updates.begin(), updates.end(), [](const auto& update) { return update.create.has_value(); });
}

// `sends`: sends the request to the table's replicas, if it has any.
Result<UpdateTableResponse> Update(DatabaseState& database, const UpdateTableRequest& request, bool sends) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ValidateTableUpdate(database, request));
  if (request.other_regions.replica_updates) return errors::NoOtherRegions();

  ControlPlaneLock lock(database);
  RunDueTransitionsLatched(database);
  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table, FindTableByName(database, name));
  const TableSettings settings = table->settings();
  HOLDFAST_RETURN_IF_ERROR(CheckUpdateOfTable(database, *table, settings, request));
  HOLDFAST_RETURN_IF_ERROR(CheckUpdateConflicts(*table, settings, request));
  HOLDFAST_RETURN_IF_ERROR(CheckUpdateQuotas(database, *table, settings, request));
  // A request that another Region has accepted is not refused here, so that all replicas get their streams and indexes.
  if (sends && AddsStreamOrIndex(request)) HOLDFAST_RETURN_IF_ERROR(CheckMemoryLimit(database));
  // Each Region has its own deletion protection, so a request that changes it is not sent.
  std::optional<GroupRequest> for_all_regions;
  if (sends && IsGlobal(*table) && !request.deletion_protection_enabled) {
    if (!for_all_regions.emplace(*table->replica()).Begin(/*all_active=*/true)) return errors::GlobalTableIsChanging();
    for_all_regions->Prepare(request);
  }

  TableChange change(database, *table, request);
  change.Apply();
  if (for_all_regions.has_value()) for_all_regions->Send();
  UpdateTableResponse response{change.Describe()};
  RunDueTransitionsLatched(database);
  return response;
}

}  // namespace

Result<std::string_view> ValidateTableUpdate(const DatabaseState& database, const UpdateTableRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ResolveControlPlaneTableName(database, request.table_name));
  HOLDFAST_RETURN_IF_ERROR(CheckUpdateConstraints(request));
  HOLDFAST_RETURN_IF_ERROR(CheckTableUpdate(request));
  return name;
}

Result<UpdateTableResponse> UpdateTable(DatabaseState& database, const UpdateTableRequest& request) {
  return Update(database, request, /*sends=*/true);
}

Result<UpdateTableResponse> RepeatTableUpdate(DatabaseState& database, const UpdateTableRequest& request) {
  return Update(database, request, /*sends=*/false);
}

}  // namespace holdfast
