#include "engine/write/collection_metrics.h"

#include <algorithm>
#include <cmath>

namespace holdfast {
namespace {

size_t CollectionSizeBytes(const PartitionMap& items, std::string_view partition_key) {
  const uint64_t hash = PartitionMap::HashOf(partition_key);
  PartitionRef partition;
  {
    LatchLock lock(&items.latch(PartitionMap::ShardOf(hash)));
    partition = items.FindPartition(hash, partition_key);
  }
  if (partition == nullptr) return 0;
  size_t size = partition->items().size_bytes();
  for (size_t order = 0; order < partition->local_orders(); ++order) size += partition->local(order).size_bytes();
  return size;
}

}  // namespace

std::optional<ItemCollectionMetrics> CollectionMetrics(const Table& table, AttributeMapView item) {
  if (table.schema().local_indexes.empty()) return std::nullopt;
  const std::string& name = table.schema().partition_key().name;
  const ValueView value = *item.Find(name);
  ItemCollectionMetrics metrics;
  metrics.item_collection_key = AttributeMap{{name, AttributeValue(value)}};
  // DynamoDB gives a range of one GB that the size lies in.
  constexpr double kBytesPerGigabyte = 1024.0 * 1024 * 1024;
  metrics.size_estimate_gb_low =
      std::floor(static_cast<double>(CollectionSizeBytes(table.items(), value.bytes())) / kBytesPerGigabyte);
  metrics.size_estimate_gb_high = metrics.size_estimate_gb_low + 1;
  return metrics;
}

void AddCollectionMetrics(const Table& table, AttributeMapView item, CollectionMetricsByTable& metrics) {
  std::optional<ItemCollectionMetrics> added = CollectionMetrics(table, item);
  if (!added.has_value()) return;
  auto entry =
      std::find_if(metrics.begin(), metrics.end(), [&](const auto& other) { return other.first == table.name(); });
  if (entry == metrics.end()) entry = metrics.insert(metrics.end(), {table.name(), {}});
  for (const ItemCollectionMetrics& other : entry->second) {
    if (other.item_collection_key == added->item_collection_key) return;
  }
  entry->second.push_back(*std::move(added));
}

}  // namespace holdfast
