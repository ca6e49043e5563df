#include "engine/tables/table_description.h"

#include <algorithm>
#include <utility>

namespace holdfast {
namespace {

std::vector<KeyAttribute> AttributeDefinitions(const TableSchema& schema,
                                               const GlobalIndexes& global_indexes) {
  std::vector<KeyAttribute> attributes;
  const auto add = [&attributes](const KeySchema& key) {
    attributes.insert(attributes.end(), key.hash.begin(), key.hash.end());
    attributes.insert(attributes.end(), key.range.begin(), key.range.end());
  };
  add(schema.key);
  for (const IndexSchema& index : schema.local_indexes) add(index.key);
  for (const std::shared_ptr<GlobalIndex>& index : global_indexes) add(index->schema.key);
  std::sort(attributes.begin(), attributes.end(),
            [](const KeyAttribute& left, const KeyAttribute& right) { return left.name < right.name; });
  const auto end = std::unique(
      attributes.begin(), attributes.end(),
      [](const KeyAttribute& left, const KeyAttribute& right) { return left.name == right.name; });
  attributes.erase(end, attributes.end());
  return attributes;
}

std::string IndexArn(const Table& table, std::string_view index_name) {
  std::string arn = table.arn() + "/index/";
  return arn += index_name;
}

std::vector<LocalIndexDescription> DescribeLocalIndexes(const Table& table) {
  std::vector<LocalIndexDescription> indexes;
  for (const IndexSchema& schema : table.schema().local_indexes) {
    LocalIndexDescription& index = indexes.emplace_back();
    index.schema = schema;
    index.arn = IndexArn(table, schema.name);
  }
  if (indexes.empty()) return indexes;
  // Nobody counts local entries while they are written, so describing them walks the partitions.
  for (size_t shard = 0; shard < PartitionMap::kShards; ++shard) {
    const PartitionMap::ShardView view = table.items().View(shard);
    for (PartitionMap::ShardView::Cursor partition = view.From(0); !partition.done(); partition.Next()) {
      for (size_t order = 0; order < indexes.size(); ++order) {
        const SortedItems& entries = partition->local(order);
        indexes[order].item_count += entries.size();
        indexes[order].size_bytes += entries.size_bytes();
      }
    }
  }
  return indexes;
}

std::vector<GlobalIndexDescription> DescribeGlobalIndexes(const Table& table,
                                                          const GlobalIndexes& global_indexes,
                                                          const TableSettings& settings,
                                                          DescriptionFor answer) {
  std::vector<GlobalIndexDescription> indexes;
  for (const std::shared_ptr<GlobalIndex>& global_index : global_indexes) {
    GlobalIndexDescription& index = indexes.emplace_back();
    index.schema = global_index->schema;
    index.arn = IndexArn(table, index.schema.name);
    index.item_count = global_index->entries.item_count();
    index.size_bytes = global_index->entries.size_bytes();
    const GlobalIndexSettings& index_settings = settings.global_indexes.at(index.schema.name);
    index.provisioned_throughput = index_settings.provisioned;
    index.on_demand_throughput = index_settings.on_demand;
    if (answer == DescriptionFor::kCreateTable) {
      index.status = TableStatus::kCreating;
    } else {
      index.warm_throughput = {index_settings.warm, TableStatus::kActive};
    }
  }
  return indexes;
}

TableStatus StatusFor(const Table& table, DescriptionFor answer) {
  switch (answer) {
    case DescriptionFor::kCreateTable:
      return TableStatus::kCreating;
    case DescriptionFor::kDescribeTable:
      return table.status();
    case DescriptionFor::kDeleteTable:
      return TableStatus::kDeleting;
  }
  __builtin_unreachable();
}

}  // namespace

TableDescription MakeTableDescription(const Table& table, DescriptionFor answer) {
  const TableSettings settings = table.settings();
  TableDescription description;
  description.table_name = table.name();
  description.table_id = table.id();
  description.table_arn = table.arn();
  description.table_status = StatusFor(table, answer);
  description.item_count = table.items().item_count();
  description.table_size_bytes = table.items().size_bytes();
  description.provisioned_throughput = settings.provisioned;
  if (settings.last_update_to_pay_per_request) {
    description.billing_mode_summary = {settings.billing_mode, settings.last_update_to_pay_per_request};
    if (answer == DescriptionFor::kCreateTable) {
      description.billing_mode_summary->last_update_to_pay_per_request.reset();
    }
  }
  description.deletion_protection_enabled = settings.deletion_protection_enabled;
  description.kms_master_key_arn = settings.kms_master_key_arn;
  if (answer == DescriptionFor::kDeleteTable) return description;

  const GlobalIndexes& global_indexes = table.global_indexes();
  description.creation_time = table.creation_time();
  description.key_schema = table.schema().key;
  description.attribute_definitions = AttributeDefinitions(table.schema(), global_indexes);
  description.local_indexes = DescribeLocalIndexes(table);
  description.global_indexes = DescribeGlobalIndexes(table, global_indexes, settings, answer);
  if (settings.stream) {
    LatestStream& stream = description.stream.emplace();
    if (settings.stream->enabled) stream.view_type = settings.stream->view_type;
    stream.label = settings.stream->label;
    stream.arn = table.arn() + "/stream/" + settings.stream->label;
  }
  description.table_class = settings.table_class;
  description.on_demand_throughput = settings.on_demand;
  if (answer == DescriptionFor::kDescribeTable)
    description.warm_throughput = {settings.warm, TableStatus::kActive};
  return description;
}

}  // namespace holdfast
