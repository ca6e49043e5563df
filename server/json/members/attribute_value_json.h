// Converts AttributeValues between JSON and the engine's packed form (value_view.h) directly, without intermediate
// objects.
//
//   {"S":"a"} {"N":"1"} {"B":"AA=="} {"BOOL":true} {"NULL":true} {"SS":["a"]} {"NS":["1"]} {"BS":["AA=="]}
//   {"L":[{"S":"a"}]} {"M":{"a":{"S":"b"}}}
//
// A JSON value of another type than the model declares, a null in a set, and text that is not base64 cause a WireError.
// Other errors (no type or several, a malformed number, an empty set, a null instead of an AttributeValue, …) become
// the value's `problem()`, which the engine reports in DynamoDB's order of validation.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/values/attribute_value.h"
#include "engine/values/response_item.h"
#include "engine/values/value_view.h"
#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

// Reads a member that is a map of attributes, such as an item or a key.
void ReadAttributeMap(StructureReader& reader, std::string_view member, std::optional<AttributeMap>* field);
// Reads a list of such maps, and keeps at most kListElementsMax.
void ReadAttributeMapList(StructureReader& reader, std::string_view member,
                          std::optional<std::vector<AttributeMap>>* field);
// Reads a member that is one value.
void ReadAttributeValue(StructureReader& reader, std::string_view member, std::optional<AttributeValue>* field);
// Reads a list of values, and keeps all: no limit on the operands of a legacy IN is known.
void ReadAttributeValueList(StructureReader& reader, std::string_view member,
                            std::optional<std::vector<AttributeValue>>* field);
// Reads a map whose values are packed one by one, such as ExpressionAttributeValues, and keeps the last value of each
// name.
void ReadAttributeValueMap(StructureReader& reader, std::string_view member,
                           std::optional<std::vector<std::pair<std::string, AttributeValue>>>* field);

// Decode a whole document that is a map of attributes, or one value.
Decoded<AttributeMap> DecodeAttributeMap(const rapidjson::Value& json);
Decoded<AttributeValue> DecodeAttributeValue(const rapidjson::Value& json);

// Values to be written must have no problem(); they nest at most DynamoDB's 32 levels, so recursion is bounded.
void WriteAttributeMap(AttributeMapView map, JsonWriter* writer);
void WriteAttributeValue(ValueView value, JsonWriter* writer);
// The member `Responses`: a list with an object for each item, which has no `Item` if the item is absent.
void WriteItemResponses(const std::vector<std::optional<ResponseItem>>& items, JsonWriter* writer);
void AppendAttributeMapJson(AttributeMapView map, std::string* json);
void AppendAttributeValueJson(ValueView value, std::string* json);

}  // namespace holdfast::server
