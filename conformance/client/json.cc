#include "conformance/client/json.h"

#include <algorithm>
#include <vector>

namespace holdfast::conformance {
namespace {

std::string_view TypeName(Value::Type type) {
  switch (type) {
    case Value::Type::kString:
      return "S";
    case Value::Type::kNumber:
      return "N";
    case Value::Type::kBinary:
      return "B";
    case Value::Type::kBool:
      return "BOOL";
    case Value::Type::kNull:
      return "NULL";
    case Value::Type::kStringSet:
      return "SS";
    case Value::Type::kNumberSet:
      return "NS";
    case Value::Type::kBinarySet:
      return "BS";
    case Value::Type::kList:
      return "L";
    case Value::Type::kMap:
      return "M";
  }
  return "";
}

std::string Text(const rapidjson::Value& tree) {
  return tree.IsString() ? std::string(tree.GetString(), tree.GetStringLength()) : std::string();
}

Value ReadSet(Value::Type type, const rapidjson::Value& tree) {
  Value value;
  value.type = type;
  if (tree.IsArray()) {
    for (const rapidjson::Value& member : tree.GetArray()) value.members.push_back(Text(member));
  }
  std::sort(value.members.begin(), value.members.end());
  return value;
}

Value ReadList(const rapidjson::Value& tree) {
  std::vector<Value> list;
  if (tree.IsArray()) {
    for (const rapidjson::Value& element : tree.GetArray()) list.push_back(ReadValue(element));
  }
  return L(std::move(list));
}

// DynamoDB's values nest up to 32 levels deep, with two levels of JSON each. Writing, comparing and copying a tree are
// recursive; the bound prevents that a response overflows the stack.
constexpr int kDepthMax = 256;

bool IsTooDeep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kDepthMax) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

}  // namespace

rapidjson::Document ParseJson(std::string_view text) {
  rapidjson::Document document;
  if (IsTooDeep(text)) return document;
  document.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
  if (document.HasParseError()) document.SetNull();
  return document;
}

std::string ToText(const rapidjson::Value& tree) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  tree.Accept(writer);
  return std::string(buffer.GetString(), buffer.GetSize());
}

const rapidjson::Value* Member(const rapidjson::Value& tree, std::string_view name) {
  if (!tree.IsObject()) return nullptr;
  // FindMember would convert a StringRef to `const char*` and read up to a zero byte. A Value keeps the length.
  const rapidjson::Value key(rapidjson::StringRef(name.data(), static_cast<rapidjson::SizeType>(name.size())));
  const auto found = tree.FindMember(key);
  return found == tree.MemberEnd() ? nullptr : &found->value;
}

std::string_view StringMember(const rapidjson::Value& tree, std::string_view name) {
  const rapidjson::Value* const member = Member(tree, name);
  if (member == nullptr || !member->IsString()) return {};
  return std::string_view(member->GetString(), member->GetStringLength());
}

Item ItemMember(const rapidjson::Value& tree, std::string_view name) {
  const rapidjson::Value* const member = Member(tree, name);
  return member == nullptr ? Item() : ReadItem(*member);
}

void WriteString(JsonWriter& writer, std::string_view text) {
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void WriteValue(JsonWriter& writer, const Value& value) {
  writer.StartObject();
  WriteString(writer, TypeName(value.type));
  switch (value.type) {
    case Value::Type::kString:
    case Value::Type::kNumber:
    case Value::Type::kBinary:
      WriteString(writer, value.text);
      break;
    case Value::Type::kBool:
      writer.Bool(value.truth);
      break;
    case Value::Type::kNull:
      writer.Bool(true);
      break;
    case Value::Type::kStringSet:
    case Value::Type::kNumberSet:
    case Value::Type::kBinarySet:
      writer.StartArray();
      for (const std::string& member : value.members) WriteString(writer, member);
      writer.EndArray();
      break;
    case Value::Type::kList:
      writer.StartArray();
      for (const Value& element : value.list) WriteValue(writer, element);
      writer.EndArray();
      break;
    case Value::Type::kMap:
      WriteItem(writer, value.map);
      break;
  }
  writer.EndObject();
}

void WriteItem(JsonWriter& writer, const Item& item) {
  writer.StartObject();
  for (const auto& [name, value] : item) {
    WriteString(writer, name);
    WriteValue(writer, value);
  }
  writer.EndObject();
}

std::string ToText(const Item& item) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  WriteItem(writer, item);
  return std::string(buffer.GetString(), buffer.GetSize());
}

std::string ObjectOfStrings(std::initializer_list<std::pair<std::string_view, std::string_view>> members) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  writer.StartObject();
  for (const auto& [name, text] : members) {
    if (text.empty()) continue;
    WriteString(writer, name);
    WriteString(writer, text);
  }
  writer.EndObject();
  return std::string(buffer.GetString(), buffer.GetSize());
}

Value ReadValue(const rapidjson::Value& tree) {
  if (!tree.IsObject() || tree.MemberCount() != 1) return Null();
  const std::string type = Text(tree.MemberBegin()->name);
  const rapidjson::Value& content = tree.MemberBegin()->value;
  if (type == "S") return S(Text(content));
  if (type == "N") return N(Text(content));
  if (type == "B") return B(Text(content));
  if (type == "BOOL") return Bool(content.IsTrue());
  if (type == "SS") return ReadSet(Value::Type::kStringSet, content);
  if (type == "NS") return ReadSet(Value::Type::kNumberSet, content);
  if (type == "BS") return ReadSet(Value::Type::kBinarySet, content);
  if (type == "L") return ReadList(content);
  if (type == "M") return M(ReadItem(content));
  return Null();
}

Item ReadItem(const rapidjson::Value& tree) {
  Item item;
  if (!tree.IsObject()) return item;
  for (const auto& member : tree.GetObject()) item.emplace(Text(member.name), ReadValue(member.value));
  return item;
}

}  // namespace holdfast::conformance
