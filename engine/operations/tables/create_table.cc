#include "engine/operations/tables/create_table.h"

#include <memory>
#include <utility>

#include "absl/time/time.h"
#include "engine/database/account_quota.h"
#include "engine/database/control_plane_lock.h"
#include "engine/database/memory_limit.h"
#include "engine/database/table_streams.h"
#include "engine/errors/tables/table_conflict_errors.h"
#include "engine/errors/tables/table_errors.h"
#include "engine/operations/tables/requested_settings.h"
#include "engine/schema/definition_constraints.h"
#include "engine/schema/schema_rules.h"
#include "engine/schema/setting_rules.h"
#include "engine/schema/tag_rules.h"
#include "engine/schema/throughput_rules.h"

namespace holdfast {
namespace {

TableSettings SettingsFrom(const DatabaseState& database, const CreateTableRequest& request, absl::Time now) {
  TableSettings settings;
  settings.billing_mode = BillingModeOf(request);
  if (settings.billing_mode == BillingMode::kPayPerRequest) settings.last_update_to_pay_per_request = now;
  settings.provisioned = ProvisionedUnits(request.provisioned_throughput);
  settings.on_demand = request.on_demand_throughput.value_or(OnDemandThroughput());
  settings.warm = WarmUnits(request.warm_throughput, settings.billing_mode, settings.provisioned);
  if (HasMembers(request.warm_throughput)) settings.changes.warm = settings.warm;
  if (request.sse_specification && UsesKms(*request.sse_specification)) {
    settings.kms_master_key_arn = KmsKeyArn(database, request.sse_specification->kms_master_key_id);
  }
  if (request.table_class.present()) settings.table_class = request.table_class.value_or(TableClass::kStandard);
  settings.deletion_protection_enabled = request.deletion_protection_enabled.value_or(false);
  if (request.tags) MergeTags(*request.tags, settings.resource.tags);
  if (request.global_secondary_indexes) {
    for (const GlobalSecondaryIndex& index : *request.global_secondary_indexes) {
      settings.global_indexes[*index.index_name] = IndexSettingsFrom(index, settings.billing_mode);
    }
  }
  return settings;
}

void SetStatus(Table& table, TableStatus status) {
  table.set_status(status);
  for (const std::shared_ptr<GlobalIndex>& index : table.global_indexes()) index->set_status(status);
}

void EnableRequestedStream(DatabaseState& database, Table& table, const CreateTableRequest& request) {
  const auto& stream = request.stream_specification;
  if (!stream || !stream->stream_enabled.value_or(false)) return;
  EnableStream(database, table, stream->stream_view_type.value_or(StreamViewType::kNewAndOldImages));
}

}  // namespace

Result<CreateTableResponse> CreateTable(DatabaseState& database, const CreateTableRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckDefinitionConstraints(request));
  HOLDFAST_RETURN_IF_ERROR(CheckSupported(request.cloud_only));
  HOLDFAST_RETURN_IF_ERROR(CheckTableThroughput(request));
  HOLDFAST_ASSIGN_OR_RETURN(TableSchema schema, BuildTableSchema(request));
  HOLDFAST_RETURN_IF_ERROR(CheckOnDemandAndWarmThroughput(request));
  HOLDFAST_RETURN_IF_ERROR(CheckTableSettings(request));

  ControlPlaneLock lock(database);
  RunDueTransitionsLatched(database);
  const std::string name = schema.name;
  if (const std::shared_ptr<Table> existing = database.tables.Find(name)) {
    if (existing->status() == TableStatus::kCreating) return errors::TableIsBeingCreated(name);
    return errors::TableAlreadyExists(name);
  }
  HOLDFAST_ASSIGN_OR_RETURN(const ThroughputUnits reserved, CheckThroughputQuotas(request, database.region));
  HOLDFAST_RETURN_IF_ERROR(CheckAccountQuota(database, reserved));
  HOLDFAST_RETURN_IF_ERROR(CheckMemoryLimit(database));

  const absl::Time now = database.clock->Now();
  TableSettings settings = SettingsFrom(database, request, now);
  if (request.resource_policy) settings.resource.policy = {*request.resource_policy, database.random.Uuid()};
  Table::Identity identity;
  identity.number = database.tables.NextTableNumber();
  identity.id = database.random.Uuid();
  identity.arn = TableArn(database.region, database.account, name);
  identity.creation_time = now;
  identity.hash_seed = database.hash_seed;
  const auto table = std::make_shared<Table>(std::move(schema), std::move(identity), std::move(settings));
  table->set_background_queue(database.options.background);
  SetStatus(*table, TableStatus::kCreating);
  // This precedes tables.Create, so that the stream records the table's first write.
  EnableRequestedStream(database, *table, request);
  CreateTableResponse response{MakeTableDescription(*table, now)};
  // Create finds the name free, because the control-plane latch excludes other creations.
  database.tables.Create(table);
  const TransitionKind created =
      table->has_global_indexes() ? TransitionKind::kIndexedTableCreated : TransitionKind::kTableCreated;
  ScheduleTransition(database, now, {created, table->number()});
  RunDueTransitionsLatched(database);
  return response;
}

}  // namespace holdfast
