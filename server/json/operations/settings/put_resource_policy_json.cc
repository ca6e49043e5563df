#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/members/resource_policy_json.h"
#include "server/json/operations/settings/settings_json.h"

namespace holdfast::server {

Decoded<PutResourcePolicyRequest> DecodePutResourcePolicy(const rapidjson::Value& body) {
  return DecodeStructure<PutResourcePolicyRequest>(body, [](StructureReader& reader, auto& request) {
    reader.String("ResourceArn", &request.resource_arn);
    reader.String("Policy", &request.policy);
    if (request.policy) request.policy_is_json_object = IsPolicyJson(*request.policy);
    reader.String("ExpectedRevisionId", &request.expected_revision_id);
    // Read only to report a value of the wrong type: policies are not enforced, so none locks the caller out.
    bool ignored = false;
    reader.Boolean("ConfirmRemoveSelfResourceAccess", &ignored);
  });
}

void EncodePutResourcePolicy(const PutResourcePolicyResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.StringMember("RevisionId", response.revision_id);
  writer.EndObject();
}

}  // namespace holdfast::server
