// DynamoDB's messages for a JSON value of another type than the model declares (SerializationException). There is one
// function for each declared type; it contains the exact texts.
//
// Each expects that `value` is neither null nor of the declared type.
#pragma once

#include <string_view>

#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

WireError NotAString(const rapidjson::Value& value);
WireError NotABoolean(const rapidjson::Value& value);
// `type` is "Integer", "Long" or, for a time, "Date".
WireError NotANumber(const rapidjson::Value& value, std::string_view type);
WireError NotABlob(const rapidjson::Value& value);
WireError NotAList(const rapidjson::Value& value);
// `values` is the Java type of the map's values, with its package.
WireError NotAMap(const rapidjson::Value& value, std::string_view values);
// For a structure that is declared as a member of another structure, or as an element of a list or map. `shape` is the
// structure's name in the service model.
WireError NotAStructureMember(const rapidjson::Value& value, std::string_view shape);
WireError NotAStructureElement(const rapidjson::Value& value, std::string_view shape);
// For a list or map that is declared as an element of another list or map.
WireError NotANestedList(const rapidjson::Value& value);
WireError NotANestedMap(const rapidjson::Value& value);

// For a number that its declared type cannot hold, and for a null in a set, a list of strings or a map of strings.
// [open] DynamoDB's message is not known; here the SerializationException has no Message.
WireError Unrepresentable();
// For a blob whose text is not base64.
WireError BadBase64Length(size_t length);
WireError BadBase64Characters();

}  // namespace holdfast::server
