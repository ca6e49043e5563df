#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/settings/settings_json.h"

namespace holdfast::server {

Decoded<DeleteResourcePolicyRequest> DecodeDeleteResourcePolicy(const rapidjson::Value& body) {
  return DecodeStructure<DeleteResourcePolicyRequest>(
      body, [](StructureReader& reader, DeleteResourcePolicyRequest& request) {
        reader.String("ResourceArn", &request.resource_arn);
        reader.String("ExpectedRevisionId", &request.expected_revision_id);
      });
}

void EncodeDeleteResourcePolicy(const DeleteResourcePolicyResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  if (response.revision_id.has_value()) writer.StringMember("RevisionId", *response.revision_id);
  writer.EndObject();
}

}  // namespace holdfast::server
