#include "server/json/members/page_json.h"

#include "server/json/members/attribute_value_json.h"
#include "server/json/members/consumed_capacity_json.h"

namespace holdfast::server {

void AppendPage(const std::optional<std::vector<ResponseItem>>& items, uint64_t count, uint64_t scanned_count,
                const std::optional<AttributeMap>& last_evaluated_key, const std::optional<ConsumedCapacity>& capacity,
                std::string* json) {
  JsonWriter writer(json);
  writer.BeginObject();
  if (items.has_value()) {
    writer.BeginArray("Items");
    for (const ResponseItem& item : *items) WriteAttributeMap(item, &writer);
    writer.EndArray();
  }
  writer.IntegerMember("Count", static_cast<int64_t>(count));
  writer.IntegerMember("ScannedCount", static_cast<int64_t>(scanned_count));
  if (last_evaluated_key.has_value()) {
    writer.Name("LastEvaluatedKey");
    WriteAttributeMap(*last_evaluated_key, &writer);
  }
  WriteConsumedCapacityMember(capacity, &writer);
  writer.EndObject();
}

}  // namespace holdfast::server
