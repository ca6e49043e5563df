#include "server/json/members/item_collection_metrics_json.h"

#include "server/json/members/attribute_value_json.h"

namespace holdfast::server {

namespace {

void WriteItemCollectionMetrics(const ItemCollectionMetrics& metrics, JsonWriter* writer) {
  writer->BeginObject();
  writer->Name("ItemCollectionKey");
  WriteAttributeMap(metrics.item_collection_key, writer);
  writer->BeginArray("SizeEstimateRangeGB");
  writer->Double(metrics.size_estimate_gb_low);
  writer->Double(metrics.size_estimate_gb_high);
  writer->EndArray();
  writer->EndObject();
}

}  // namespace

void WriteItemCollectionMetricsMember(const std::optional<ItemCollectionMetrics>& metrics, JsonWriter* writer) {
  if (!metrics.has_value()) return;
  writer->Name("ItemCollectionMetrics");
  WriteItemCollectionMetrics(*metrics, writer);
}

void WriteItemCollectionMetricsMember(
    const std::optional<std::vector<std::pair<std::string, std::vector<ItemCollectionMetrics>>>>& tables,
    JsonWriter* writer) {
  if (!tables.has_value()) return;
  writer->BeginObject("ItemCollectionMetrics");
  for (const auto& [table_name, collections] : *tables) {
    writer->EscapedName(table_name);
    writer->BeginArray();
    for (const ItemCollectionMetrics& metrics : collections) WriteItemCollectionMetrics(metrics, writer);
    writer->EndArray();
  }
  writer->EndObject();
}

}  // namespace holdfast::server
