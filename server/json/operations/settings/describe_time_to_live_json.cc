#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/settings/settings_json.h"

namespace holdfast::server {

Decoded<DescribeTimeToLiveRequest> DecodeDescribeTimeToLive(const rapidjson::Value& body) {
  return DecodeStructure<DescribeTimeToLiveRequest>(
      body, [](StructureReader& reader, auto& request) { reader.String("TableName", &request.table_name); });
}

void EncodeDescribeTimeToLive(const DescribeTimeToLiveResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginObject("TimeToLiveDescription");
  writer.StringMember("TimeToLiveStatus", EnumField<TimeToLiveStatus>::TextOf(response.time_to_live_status));
  if (response.attribute_name) writer.StringMember("AttributeName", *response.attribute_name);
  writer.EndObject();
  writer.EndObject();
}

}  // namespace holdfast::server
