#include "conformance/faulty/faults/table_keys.h"

namespace holdfast::conformance::faulty {

std::vector<std::string> KeyAttributesOf(const Request& request, std::string_view table, Endpoint* endpoint) {
  const Response response =
      endpoint->Send(request.WithOperation("DescribeTable", ObjectOfStrings({{"TableName", table}})));
  if (!response.ok()) return {};
  const rapidjson::Document description = ParseJson(response.body);
  const Json* const table_member = Member(description, "Table");
  const Json* const schema = table_member == nullptr ? nullptr : Member(*table_member, "KeySchema");
  if (schema == nullptr || !schema->IsArray()) return {};
  std::vector<std::string> attributes;
  for (const Json& element : schema->GetArray()) {
    const auto position = StringMember(element, "KeyType") == "HASH" ? attributes.begin() : attributes.end();
    attributes.emplace(position, StringMember(element, "AttributeName"));
  }
  return attributes;
}

std::optional<Json> KeyOf(const Json& item, const std::vector<std::string>& key_attributes, JsonMemory& memory) {
  if (key_attributes.empty()) return std::nullopt;
  Json key(rapidjson::kObjectType);
  for (const std::string& attribute : key_attributes) {
    const Json* const value = Member(item, attribute);
    if (value == nullptr) return std::nullopt;
    SetMember(&key, attribute, Json(*value, memory), memory);
  }
  return key;
}

}  // namespace holdfast::conformance::faulty
