#include "engine/tables/table.h"

#include <memory>
#include <new>
#include <utility>

#include "engine/base/stored_bytes.h"
#include "engine/schema/heap_bytes.h"
#include "engine/storage/partition_locks.h"
#include "engine/tables/unused_contents.h"

namespace holdfast {
namespace {

void LockAllShards(const Table& table, PartitionLocks& locks) {
  ShardLatches shards;
  for (size_t shard = 0; shard < PartitionMap::kShards; ++shard) {
    shards.push_back({table.number(), 0, shard, &table.items().latch(shard)});
  }
  locks.LockStage(std::move(shards));
}

GlobalIndexes MakeGlobalIndexes(const TableSchema& schema, const PartitionHash& hash) {
  GlobalIndexes indexes;
  indexes.reserve(schema.global_indexes.size());
  for (const IndexSchema& index : schema.global_indexes) {
    indexes.push_back(std::make_shared<GlobalIndex>(index, indexes.size(), hash));
  }
  return indexes;
}

}  // namespace

GlobalIndex::GlobalIndex(IndexSchema index_schema, size_t index_ordinal, const PartitionHash& hash, Origin index_origin)
    : schema(std::move(index_schema)), ordinal(index_ordinal), origin(index_origin), entries(0, hash) {
  StoredBytes::Add(own_bytes());
}

GlobalIndex::~GlobalIndex() { StoredBytes::Subtract(own_bytes()); }

size_t GlobalIndex::own_bytes() const { return sizeof(GlobalIndex) - sizeof(PartitionMap) + HeapBytes(schema); }

std::shared_ptr<GlobalIndex> GlobalIndex::Copy() const {
  auto copy = std::make_shared<GlobalIndex>(schema, ordinal, entries.hash(), origin);
  copy->set_status(status());
  copy->set_backfilling(backfilling());
  copy->entries.ShareFrom(entries);
  return copy;
}

Table::Table(TableSchema schema, Identity identity, TableSettings settings)
    : schema_(std::move(schema)),
      identity_(std::move(identity)),
      items_(schema_.local_indexes.size(), PartitionHash(identity_.hash_seed)),
      settings_(std::move(settings)) {
  Publish({MakeGlobalIndexes(schema_, items_.hash()), nullptr, nullptr, schema_.global_indexes.size()});
  StoredBytes::Add(own_bytes());
}

Table::Table(const Table& original, Identity identity, std::shared_ptr<TableStream> stream)
    : schema_(original.schema_),
      identity_(std::move(identity)),
      items_(schema_.local_indexes.size(), PartitionHash(identity_.hash_seed)),
      next_expiry_serial_(original.next_expiry_serial_),
      recovery_history_(original.recovery_history_),
      restore_source_(original.restore_source_),
      background_(original.background_),
      status_(original.status()),
      settings_(original.settings()) {
  items_.ShareFrom(original.items_);
  if (original.expiry_order_ != nullptr) expiry_order_ = original.expiry_order_->Copy();
  GlobalIndexes indexes;
  for (const std::shared_ptr<GlobalIndex>& index : original.global_indexes()) indexes.push_back(index->Copy());
  Publish({std::move(indexes), std::move(stream), nullptr, original.structure().next_index_ordinal});
  StoredBytes::Add(own_bytes());
}

void Table::RestoreItems(PartitionMap::Image image, size_t source_local_orders, bool same_local_indexes) {
  if (same_local_indexes) return items_.ShareFrom(std::move(image));
  auto source = std::make_shared<PartitionMap>(source_local_orders, items_.hash());
  source->ShareFrom(std::move(image));
  restore_source_ = std::move(source);
}

void Table::DropRestoreSource() {
  if (restore_source_ == nullptr) return;
  auto contents = std::make_unique<UnusedContents>();
  contents->Add(std::exchange(restore_source_, nullptr));
  if (background_ != nullptr) background_->Drop(std::move(contents));
}

size_t Table::own_bytes() const { return sizeof(Table) - sizeof(PartitionMap) + HeapBytes(schema_); }

size_t Table::copy_bytes() const {
  size_t bytes = own_bytes() + items_.own_bytes();
  for (const std::shared_ptr<GlobalIndex>& index : global_indexes()) bytes += index->copy_bytes();
  return bytes;
}

Table::~Table() {
  StoredBytes::Subtract(own_bytes());
  if (background_ == nullptr || !background_->has_worker()) return;
  size_t entries = items_.item_count();
  if (restore_source_ != nullptr) entries += restore_source_->item_count();
  for (const std::shared_ptr<GlobalIndex>& index : global_indexes()) entries += index->entries.item_count();
  if (entries < UnusedContents::kDeferredEntriesMin && !recovery_history_.enabled()) return;
  try {
    auto contents = std::make_unique<UnusedContents>();
    contents->Add(items_);
    for (const std::shared_ptr<GlobalIndex>& index : global_indexes()) contents->Add(index->entries);
    if (expiry_order_ != nullptr) contents->Add(*expiry_order_);
    if (restore_source_ != nullptr) contents->Add(std::move(restore_source_));
    contents->Add(recovery_history_.Disable());
    background_->Drop(std::move(contents));
  } catch (const std::bad_alloc&) {
    // The contents are destroyed by this thread instead.
  }
}

TableSchema Table::CurrentSchema() const {
  TableSchema schema = schema_;
  schema.global_indexes.clear();
  for (const std::shared_ptr<GlobalIndex>& index : global_indexes()) schema.global_indexes.push_back(index->schema);
  return schema;
}

void Table::ChangeStructure(const std::function<TableStructure(const TableStructure&)>& change) {
  PartitionLocks locks;
  LockAllShards(*this, locks);
  Publish(change(structure()));
}

std::shared_ptr<GlobalIndex> Table::AddGlobalIndex(IndexSchema schema) {
  std::shared_ptr<GlobalIndex> added;
  ChangeStructure([&](const TableStructure& old) {
    TableStructure changed = old;
    added = std::make_shared<GlobalIndex>(std::move(schema), changed.next_index_ordinal++, items_.hash(),
                                          GlobalIndex::Origin::kAddedOnline);
    added->set_status(TableStatus::kCreating);
    changed.global_indexes.push_back(added);
    return changed;
  });
  return added;
}

void Table::DropGlobalIndex(GlobalIndex& index) {
  index.set_status(TableStatus::kDeleting);
  ChangeStructure([&](const TableStructure& old) {
    TableStructure changed = old;
    std::erase_if(changed.global_indexes, [&](const auto& other) { return other.get() == &index; });
    return changed;
  });
  // No writer reaches the index any more. But previous structures keep it alive, so its entries are moved out here.
  auto contents = std::make_unique<UnusedContents>();
  contents->Add(index.entries);
  if (background_ != nullptr) background_->Drop(std::move(contents));
}

uint64_t Table::AddExpiryOrder(std::string attribute_name) {
  auto order = std::make_unique<ExpiryOrder>(std::move(attribute_name), next_expiry_serial_++);
  const uint64_t serial = order->serial();
  SwapExpiryOrder(std::move(order));
  return serial;
}

void Table::DropExpiryOrder() {
  const std::unique_ptr<ExpiryOrder> dropped = SwapExpiryOrder(nullptr);
  if (dropped == nullptr) return;
  auto contents = std::make_unique<UnusedContents>();
  contents->Add(*dropped);
  if (background_ != nullptr) background_->Drop(std::move(contents));
}

std::unique_ptr<ExpiryOrder> Table::SwapExpiryOrder(std::unique_ptr<ExpiryOrder> order) {
  PartitionLocks locks;
  LockAllShards(*this, locks);
  return std::exchange(expiry_order_, std::move(order));
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

std::shared_ptr<GlobalIndex> Table::FindGlobalIndexByOrdinal(size_t ordinal) const {
  for (const std::shared_ptr<GlobalIndex>& index : global_indexes()) {
    if (index->ordinal == ordinal) return index;
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
