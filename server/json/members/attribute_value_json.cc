#include "server/json/members/attribute_value_json.h"

#include <absl/base/attributes.h>

#include <utility>

#include "engine/values/number.h"
#include "engine/values/value_builder.h"
#include "server/json/members/attribute_value_reader.h"

namespace holdfast::server {

namespace {

constexpr std::string_view kAttributeValue = "com.amazonaws.dynamodb.v20120810.AttributeValue";

// Returns nullopt after a wire error, which is stored in `*error`.
std::optional<AttributeMap> PackMap(const rapidjson::Value& json, std::optional<WireError>* error) {
  ValueBuilder builder(ValueBuilder::Root::kMap);
  // DynamoDB validates the names of attributes before their values, except in nested maps.
  for (const auto& attribute : json.GetObject()) {
    if (attribute.name.GetStringLength() == 0) builder.NoteProblem({ValueProblem::Kind::kEmptyAttributeName});
  }
  if (!AttributeValueReader(&builder, error).Map(json)) return std::nullopt;
  return std::move(builder).TakeMap();
}

std::optional<AttributeValue> PackElement(const rapidjson::Value& json, std::optional<WireError>* error) {
  ValueBuilder builder(ValueBuilder::Root::kValue);
  if (!AttributeValueReader(&builder, error).Element(json)) return std::nullopt;
  return std::move(builder).TakeValue();
}

}  // namespace

void ReadAttributeMap(StructureReader& reader, std::string_view member, std::optional<AttributeMap>* field) {
  const rapidjson::Value* json = reader.FindMap(member, kAttributeValue);
  if (json == nullptr) return;
  *field = PackMap(*json, reader.error());
}

void ReadAttributeMapList(StructureReader& reader, std::string_view member,
                          std::optional<std::vector<AttributeMap>>* field) {
  const rapidjson::Value* json = reader.FindList(member);
  if (json == nullptr) return;
  std::vector<AttributeMap>& maps = field->emplace();
  for (const rapidjson::Value& element : json->GetArray()) {
    std::optional<AttributeMap> map;
    if (element.IsNull()) {
      map.emplace();
    } else if (!element.IsObject()) {
      return reader.Fail(NotANestedMap(element));
    } else {
      map = PackMap(element, reader.error());
    }
    if (reader.failed()) return;
    if (maps.size() < kListElementsMax) maps.push_back(*std::move(map));
  }
}

void ReadAttributeValue(StructureReader& reader, std::string_view member, std::optional<AttributeValue>* field) {
  const rapidjson::Value* json = reader.Find(member);
  if (json == nullptr) return;
  ValueBuilder builder(ValueBuilder::Root::kValue);
  if (!AttributeValueReader(&builder, reader.error()).Member(*json)) return;
  *field = std::move(builder).TakeValue();
}

void ReadAttributeValueList(StructureReader& reader, std::string_view member,
                            std::optional<std::vector<AttributeValue>>* field) {
  const rapidjson::Value* json = reader.FindList(member);
  if (json == nullptr) return;
  std::vector<AttributeValue>& values = field->emplace();
  for (const rapidjson::Value& element : json->GetArray()) {
    std::optional<AttributeValue> value = PackElement(element, reader.error());
    if (!value.has_value()) return;
    values.push_back(*std::move(value));
  }
}

void ReadAttributeValueMap(StructureReader& reader, std::string_view member,
                           std::optional<std::vector<std::pair<std::string, AttributeValue>>>* field) {
  const rapidjson::Value* json = reader.FindMap(member, kAttributeValue);
  if (json == nullptr) return;
  reader.Entries(*json, &field->emplace(), [&](const rapidjson::Value& entry, AttributeValue& value) {
    if (std::optional<AttributeValue> packed = PackElement(entry, reader.error())) value = *std::move(packed);
  });
}

Decoded<AttributeMap> DecodeAttributeMap(const rapidjson::Value& json) {
  if (!json.IsObject()) return NotAMap(json, kAttributeValue);
  std::optional<WireError> error;
  std::optional<AttributeMap> map = PackMap(json, &error);
  if (!map.has_value()) return *std::move(error);
  return *std::move(map);
}

Decoded<AttributeValue> DecodeAttributeValue(const rapidjson::Value& json) {
  std::optional<WireError> error;
  std::optional<AttributeValue> value = PackElement(json, &error);
  if (!value.has_value()) return *std::move(error);
  return *std::move(value);
}

namespace {

void WriteNumber(std::string_view before, std::string_view number_bytes, std::string_view after, JsonWriter* writer) {
  static_assert(Number::kTextBytesMax <= JsonWriter::kPieceBytes);
  writer->PlainStringBetween(
      before, [number_bytes](char* to) { return Number::FromBytes(number_bytes).WriteText(to); }, after);
}

void WriteSet(ValueType type, SetView set, JsonWriter* writer) {
  writer->BeginArray();
  for (const std::string_view element : set) {
    switch (type) {
      case ValueType::kStringSet:
        writer->String(element);
        break;
      case ValueType::kNumberSet:
        WriteNumber("", element, "", writer);
        break;
      default:
        writer->Base64(element);
        break;
    }
  }
  writer->EndArray();
}

// Writes any value but S and N. Not inlined, so that writing S and N does not save the registers that this needs.
ABSL_ATTRIBUTE_NOINLINE void WriteUncommonValue(ValueView value, JsonWriter* writer) {
  const ValueType type = value.type();
  writer->BeginObject();
  writer->Name(TypeTag(type));
  switch (type) {
    case ValueType::kString:
    case ValueType::kNumber:
      break;
    case ValueType::kBinary:
      writer->Base64(value.bytes());
      break;
    case ValueType::kBool:
      writer->Boolean(value.boolean());
      break;
    case ValueType::kNull:
      writer->Boolean(true);
      break;
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      WriteSet(type, value.set(), writer);
      break;
    case ValueType::kList:
      writer->BeginArray();
      for (const ValueView element : value.list()) WriteAttributeValue(element, writer);
      writer->EndArray();
      break;
    case ValueType::kMap:
      WriteAttributeMap(value.map(), writer);
      break;
  }
  writer->EndObject();
}

}  // namespace

void WriteAttributeMap(AttributeMapView map, JsonWriter* writer) {
  writer->BeginObject();
  for (const auto& [name, value] : map) {
    writer->EscapedName(name);
    WriteAttributeValue(value, writer);
  }
  writer->EndObject();
}

void WriteAttributeValue(ValueView value, JsonWriter* writer) {
  switch (value.type()) {
    case ValueType::kString:
      return writer->StringBetween(R"({"S":)", value.bytes(), "}");
    case ValueType::kNumber:
      return WriteNumber(R"({"N":)", value.bytes(), "}", writer);
    default:
      return WriteUncommonValue(value, writer);
  }
}

void WriteItemResponses(const std::vector<std::optional<ResponseItem>>& items, JsonWriter* writer) {
  writer->BeginArray("Responses");
  for (const std::optional<ResponseItem>& item : items) {
    writer->BeginObject();
    if (item.has_value()) {
      writer->Name("Item");
      WriteAttributeMap(*item, writer);
    }
    writer->EndObject();
  }
  writer->EndArray();
}

void AppendAttributeMapJson(AttributeMapView map, std::string* json) {
  JsonWriter writer(json);
  WriteAttributeMap(map, &writer);
}

void AppendAttributeValueJson(ValueView value, std::string* json) {
  JsonWriter writer(json);
  WriteAttributeValue(value, &writer);
}

}  // namespace holdfast::server
