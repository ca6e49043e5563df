#include "engine/operations/backups/restored_table.h"

#include <algorithm>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/base/limits.h"
#include "engine/database/account_quota.h"
#include "engine/database/memory_limit.h"
#include "engine/database/table_restore.h"
#include "engine/errors/tables/backup_errors.h"
#include "engine/errors/tables/table_errors.h"
#include "engine/operations/tables/requested_settings.h"
#include "engine/schema/definition_constraints.h"
#include "engine/schema/setting_rules.h"
#include "engine/schema/throughput_rules.h"

namespace holdfast {
namespace {

// Whether the elements of key type `type` name `attributes` in the same order. Further elements of this type are
// ignored.
bool KeyNamesMatch(const std::vector<KeyAttribute>& attributes, KeyType type,
                   const std::vector<KeySchemaElement>& elements) {
  auto element = elements.begin();
  for (const KeyAttribute& attribute : attributes) {
    element = std::find_if(element, elements.end(),
                           [type](const KeySchemaElement& candidate) { return candidate.key_type.is(type); });
    if (element == elements.end() || *element->attribute_name != attribute.name) return false;
    ++element;
  }
  return true;
}

bool HasProjection(const IndexSchema& index, const Projection& projection) {
  if (!projection.projection_type.is(index.projection)) return false;
  std::vector<std::string> names = projection.non_key_attributes.value_or(std::vector<std::string>());
  std::sort(names.begin(), names.end());
  return names == index.non_key_attributes;
}

// Whether `given`, a LocalSecondaryIndex or a GlobalSecondaryIndex, describes the index `index` of the source.
template <typename Given>
bool Describes(const Given& given, const IndexSchema& index) {
  return *given.index_name == index.name && given.key_schema->size() == index.key.size() &&
         KeyNamesMatch(index.key.hash, KeyType::kHash, *given.key_schema) &&
         KeyNamesMatch(index.key.range, KeyType::kRange, *given.key_schema) && HasProjection(index, *given.projection);
}

// Returns those of `indexes` that `overrides` lists, in the order of `indexes`; all if `overrides` is absent.
template <typename Given>
Result<std::vector<IndexSchema>> SelectIndexes(const std::vector<IndexSchema>& indexes,
                                               const std::optional<std::vector<Given>>& overrides) {
  if (!overrides) return indexes;
  std::unordered_set<std::string_view> names;
  for (const Given& given : *overrides) {
    if (!names.insert(*given.index_name).second) return errors::IndexNameDuplicated(*given.index_name);
    const bool exists = std::any_of(indexes.begin(), indexes.end(),
                                    [&given](const IndexSchema& index) { return Describes(given, index); });
    if (!exists) return errors::RestoredIndexDiffers(*given.index_name);
  }
  std::vector<IndexSchema> selected;
  for (const IndexSchema& index : indexes) {
    if (names.contains(index.name)) selected.push_back(index);
  }
  return selected;
}

ProvisionedThroughput ToProvisioned(const ThroughputUnits& units) { return {units.read, units.write}; }

// Throughput of the restored table or of one of its indexes: the override if there is one; otherwise that of the
// source, if the restored table has the source's billing mode. [open] How the service combines an override of the
// billing mode with the throughput of indexes was not captured: here the rules are those of CreateTable, so if the
// restored table becomes PROVISIONED, the override of each index must have its ProvisionedThroughput.
struct Throughput {
  std::optional<ProvisionedThroughput> provisioned;
  std::optional<OnDemandThroughput> on_demand;

  void InheritFrom(const ThroughputUnits& units, const OnDemandThroughput& limits, BillingMode source_mode,
                   BillingMode mode) {
    if (mode != source_mode) return;
    if (mode == BillingMode::kProvisioned) {
      if (!provisioned) provisioned = ToProvisioned(units);
    } else if (!on_demand) {
      on_demand = limits;
    }
  }
};

GlobalSecondaryIndex DefineIndex(const IndexSchema& index, const TableOverrides& overrides, const TableSettings& source,
                                 BillingMode mode) {
  GlobalSecondaryIndex defined;
  defined.index_name = index.name;
  Throughput throughput;
  if (overrides.global_secondary_indexes) {
    for (const GlobalSecondaryIndex& given : *overrides.global_secondary_indexes) {
      if (*given.index_name != index.name) continue;
      throughput = {given.provisioned_throughput, given.on_demand_throughput};
      defined.warm_throughput = given.warm_throughput;
    }
  }
  if (const auto found = source.global_indexes.find(index.name); found != source.global_indexes.end()) {
    throughput.InheritFrom(found->second.provisioned, found->second.on_demand, source.billing_mode, mode);
  }
  defined.provisioned_throughput = throughput.provisioned;
  defined.on_demand_throughput = throughput.on_demand;
  return defined;
}

// The billing, throughput and encryption of the restored table, as a request of CreateTable would define them.
TableDefinition DefineTable(const TableOverrides& overrides, const TableToRestore& source,
                            const std::vector<IndexSchema>& global_indexes) {
  TableDefinition definition;
  const BillingMode mode = overrides.billing_mode.value_or(source.settings.billing_mode);
  definition.billing_mode = mode;
  Throughput throughput{overrides.provisioned_throughput, overrides.on_demand_throughput};
  throughput.InheritFrom(source.settings.provisioned, source.settings.on_demand, source.settings.billing_mode, mode);
  definition.provisioned_throughput = throughput.provisioned;
  definition.on_demand_throughput = throughput.on_demand;
  definition.sse_specification = overrides.sse_specification;
  std::vector<GlobalSecondaryIndex>& indexes = definition.global_secondary_indexes.emplace();
  for (const IndexSchema& index : global_indexes) {
    indexes.push_back(DefineIndex(index, overrides, source.settings, mode));
  }
  return definition;
}

Status CheckDefinition(const DatabaseState& database, const TableDefinition& definition) {
  HOLDFAST_RETURN_IF_ERROR(CheckTableThroughput(definition));
  for (const GlobalSecondaryIndex& index : *definition.global_secondary_indexes) {
    HOLDFAST_RETURN_IF_ERROR(CheckIndexThroughput(index, BillingModeOf(definition)));
  }
  HOLDFAST_RETURN_IF_ERROR(CheckOnDemandAndWarmThroughput(definition));
  if (definition.sse_specification) HOLDFAST_RETURN_IF_ERROR(CheckSse(*definition.sse_specification));
  HOLDFAST_ASSIGN_OR_RETURN(const ThroughputUnits reserved, CheckThroughputQuotas(definition, database.region));
  return CheckAccountQuota(database, reserved);
}

TableSettings MakeSettings(const DatabaseState& database, const TableDefinition& definition, TableToRestore& source) {
  TableSettings settings;
  settings.billing_mode = BillingModeOf(definition);
  if (settings.billing_mode == BillingMode::kPayPerRequest) {
    settings.last_update_to_pay_per_request = database.clock->Now();
  }
  settings.provisioned = ProvisionedUnits(definition.provisioned_throughput);
  settings.on_demand = definition.on_demand_throughput.value_or(OnDemandThroughput());
  settings.warm = WarmUnits(std::nullopt, settings.billing_mode, settings.provisioned);
  settings.kms_master_key_arn = std::move(source.settings.kms_master_key_arn);
  if (const std::optional<SseSpecification>& sse = definition.sse_specification) {
    settings.kms_master_key_arn.reset();
    if (UsesKms(*sse)) settings.kms_master_key_arn = KmsKeyArn(database, sse->kms_master_key_id);
  }
  settings.table_class = source.settings.table_class;
  for (const GlobalSecondaryIndex& index : *definition.global_secondary_indexes) {
    settings.global_indexes[*index.index_name] = IndexSettingsFrom(index, settings.billing_mode);
  }
  settings.restore = std::move(source.summary);
  return settings;
}

// Checks that the name is free, and that the limits of concurrent restores and of memory admit another restore.
Status CheckNameAndLimits(const DatabaseState& database, const std::string& target_table_name) {
  if (const std::shared_ptr<Table> existing = database.tables.Find(target_table_name)) {
    const TableStatus status = existing->status();
    if (status == TableStatus::kCreating || status == TableStatus::kDeleting) {
      return errors::TableInUse(target_table_name);
    }
    return errors::RestoredTableAlreadyExists(target_table_name);
  }
  const std::vector<std::shared_ptr<Table>> tables = database.tables.Tables();
  const auto restores = std::count_if(tables.begin(), tables.end(), [](const std::shared_ptr<Table>& table) {
    return table->ReadSettings(
        [](const TableSettings& settings) { return settings.restore.has_value() && settings.restore->in_progress; });
  });
  if (static_cast<size_t>(restores) >= limits::kConcurrentRestoresMax) {
    return errors::TooManyRestores(limits::kConcurrentRestoresMax);
  }
  return CheckMemoryLimit(database);
}

}  // namespace

Status ValidateRestore(const std::optional<std::string>& target_table_name, const TableOverrides& overrides) {
  errors::Constraints constraints;
  constraints.NotNull(target_table_name.has_value(), "targetTableName");
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  // The service model has no length constraint on this member. So a wrong length is not listed with the failed
  // constraints, but reported as `TableName must be at least 3 characters long and at most 255 characters long`.
  if (target_table_name->size() < limits::kTableNameLengthMin ||
      target_table_name->size() > limits::kTableNameLengthMax) {
    return errors::TableNameLengthInvalid();
  }
  constraints.NamePattern(*target_table_name, "targetTableName");
  CheckOverrideConstraints(overrides, &constraints);
  return constraints.Report();
}

// [open] The order of these errors was not captured.
Result<TableDescription> Restore(DatabaseState& database, const std::string& target_table_name,
                                 const TableOverrides& overrides, TableToRestore source) {
  HOLDFAST_RETURN_IF_ERROR(CheckNameAndLimits(database, target_table_name));
  TableSchema schema{target_table_name, source.schema.key, {}, {}};
  HOLDFAST_ASSIGN_OR_RETURN(schema.local_indexes,
                            SelectIndexes(source.schema.local_indexes, overrides.local_secondary_indexes));
  HOLDFAST_ASSIGN_OR_RETURN(schema.global_indexes,
                            SelectIndexes(source.schema.global_indexes, overrides.global_secondary_indexes));
  const TableDefinition definition = DefineTable(overrides, source, schema.global_indexes);
  HOLDFAST_RETURN_IF_ERROR(CheckDefinition(database, definition));
  TableSettings settings = MakeSettings(database, definition, source);

  const std::shared_ptr<Table> table =
      AddRestoredTable(database, std::move(schema), std::move(settings),
                       {std::move(source.items), source.hash_seed, std::move(source.schema.local_indexes)});
  TableDescription description = MakeTableDescription(*table, database.clock->Now());
  RunDueTransitionsLatched(database);
  return description;
}

}  // namespace holdfast
