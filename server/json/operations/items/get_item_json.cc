#include "server/json/json_reader.h"
#include "server/json/members/attribute_value_json.h"
#include "server/json/members/consumed_capacity_json.h"
#include "server/json/members/expression_fields_json.h"
#include "server/json/operations/items/items_json.h"

namespace holdfast::server {

Decoded<GetItemRequest> DecodeGetItem(const rapidjson::Value& body) {
  return DecodeStructure<GetItemRequest>(body, [](StructureReader& reader, GetItemRequest& request) {
    ReadAttributeMap(reader, "Key", &request.key);
    ReadExpressionAttributeNames(reader, &request.expression_attribute_names);
    reader.String("TableName", &request.table_name);
    reader.StringList("AttributesToGet", &request.attributes_to_get);
    reader.Boolean("ConsistentRead", &request.consistent_read);
    reader.Enum("ReturnConsumedCapacity", &request.return_consumed_capacity);
    reader.String("ProjectionExpression", &request.projection_expression);
  });
}

void EncodeGetItem(const GetItemResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  if (response.item.has_value()) {
    writer.Name("Item");
    WriteAttributeMap(*response.item, &writer);
  }
  WriteConsumedCapacityMember(response.consumed_capacity, &writer);
  writer.EndObject();
}

}  // namespace holdfast::server
