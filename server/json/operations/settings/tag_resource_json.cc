#include "server/json/json_reader.h"
#include "server/json/members/table_definition_json.h"
#include "server/json/operations/settings/settings_json.h"

namespace holdfast::server {

Decoded<TagResourceRequest> DecodeTagResource(const rapidjson::Value& body) {
  return DecodeStructure<TagResourceRequest>(body, [](StructureReader& reader, TagResourceRequest& request) {
    reader.StructureList("Tags", "Tag", &request.tags, ReadTag);
    reader.String("ResourceArn", &request.resource_arn);
  });
}

// There is no EncodeTagResource: the response has an empty body.

}  // namespace holdfast::server
