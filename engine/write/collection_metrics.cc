#include "engine/write/collection_metrics.h"

#include <algorithm>
#include <cmath>

namespace holdfast {

std::optional<ItemCollectionMetrics> CollectionMetrics(const Table& table, AttributeMapView item,
                                                       const Effect& effect) {
  if (!effect.collection_bytes.has_value()) return std::nullopt;
  const std::string& name = table.schema().partition_key().name;
  ItemCollectionMetrics metrics;
  metrics.item_collection_key = AttributeMap{{name, AttributeValue(*item.Find(name))}};
  // DynamoDB returns a range of one GB that contains the size.
  constexpr double kBytesPerGigabyte = 1024.0 * 1024 * 1024;
  metrics.size_estimate_gb_low = std::floor(static_cast<double>(*effect.collection_bytes) / kBytesPerGigabyte);
  metrics.size_estimate_gb_high = metrics.size_estimate_gb_low + 1;
  return metrics;
}

// A linear search is fast enough: a batch or transaction writes to at most a hundred collections.
void AddCollectionMetrics(const Table& table, AttributeMapView item, const Effect& effect,
                          CollectionMetricsByTable& metrics) {
  std::optional<ItemCollectionMetrics> added = CollectionMetrics(table, item, effect);
  if (!added.has_value()) return;
  auto entry =
      std::find_if(metrics.begin(), metrics.end(), [&](const auto& other) { return other.first == table.name(); });
  if (entry == metrics.end()) entry = metrics.insert(metrics.end(), {table.name(), {}});
  for (ItemCollectionMetrics& other : entry->second) {
    if (!(other.item_collection_key == added->item_collection_key)) continue;
    other = *std::move(added);
    return;
  }
  entry->second.push_back(*std::move(added));
}

}  // namespace holdfast
