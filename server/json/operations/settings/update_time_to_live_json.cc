#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/settings/settings_json.h"

namespace holdfast::server {
namespace {

void ReadSpecification(StructureReader& reader, TimeToLiveSpecification& specification) {
  reader.Boolean("Enabled", &specification.enabled);
  reader.String("AttributeName", &specification.attribute_name);
}

}  // namespace

Decoded<UpdateTimeToLiveRequest> DecodeUpdateTimeToLive(const rapidjson::Value& body) {
  return DecodeStructure<UpdateTimeToLiveRequest>(body, [](StructureReader& reader, UpdateTimeToLiveRequest& request) {
    reader.Structure("TimeToLiveSpecification", "TimeToLiveSpecification", &request.time_to_live_specification,
                     ReadSpecification);
    reader.String("TableName", &request.table_name);
  });
}

void EncodeUpdateTimeToLive(const UpdateTimeToLiveResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginObject("TimeToLiveSpecification");
  writer.BooleanMember("Enabled", *response.time_to_live_specification.enabled);
  writer.StringMember("AttributeName", *response.time_to_live_specification.attribute_name);
  writer.EndObject();
  writer.EndObject();
}

}  // namespace holdfast::server
