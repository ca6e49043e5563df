#include "engine/tables/table.h"

#include "engine/storage/partition_locks.h"

namespace holdfast {
namespace {

GlobalIndexes MakeGlobalIndexes(const TableSchema& schema) {
  GlobalIndexes indexes;
  indexes.reserve(schema.global_indexes.size());
  for (const IndexSchema& index : schema.global_indexes) {
    indexes.push_back(std::make_shared<GlobalIndex>(index, indexes.size()));
  }
  return indexes;
}

}  // namespace

std::shared_ptr<GlobalIndex> GlobalIndex::Copy() const {
  auto copy = std::make_shared<GlobalIndex>(schema, ordinal);
  copy->entries.ShareFrom(entries);
  return copy;
}

Table::Table(TableSchema schema, Identity identity, TableSettings settings)
    : schema_(std::move(schema)),
      identity_(std::move(identity)),
      items_(schema_.local_indexes.size()),
      settings_(std::move(settings)) {
  Publish({MakeGlobalIndexes(schema_), nullptr});
}

Table::Table(const Table& original, Identity identity, std::shared_ptr<TableStream> stream)
    : schema_(original.schema_),
      identity_(std::move(identity)),
      items_(schema_.local_indexes.size()),
      status_(original.status()),
      settings_(original.settings()) {
  items_.ShareFrom(original.items_);
  GlobalIndexes indexes;
  for (const std::shared_ptr<GlobalIndex>& index : original.global_indexes()) indexes.push_back(index->Copy());
  Publish({std::move(indexes), std::move(stream)});
}

void Table::ChangeStructure(const std::function<TableStructure(const TableStructure&)>& change) {
  PartitionLocks locks;
  ShardLatches shards;
  for (size_t shard = 0; shard < PartitionMap::kShards; ++shard) {
    shards.push_back({number(), 0, shard, &items_.latch(shard)});
  }
  locks.LockStage(std::move(shards));
  Publish(change(structure()));
}

void Table::Publish(TableStructure structure) {
  LatchLock lock(&structures_latch_);
  structures_.push_back(std::make_unique<const TableStructure>(std::move(structure)));
  structure_.store(structures_.back().get(), std::memory_order_release);
}

std::shared_ptr<GlobalIndex> Table::FindGlobalIndex(std::string_view index_name) const {
  for (const std::shared_ptr<GlobalIndex>& index : global_indexes()) {
    if (index->schema.name == index_name) return index;
  }
  return nullptr;
}

std::optional<size_t> Table::FindLocalIndex(std::string_view index_name) const {
  for (size_t order = 0; order < schema_.local_indexes.size(); ++order) {
    if (schema_.local_indexes[order].name == index_name) return order;
  }
  return std::nullopt;
}

std::string TableArn(std::string_view region, std::string_view account, std::string_view table_name) {
  std::string arn = "arn:aws:dynamodb:";
  arn += region;
  arn += ':';
  arn += account;
  arn += ":table/";
  arn += table_name;
  return arn;
}

}  // namespace holdfast
