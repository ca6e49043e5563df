#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/settings/settings_json.h"

namespace holdfast::server {

Decoded<GetResourcePolicyRequest> DecodeGetResourcePolicy(const rapidjson::Value& body) {
  return DecodeStructure<GetResourcePolicyRequest>(
      body, [](StructureReader& reader, auto& request) { reader.String("ResourceArn", &request.resource_arn); });
}

void EncodeGetResourcePolicy(const GetResourcePolicyResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.StringMember("Policy", response.policy);
  writer.StringMember("RevisionId", response.revision_id);
  writer.EndObject();
}

}  // namespace holdfast::server
