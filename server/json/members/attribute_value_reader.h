// Packs one AttributeValue, or the entries of one map, from JSON. The readers of attribute_value_json.h use it.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "engine/values/value_builder.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

// Each function returns false after a wire error, which it has stored in `*error`: the caller must discard the value.
// Recursion is bounded by kJsonNestingMax. Not thread-safe.
class AttributeValueReader {
 public:
  // Both arguments must outlive the reader.
  AttributeValueReader(ValueBuilder* builder, std::optional<WireError>* error) : builder_(builder), error_(error) {}

  // Reads a value that is an element of a list or a map.
  bool Element(const rapidjson::Value& json);
  // Reads a value that is a structure's member. `json` is not null.
  bool Member(const rapidjson::Value& json);
  // Reads a map of attributes. `json` is an object.
  bool Map(const rapidjson::Value& json);

 private:
  // Indexed by ValueType; null if the value has no such member.
  using TypeMembers = std::array<const rapidjson::Value*, 10>;

  bool Value(const rapidjson::Value& object);
  bool ReadAs(ValueType type, const rapidjson::Value& json);
  bool NoteSeveralTypes(const TypeMembers& members);
  bool Binary(const rapidjson::Value& json);
  bool Null(const rapidjson::Value& json);
  bool Set(ValueType type, const rapidjson::Value& json);
  bool List(const rapidjson::Value& json);
  bool Blob(const rapidjson::Value& json);
  bool Fail(WireError error);

  ValueBuilder* const builder_;
  std::optional<WireError>* const error_;
  // The last blob, decoded.
  std::string blob_;
};

}  // namespace holdfast::server
