#include "engine/tables/table_description.h"

#include <algorithm>

namespace holdfast {
namespace {

std::vector<KeyAttribute> AttributeDefinitions(const TableSchema& schema, const GlobalIndexes& global_indexes,
                                               const std::optional<IndexSchema>& deleted_index) {
  std::vector<KeyAttribute> attributes;
  const auto add = [&attributes](const KeySchema& key) {
    attributes.insert(attributes.end(), key.hash.begin(), key.hash.end());
    attributes.insert(attributes.end(), key.range.begin(), key.range.end());
  };
  add(schema.key);
  for (const IndexSchema& index : schema.local_indexes) add(index.key);
  for (const std::shared_ptr<GlobalIndex>& index : global_indexes) add(index->schema.key);
  if (deleted_index.has_value()) add(deleted_index->key);
  std::sort(attributes.begin(), attributes.end(),
            [](const KeyAttribute& left, const KeyAttribute& right) { return left.name < right.name; });
  const auto end =
      std::unique(attributes.begin(), attributes.end(),
                  [](const KeyAttribute& left, const KeyAttribute& right) { return left.name == right.name; });
  attributes.erase(end, attributes.end());
  return attributes;
}

// A table that is being restored is described as empty, as in the examples of the service's documentation.
bool IsBeingRestored(const TableSettings& settings) {
  return settings.restore.has_value() && settings.restore->in_progress;
}

std::vector<LocalIndexDescription> DescribeLocalIndexes(const Table& table, bool described_as_empty) {
  std::vector<LocalIndexDescription> indexes;
  for (const IndexSchema& schema : table.schema().local_indexes) {
    const size_t order = indexes.size();
    LocalIndexDescription& index = indexes.emplace_back();
    index.schema = schema;
    index.arn = table.arn() + "/index/" + schema.name;
    if (described_as_empty) continue;
    const PartitionMap::LocalSize size = table.items().SizeOfLocal(order);
    index.item_count = size.item_count;
    index.size_bytes = size.size_bytes;
  }
  return indexes;
}

ThroughputHistory HistoryAt(absl::Time now, const ThroughputHistory& history) {
  ThroughputHistory current = history;
  current.decreases = history.DecreasesOnDayOf(now);
  return current;
}

// While a table or an index is being created, only requested warm throughput is shown, with the status UPDATING.
std::optional<WarmThroughputDescription> DescribeWarmThroughput(const ThroughputUnits& warm,
                                                                const std::optional<ThroughputUnits>& requested,
                                                                TableStatus status) {
  if (status == TableStatus::kCreating) {
    if (!requested.has_value()) return std::nullopt;
    return WarmThroughputDescription{*requested, TableStatus::kUpdating};
  }
  return WarmThroughputDescription{warm, requested.has_value() ? TableStatus::kUpdating : TableStatus::kActive};
}

GlobalIndexDescription DescribeGlobalIndex(const Table& table, const IndexSchema& schema, TableStatus status,
                                           const GlobalIndexSettings& settings, absl::Time now) {
  GlobalIndexDescription index;
  index.schema = schema;
  index.arn = table.arn() + "/index/" + schema.name;
  index.status = status;
  index.provisioned_throughput = settings.provisioned;
  index.throughput_history = HistoryAt(now, settings.history);
  index.on_demand_throughput = settings.on_demand;
  index.warm_throughput = DescribeWarmThroughput(settings.warm, settings.requested_warm, status);
  return index;
}

// Structure and settings are read one after the other. So an index whose creation or deletion begins or ends meanwhile
// may be in only one of them; it is not described then.
std::vector<GlobalIndexDescription> DescribeGlobalIndexes(const Table& table, const GlobalIndexes& global_indexes,
                                                          const TableSettings& settings, absl::Time now) {
  std::vector<GlobalIndexDescription> indexes;
  const std::optional<IndexSchema>& deleted = settings.changes.deleted_index;
  for (const std::shared_ptr<GlobalIndex>& global_index : global_indexes) {
    const auto found = settings.global_indexes.find(global_index->schema.name);
    const TableStatus status = global_index->status();
    if (found == settings.global_indexes.end() || status == TableStatus::kDeleting) continue;
    // Its deletion has begun, so it is described below.
    if (deleted.has_value() && deleted->name == global_index->schema.name) continue;
    indexes.push_back(DescribeGlobalIndex(table, global_index->schema, status, found->second, now));
    GlobalIndexDescription& index = indexes.back();
    index.item_count = global_index->entries.item_count();
    index.size_bytes = global_index->entries.size_bytes();
    if (status == TableStatus::kCreating && global_index->origin == GlobalIndex::Origin::kAddedOnline) {
      index.backfilling = global_index->backfilling();
    }
  }
  if (deleted.has_value()) {
    const auto found = settings.global_indexes.find(deleted->name);
    if (found != settings.global_indexes.end()) {
      indexes.push_back(DescribeGlobalIndex(table, *deleted, TableStatus::kDeleting, found->second, now));
    }
  }
  return indexes;
}

// The billing mode that a table has or is changing to. The time of the last change to on demand is absent while that
// change, or the creation of the table, is in progress.
std::optional<BillingModeSummary> DescribeBillingMode(const TableSettings& settings, TableStatus status) {
  const std::optional<ThroughputChange>& change = settings.changes.throughput;
  const BillingMode mode = change.has_value() ? change->billing_mode : settings.billing_mode;
  if (!settings.last_update_to_pay_per_request && mode == BillingMode::kProvisioned) return std::nullopt;
  const bool changes_to_on_demand =
      mode == BillingMode::kPayPerRequest && settings.billing_mode == BillingMode::kProvisioned;
  if (changes_to_on_demand || status == TableStatus::kCreating) return BillingModeSummary{mode, std::nullopt};
  return BillingModeSummary{mode, settings.last_update_to_pay_per_request};
}

// All members that MakeDeletionDescription fills in; MakeTableDescription adds the others.
TableDescription DescribeBasics(const Table& table, const TableSettings& settings, absl::Time now) {
  TableDescription description;
  description.table_name = table.name();
  description.table_id = table.id();
  description.table_arn = table.arn();
  description.table_status = table.status();
  description.restore_summary = settings.restore;
  if (!IsBeingRestored(settings)) {
    description.item_count = table.items().item_count();
    description.table_size_bytes = table.items().size_bytes();
  }
  if (const Replica* const replica = table.replica()) description.replicas = replica->OtherReplicas();
  description.provisioned_throughput = settings.provisioned;
  description.throughput_history = HistoryAt(now, settings.history);
  description.billing_mode_summary = DescribeBillingMode(settings, description.table_status);
  description.deletion_protection_enabled = settings.deletion_protection_enabled;
  description.kms_master_key_arn = settings.kms_master_key_arn;
  if (const std::optional<EncryptionChange>& change = settings.changes.encryption) {
    description.encryption_is_updating = true;
    if (change->kms_master_key_arn) description.kms_master_key_arn = change->kms_master_key_arn;
  }
  return description;
}

}  // namespace

TableDescription MakeTableDescription(const Table& table, absl::Time now) {
  const GlobalIndexes& global_indexes = table.global_indexes();
  const TableSettings settings = table.settings();
  TableDescription description = DescribeBasics(table, settings, now);
  description.creation_time = table.creation_time();
  description.key_schema = table.schema().key;
  description.attribute_definitions =
      AttributeDefinitions(table.schema(), global_indexes, settings.changes.deleted_index);
  description.local_indexes = DescribeLocalIndexes(table, IsBeingRestored(settings));
  description.global_indexes = DescribeGlobalIndexes(table, global_indexes, settings, now);
  if (settings.stream) {
    LatestStream& stream = description.stream.emplace();
    if (settings.stream->enabled) stream.view_type = settings.stream->view_type;
    stream.label = settings.stream->label;
    stream.arn = table.arn() + "/stream/" + settings.stream->label;
  }
  description.table_class = settings.table_class;
  description.last_update_of_table_class = settings.last_update_of_table_class;
  description.on_demand_throughput = settings.on_demand;
  description.warm_throughput = DescribeWarmThroughput(settings.warm, settings.changes.warm, description.table_status);
  return description;
}

TableDescription MakeDeletionDescription(const Table& table, absl::Time now) {
  return DescribeBasics(table, table.settings(), now);
}

}  // namespace holdfast
