#include "server/json/json_reader.h"
#include "server/json/operations/settings/settings_json.h"

namespace holdfast::server {

Decoded<UntagResourceRequest> DecodeUntagResource(const rapidjson::Value& body) {
  return DecodeStructure<UntagResourceRequest>(body, [](StructureReader& reader, UntagResourceRequest& request) {
    reader.StringList("TagKeys", &request.tag_keys);
    reader.String("ResourceArn", &request.resource_arn);
  });
}

// There is no EncodeUntagResource: the response has an empty body.

}  // namespace holdfast::server
