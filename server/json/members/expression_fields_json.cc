#include "server/json/members/expression_fields_json.h"

#include "server/json/members/attribute_value_json.h"

namespace holdfast::server {

void ReadExpressionFields(StructureReader& reader, ExpressionFields* fields) {
  ReadExpressionAttributeNames(reader, &fields->names);
  ReadAttributeValueMap(reader, "ExpressionAttributeValues", &fields->values);
}

void ReadExpressionAttributeNames(StructureReader& reader, std::optional<ExpressionAttributeNames>* names) {
  reader.StringMap("ExpressionAttributeNames", names);
}

void WriteExpressionAttributeNames(const ExpressionAttributeNames& names, JsonWriter* writer) {
  writer->BeginObject();
  for (const auto& [placeholder, name] : names) {
    writer->EscapedName(placeholder);
    writer->String(name);
  }
  writer->EndObject();
}

}  // namespace holdfast::server
