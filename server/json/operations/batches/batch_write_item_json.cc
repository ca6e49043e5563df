#include "server/json/json_reader.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/members/consumed_capacity_json.h"
#include "server/json/members/item_collection_metrics_json.h"
#include "server/json/operations/batches/batches_json.h"
#include "server/json/type_mismatch.h"

namespace holdfast::server {

namespace {

void ReadWriteRequest(StructureReader& reader, WriteRequest& request) {
  reader.Structure(
      "PutRequest", "PutRequest", &request.put_request,
      [](StructureReader& put, WriteRequest::PutRequest& value) { ReadAttributeMap(put, "Item", &value.item); });
  reader.Structure("DeleteRequest", "DeleteRequest", &request.delete_request,
                   [](StructureReader& deletion, WriteRequest::DeleteRequest& value) {
                     ReadAttributeMap(deletion, "Key", &value.key);
                   });
}

// StructureReader has no function for a map of lists, because no other request has such a member.
void ReadRequestItems(StructureReader& reader, std::optional<BatchWriteItemRequest::Tables>* tables) {
  const rapidjson::Value* map =
      reader.FindMap("RequestItems", "java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>");
  if (map == nullptr) return;
  reader.Entries(*map, &tables->emplace(), [&](const rapidjson::Value& list, std::vector<WriteRequest>& requests) {
    if (list.IsNull()) return;
    if (!list.IsArray()) return reader.Fail(NotANestedList(list));
    reader.Elements(list, "WriteRequest", &requests, ReadWriteRequest);
  });
}

void WriteWriteRequest(const WriteRequest& request, JsonWriter* writer) {
  writer->BeginObject();
  if (request.put_request.has_value()) {
    writer->BeginObject("PutRequest");
    writer->Name("Item");
    WriteAttributeMap(*request.put_request->item, writer);
    writer->EndObject();
  }
  if (request.delete_request.has_value()) {
    writer->BeginObject("DeleteRequest");
    writer->Name("Key");
    WriteAttributeMap(*request.delete_request->key, writer);
    writer->EndObject();
  }
  writer->EndObject();
}

}  // namespace

Decoded<BatchWriteItemRequest> DecodeBatchWriteItem(const rapidjson::Value& body) {
  return DecodeStructure<BatchWriteItemRequest>(body, [](StructureReader& reader, BatchWriteItemRequest& request) {
    ReadRequestItems(reader, &request.request_items);
    reader.Enum("ReturnConsumedCapacity", &request.return_consumed_capacity);
    reader.Enum("ReturnItemCollectionMetrics", &request.return_item_collection_metrics);
  });
}

void EncodeBatchWriteItem(const BatchWriteItemResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginObject("UnprocessedItems");
  for (const auto& [table_name, requests] : response.unprocessed_items) {
    writer.EscapedName(table_name);
    writer.BeginArray();
    for (const WriteRequest& request : requests) WriteWriteRequest(request, &writer);
    writer.EndArray();
  }
  writer.EndObject();
  WriteItemCollectionMetricsMember(response.item_collection_metrics, &writer);
  WriteConsumedCapacityMember(response.consumed_capacity, &writer);
  writer.EndObject();
}

}  // namespace holdfast::server
