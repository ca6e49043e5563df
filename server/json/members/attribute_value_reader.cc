#include "server/json/members/attribute_value_reader.h"

#include <string_view>
#include <utility>

#include "server/json/base64_text.h"
#include "server/json/json_reader.h"
#include "server/json/type_mismatch.h"

namespace holdfast::server {

namespace {

std::optional<ValueType> ParseTypeTag(std::string_view tag) {
  switch (tag.size()) {
    case 1:
      switch (tag[0]) {
        case 'S':
          return ValueType::kString;
        case 'N':
          return ValueType::kNumber;
        case 'B':
          return ValueType::kBinary;
        case 'L':
          return ValueType::kList;
        case 'M':
          return ValueType::kMap;
        default:
          return std::nullopt;
      }
    case 2:
      if (tag == "SS") return ValueType::kStringSet;
      if (tag == "NS") return ValueType::kNumberSet;
      if (tag == "BS") return ValueType::kBinarySet;
      return std::nullopt;
    case 4:
      if (tag == "BOOL") return ValueType::kBool;
      if (tag == "NULL") return ValueType::kNull;
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

ValueProblem::Kind EmptySetProblem(ValueType set_type) {
  switch (set_type) {
    case ValueType::kStringSet:
      return ValueProblem::Kind::kEmptyStringSet;
    case ValueType::kNumberSet:
      return ValueProblem::Kind::kEmptyNumberSet;
    default:
      return ValueProblem::Kind::kEmptyBinarySet;
  }
}

}  // namespace

bool AttributeValueReader::Fail(WireError error) {
  if (!error_->has_value()) *error_ = std::move(error);
  return false;
}

bool AttributeValueReader::Element(const rapidjson::Value& json) {
  if (json.IsObject()) return Value(json);
  if (!json.IsNull()) return Fail(NotAStructureElement(json, "AttributeValue"));
  // What DynamoDB does is not known [open]. A null is treated as a value without a type, not as an absent value:
  // dropping it silently would lose an attribute.
  builder_->NoteProblem({ValueProblem::Kind::kNoType});
  builder_->Null();
  return true;
}

bool AttributeValueReader::Member(const rapidjson::Value& json) {
  return json.IsObject() ? Value(json) : Fail(NotAStructureMember(json, "AttributeValue"));
}

bool AttributeValueReader::Value(const rapidjson::Value& object) {
  if (object.MemberCount() == 1) {
    const auto& only = *object.MemberBegin();
    const std::optional<ValueType> type = ParseTypeTag(Text(only.name));
    if (type.has_value() && !only.value.IsNull()) return ReadAs(*type, only.value);
  }
  TypeMembers members{};
  for (const auto& member : object.GetObject()) {
    const std::optional<ValueType> type = ParseTypeTag(Text(member.name));
    if (!type.has_value()) continue;
    members[static_cast<size_t>(*type)] = member.value.IsNull() ? nullptr : &member.value;
  }
  std::optional<ValueType> found;
  for (size_t i = 0; i < members.size(); ++i) {
    if (members[i] == nullptr) continue;
    if (found.has_value()) return NoteSeveralTypes(members);
    found = static_cast<ValueType>(i);
  }
  if (found.has_value()) return ReadAs(*found, *members[static_cast<size_t>(*found)]);
  builder_->NoteProblem({ValueProblem::Kind::kNoType});
  builder_->Null();
  return true;
}

// DynamoDB reports a problem of one of the values before the problem that there are several types: numbers first,
// then NULL, empty sets, numbers in sets, duplicates in sets, and nested values.
bool AttributeValueReader::NoteSeveralTypes(const TypeMembers& members) {
  using enum ValueType;
  const auto inspect = [&](ValueType type) {
    const rapidjson::Value* json = members[static_cast<size_t>(type)];
    if (json == nullptr) return true;
    ValueBuilder builder(ValueBuilder::Root::kValue);
    AttributeValueReader reader(&builder, error_);
    if (!reader.ReadAs(type, *json)) return false;
    builder_->NoteProblemOf(std::move(builder).TakeValue());
    return true;
  };
  if (!inspect(kNumber) || !inspect(kNull)) return false;
  for (const ValueType type : {kStringSet, kNumberSet, kBinarySet}) {
    const rapidjson::Value* json = members[static_cast<size_t>(type)];
    if (json != nullptr && json->IsArray() && json->Empty()) builder_->NoteProblem({EmptySetProblem(type)});
  }
  for (const ValueType type : {kNumberSet, kStringSet, kBinarySet, kString, kBinary, kBool, kMap, kList}) {
    if (!inspect(type)) return false;
  }
  builder_->NoteProblem({ValueProblem::Kind::kSeveralTypes});
  builder_->Null();
  return true;
}

bool AttributeValueReader::ReadAs(ValueType type, const rapidjson::Value& json) {
  switch (type) {
    case ValueType::kString:
      if (!json.IsString()) return Fail(NotAString(json));
      builder_->String(Text(json));
      return true;
    case ValueType::kNumber:
      if (!json.IsString()) return Fail(NotAString(json));
      builder_->Number(Text(json));
      return true;
    case ValueType::kBinary:
      return Binary(json);
    case ValueType::kBool: {
      Decoded<bool> value = ToBoolean(json);
      if (!value.ok()) return Fail(std::move(value).error());
      builder_->Bool(value.value());
      return true;
    }
    case ValueType::kNull:
      return Null(json);
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      return Set(type, json);
    case ValueType::kList:
      return List(json);
    case ValueType::kMap:
      if (!json.IsObject()) return Fail(NotAMap(json, "com.amazonaws.dynamodb.v20120810.AttributeValue"));
      return Map(json);
  }
  return false;
}

bool AttributeValueReader::Binary(const rapidjson::Value& json) {
  if (!Blob(json)) return false;
  builder_->Binary(blob_);
  return true;
}

bool AttributeValueReader::Null(const rapidjson::Value& json) {
  Decoded<bool> value = ToBoolean(json);
  if (!value.ok()) return Fail(std::move(value).error());
  if (!value.value()) builder_->NoteProblem({ValueProblem::Kind::kNullNotTrue});
  builder_->Null();
  return true;
}

bool AttributeValueReader::Set(ValueType type, const rapidjson::Value& json) {
  if (!json.IsArray()) return Fail(NotAList(json));
  builder_->BeginSet(type);
  for (const rapidjson::Value& element : json.GetArray()) {
    if (element.IsNull()) return Fail(Unrepresentable());
    if (type == ValueType::kBinarySet) {
      if (!Blob(element)) return false;
      builder_->Element(blob_);
    } else {
      if (!element.IsString()) return Fail(NotAString(element));
      builder_->Element(Text(element));
    }
  }
  builder_->EndSet();
  return true;
}

bool AttributeValueReader::List(const rapidjson::Value& json) {
  if (!json.IsArray()) return Fail(NotAList(json));
  builder_->BeginList();
  for (const rapidjson::Value& element : json.GetArray()) {
    if (!Element(element)) return false;
  }
  builder_->EndList();
  return true;
}

// If a name occurs twice, the builder keeps the later value, but still reports a problem of the earlier one. Such maps
// are too rare to justify a search for them.
bool AttributeValueReader::Map(const rapidjson::Value& json) {
  builder_->BeginMap();
  for (const auto& entry : json.GetObject()) {
    builder_->Name(Text(entry.name));
    if (!Element(entry.value)) return false;
  }
  builder_->EndMap();
  return true;
}

bool AttributeValueReader::Blob(const rapidjson::Value& json) {
  if (!json.IsString()) return Fail(NotABlob(json));
  Decoded<void> decoded = DecodeBase64(Text(json), &blob_);
  return decoded.ok() || Fail(std::move(decoded).error());
}

}  // namespace holdfast::server
