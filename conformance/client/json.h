// Parses and writes JSON, and converts between JSON and attribute values. In conformance and bench, only this file
// includes RapidJSON's headers.
#pragma once

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "conformance/client/value.h"

namespace holdfast::conformance {

using JsonWriter = rapidjson::Writer<rapidjson::StringBuffer>;

// Returns the JSON value null if the text is not JSON, or is nested more deeply than DynamoDB's requests and responses
// can be.
rapidjson::Document ParseJson(std::string_view text);
std::string ToText(const rapidjson::Value& tree);
// The member, or null if there is none or `tree` is no object.
const rapidjson::Value* Member(const rapidjson::Value& tree, std::string_view name);
std::string_view StringMember(const rapidjson::Value& tree, std::string_view name);
// Empty if there is no such member.
Item ItemMember(const rapidjson::Value& tree, std::string_view name);

void WriteString(JsonWriter& writer, std::string_view text);
void WriteValue(JsonWriter& writer, const Value& value);
void WriteItem(JsonWriter& writer, const Item& item);
std::string ToText(const Item& item);
// A JSON object whose members are strings. Empty ones are left out.
std::string ObjectOfStrings(std::initializer_list<std::pair<std::string_view, std::string_view>> members);

// A tree that is not an attribute value reads as NULL.
Value ReadValue(const rapidjson::Value& tree);
Item ReadItem(const rapidjson::Value& tree);

}  // namespace holdfast::conformance
