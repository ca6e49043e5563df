#include "server/json/type_mismatch.h"

#include <cmath>
#include <string>

namespace holdfast::server {

namespace {

constexpr std::string_view kModelPackage = "com.amazonaws.dynamodb.v20120810.";

WireError Mismatch(std::string message) { return {WireError::Kind::kSerialization, std::move(message)}; }

WireError UnexpectedStructure() { return Mismatch("Start of structure or map found where not expected"); }

// The name of a scalar's token in DynamoDB's messages.
std::string_view TokenName(const rapidjson::Value& value) {
  if (value.IsString()) return "STRING_VALUE";
  if (value.IsTrue()) return "TRUE_VALUE";
  if (value.IsFalse()) return "FALSE_VALUE";
  // RapidJSON parses integers of more than 64 bits as doubles, too. Doubles of that size have no fraction.
  const bool decimal = value.IsDouble() && std::abs(value.GetDouble()) < 9.2e18;
  return decimal ? "DECIMAL_VALUE" : "NUMBER_VALUE";
}

// For a value where the model declares a scalar of the Java class `type`.
WireError ScalarMismatch(const rapidjson::Value& value, std::string_view type) {
  if (value.IsObject()) return UnexpectedStructure();
  if (value.IsArray()) return Mismatch("Unrecognized collection type class java.lang." + std::string(type));
  return Mismatch(std::string(TokenName(value)) + " cannot be converted to " + std::string(type));
}

WireError NotAStructure(const rapidjson::Value& value, std::string_view shape, std::string_view scalar_message) {
  if (value.IsArray()) {
    return Mismatch("Unrecognized collection type class " + std::string(kModelPackage) + std::string(shape));
  }
  return Mismatch(std::string(scalar_message));
}

WireError ScalarInsteadOfCollection() {
  return Mismatch(
      "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class "
      "java.lang.Class "
      "(sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in module "
      "java.base of "
      "loader 'bootstrap')");
}

}  // namespace

WireError NotAString(const rapidjson::Value& value) { return ScalarMismatch(value, "String"); }

WireError NotABoolean(const rapidjson::Value& value) {
  if (value.IsString()) return Mismatch("Unexpected token received from parser");
  return ScalarMismatch(value, "Boolean");
}

WireError NotANumber(const rapidjson::Value& value, std::string_view type) { return ScalarMismatch(value, type); }

WireError NotABlob(const rapidjson::Value& value) {
  if (value.IsObject()) return UnexpectedStructure();
  if (value.IsArray()) return Mismatch("Unrecognized collection type class java.nio.ByteBuffer");
  return Mismatch("only base-64-encoded strings are convertible to bytes");
}

WireError NotAList(const rapidjson::Value& value) {
  return value.IsObject() ? UnexpectedStructure() : Mismatch("Unexpected field type");
}

WireError NotAMap(const rapidjson::Value& value, std::string_view values) {
  if (!value.IsArray()) return Mismatch("Unexpected field type");
  return Mismatch("Unrecognized collection type java.util.Map<java.lang.String, " + std::string(values) + ">");
}

WireError NotAStructureMember(const rapidjson::Value& value, std::string_view shape) {
  return NotAStructure(value, shape, "Unexpected field type");
}

WireError NotAStructureElement(const rapidjson::Value& value, std::string_view shape) {
  return NotAStructure(value, shape, "Unexpected value type in payload");
}

WireError NotANestedList(const rapidjson::Value& value) {
  return value.IsObject() ? UnexpectedStructure() : ScalarInsteadOfCollection();
}

WireError NotANestedMap(const rapidjson::Value& value) {
  if (!value.IsArray()) return ScalarInsteadOfCollection();
  return NotAMap(value, std::string(kModelPackage) + "AttributeValue");
}

WireError Unrepresentable() { return {}; }

WireError BadBase64Length(size_t length) {
  return Mismatch("Base64 encoded length is expected a multiple of 4 bytes but found: " + std::to_string(length));
}

WireError BadBase64Characters() { return Mismatch("Invalid last non-pad Base64 character dectected"); }

}  // namespace holdfast::server
