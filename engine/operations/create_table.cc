#include "engine/operations/create_table.h"

#include <memory>
#include <utility>

#include "absl/time/time.h"
#include "engine/base/limits.h"
#include "engine/errors/table_errors.h"
#include "engine/operations/table_streams.h"
#include "engine/schema/definition_constraints.h"
#include "engine/schema/schema_rules.h"
#include "engine/schema/setting_rules.h"
#include "engine/schema/throughput_rules.h"

namespace holdfast {
namespace {

// The key the description shows: the one given, or the account's key for DynamoDB, which has no id of its own
// here.
std::string KmsKeyArn(const DatabaseState& database, const std::optional<std::string>& key_id) {
  if (key_id && key_id->starts_with("arn:")) return *key_id;
  std::string arn = "arn:aws:kms:" + database.region + ":" + database.account + ":";
  if (key_id && key_id->starts_with("alias/")) return arn += *key_id;
  arn += "key/";
  return arn += key_id ? *key_id : "00000000-0000-4000-8000-000000000000";
}

GlobalIndexSettings IndexSettingsFrom(const GlobalSecondaryIndex& index, BillingMode billing_mode) {
  GlobalIndexSettings settings;
  settings.provisioned = ProvisionedUnits(index.provisioned_throughput);
  settings.on_demand = index.on_demand_throughput.value_or(OnDemandThroughput());
  settings.warm = WarmUnits(index.warm_throughput, billing_mode, settings.provisioned);
  return settings;
}

TableSettings SettingsFrom(const DatabaseState& database, const CreateTableRequest& request, absl::Time now) {
  TableSettings settings;
  settings.billing_mode = BillingModeOf(request);
  if (settings.billing_mode == BillingMode::kPayPerRequest) settings.last_update_to_pay_per_request = now;
  settings.provisioned = ProvisionedUnits(request.provisioned_throughput);
  settings.on_demand = request.on_demand_throughput.value_or(OnDemandThroughput());
  settings.warm = WarmUnits(request.warm_throughput, settings.billing_mode, settings.provisioned);
  if (request.sse_specification && UsesKms(*request.sse_specification)) {
    settings.kms_master_key_arn = KmsKeyArn(database, request.sse_specification->kms_master_key_id);
  }
  if (request.table_class.present())
    settings.table_class = request.table_class.value_or(TableClass::kStandard);
  settings.deletion_protection_enabled = request.deletion_protection_enabled.value_or(false);
  if (request.tags) {
    for (const Tag& tag : *request.tags) settings.tags.emplace_back(*tag.key, *tag.value);
  }
  if (request.global_secondary_indexes) {
    for (const GlobalSecondaryIndex& index : *request.global_secondary_indexes) {
      settings.global_indexes[*index.index_name] = IndexSettingsFrom(index, settings.billing_mode);
    }
  }
  return settings;
}

// The account's quota over all its tables. Two tables created at one moment may exceed it together: it is
// there to tell a test what its account would not allow, not to protect anything.
Status CheckAccountQuota(const DatabaseState& database, const ThroughputUnits& requested) {
  ThroughputUnits reserved;
  for (const std::shared_ptr<Table>& table : database.tables.Tables()) {
    const TableSettings settings = table->settings();
    reserved.read += settings.provisioned.read;
    reserved.write += settings.provisioned.write;
    for (const auto& [name, index] : settings.global_indexes) {
      reserved.read += index.provisioned.read;
      reserved.write += index.provisioned.write;
    }
  }
  if (reserved.read + requested.read > limits::kAccountCapacityUnitsMax) {
    return errors::AccountCapacityQuota("ReadCapacityUnits", reserved.read, requested.read, database.region);
  }
  if (reserved.write + requested.write > limits::kAccountCapacityUnitsMax) {
    return errors::AccountCapacityQuota("WriteCapacityUnits", reserved.write, requested.write,
                                        database.region);
  }
  return {};
}

bool IsGiven(const std::optional<WarmThroughput>& warm) {
  return warm && (warm->read_units_per_second || warm->write_units_per_second);
}

// While a table is being created only warm throughput that was asked for is shown, as not reached yet.
void DescribeRequestedWarmThroughput(const CreateTableRequest& request, const TableSettings& settings,
                                     TableDescription* description) {
  if (IsGiven(request.warm_throughput))
    description->warm_throughput = {settings.warm, TableStatus::kUpdating};
  for (size_t i = 0; i < description->global_indexes.size(); ++i) {
    if (!IsGiven((*request.global_secondary_indexes)[i].warm_throughput)) continue;
    GlobalIndexDescription& index = description->global_indexes[i];
    index.warm_throughput = {settings.global_indexes.at(index.schema.name).warm, TableStatus::kUpdating};
  }
}

void EnableRequestedStream(DatabaseState& database, Table& table, const CreateTableRequest& request) {
  const std::optional<StreamSpecification>& stream = request.stream_specification;
  if (!stream || !stream->stream_enabled.value_or(false)) return;
  EnableStream(database, table, stream->stream_view_type.value_or(StreamViewType::kNewAndOldImages));
}

}  // namespace

Result<CreateTableResponse> CreateTable(DatabaseState& database, const CreateTableRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckDefinitionConstraints(request));
  HOLDFAST_RETURN_IF_ERROR(CheckTableThroughput(request));
  HOLDFAST_ASSIGN_OR_RETURN(TableSchema schema, BuildTableSchema(request));
  HOLDFAST_RETURN_IF_ERROR(CheckOnDemandAndWarmThroughput(request));
  HOLDFAST_RETURN_IF_ERROR(CheckTableSettings(request));

  const std::string name = schema.name;
  if (database.tables.Find(name) != nullptr) return errors::TableAlreadyExists(name);
  HOLDFAST_ASSIGN_OR_RETURN(const ThroughputUnits reserved, CheckThroughputQuotas(request, database.region));
  HOLDFAST_RETURN_IF_ERROR(CheckAccountQuota(database, reserved));

  const absl::Time now = database.clock->Now();
  const TableSettings settings = SettingsFrom(database, request, now);
  Table::Identity identity;
  identity.number = database.tables.NextTableNumber();
  identity.id = database.random.Uuid();
  identity.arn = TableArn(database.region, database.account, name);
  identity.creation_time = now;
  const auto table = std::make_shared<Table>(std::move(schema), std::move(identity), settings);
  // Before others can reach it, so that the stream has the table's first write.
  EnableRequestedStream(database, *table, request);
  // Likewise, so that the answer shows the table as it was made.
  CreateTableResponse response{MakeTableDescription(*table, DescriptionFor::kCreateTable)};
  DescribeRequestedWarmThroughput(request, settings, &response.table_description);
  if (!database.tables.Create(table)) {
    if (const auto& stream = table->structure().stream) database.streams.Remove(*stream);
    return errors::TableAlreadyExists(name);
  }
  return response;
}

}  // namespace holdfast
