// AttributeValues between JSON and the packed form, with no tree in between.
//
//   {"S":"a"} {"N":"1"} {"B":"AA=="} {"BOOL":true} {"NULL":true} {"SS":["a"]} {"NS":["1"]} {"BS":["AA=="]}
//   {"L":[{"S":"a"}]} {"M":{"a":{"S":"b"}}}
//
// A JSON value of another type than the model declares is a WireError. Everything else that can be wrong (no type or
// several, a malformed number, an empty set, a null where a value should be, …) becomes the value's `problem()`, which
// the engine reports in DynamoDB's order of validation.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/values/attribute_value.h"
#include "engine/values/value_view.h"
#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

// The member that is an item, a key or the like.
void ReadAttributeMap(StructureReader& reader, std::string_view member, std::optional<AttributeMap>* field);
// A list of such; no more than kListElementsMax are kept.
void ReadAttributeMapList(StructureReader& reader, std::string_view member,
                          std::optional<std::vector<AttributeMap>>* field);
// The member that is one value.
void ReadAttributeValue(StructureReader& reader, std::string_view member, std::optional<AttributeValue>* field);
// All elements: no limit on the operands of a legacy IN is known.
void ReadAttributeValueList(StructureReader& reader, std::string_view member,
                            std::optional<std::vector<AttributeValue>>* field);
// A map of values that are each looked at by themselves, such as ExpressionAttributeValues; each name once.
void ReadAttributeValueMap(StructureReader& reader, std::string_view member,
                           std::optional<std::vector<std::pair<std::string, AttributeValue>>>* field);

// A whole document that is an item, or a value.
Decoded<AttributeMap> DecodeAttributeMap(const rapidjson::Value& json);
Decoded<AttributeValue> DecodeAttributeValue(const rapidjson::Value& json);

// Values to be written must have no problem; they nest at most DynamoDB's 32 levels, so recursion is bounded.
void WriteAttributeMap(AttributeMapView map, JsonWriter* writer);
void WriteAttributeValue(ValueView value, JsonWriter* writer);
void AppendAttributeMapJson(AttributeMapView map, std::string* json);
void AppendAttributeValueJson(ValueView value, std::string* json);

}  // namespace holdfast::server
