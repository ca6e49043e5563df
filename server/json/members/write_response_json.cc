#include "server/json/members/write_response_json.h"

#include "server/json/members/attribute_value_json.h"
#include "server/json/members/consumed_capacity_json.h"
#include "server/json/members/item_collection_metrics_json.h"

namespace holdfast::server {

void AppendWriteResponse(const std::optional<ResponseItem>& attributes, const std::optional<ConsumedCapacity>& capacity,
                         const std::optional<ItemCollectionMetrics>& metrics, std::string* json) {
  JsonWriter writer(json);
  writer.BeginObject();
  if (attributes.has_value()) {
    writer.Name("Attributes");
    WriteAttributeMap(*attributes, &writer);
  }
  WriteConsumedCapacityMember(capacity, &writer);
  WriteItemCollectionMetricsMember(metrics, &writer);
  writer.EndObject();
}

}  // namespace holdfast::server
