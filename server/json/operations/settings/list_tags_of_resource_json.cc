#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/settings/settings_json.h"

namespace holdfast::server {

Decoded<ListTagsOfResourceRequest> DecodeListTagsOfResource(const rapidjson::Value& body) {
  return DecodeStructure<ListTagsOfResourceRequest>(body, [](StructureReader& reader, auto& request) {
    reader.String("ResourceArn", &request.resource_arn);
    // Read only to check its type: all tags fit on one page.
    std::optional<std::string> next_token;
    reader.String("NextToken", &next_token);
  });
}

void EncodeListTagsOfResource(const ListTagsOfResourceResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginArray("Tags");
  for (const auto& [key, value] : response.tags) {
    writer.BeginObject();
    writer.StringMember("Key", key);
    writer.StringMember("Value", value);
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
}

}  // namespace holdfast::server
