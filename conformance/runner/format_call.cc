#include "conformance/runner/format_call.h"

#include <cctype>
#include <string_view>

#include "conformance/client/json.h"

namespace holdfast::conformance {
namespace {

std::string Joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : std::string(separator)) + part;
  return text;
}

std::string Format(const Item& item);

std::string Format(const Value& value) {
  switch (value.type) {
    case Value::Type::kBool:
      return value.truth ? "true" : "false";
    case Value::Type::kNull:
      return "null";
    case Value::Type::kMap:
      return "{" + Format(value.map) + "}";
    case Value::Type::kList: {
      std::vector<std::string> elements;
      for (const Value& element : value.list) elements.push_back(Format(element));
      return "[" + Joined(elements, ", ") + "]";
    }
    case Value::Type::kStringSet:
    case Value::Type::kNumberSet:
    case Value::Type::kBinarySet:
      return "{" + Joined(value.members, ", ") + "}";
    case Value::Type::kString:
    case Value::Type::kNumber:
    case Value::Type::kBinary:
      return value.text;
  }
  return "";
}

// "stock#7/unit available=3": the values of key attributes come first, without their names.
std::string Format(const Item& item) {
  std::vector<std::string> keys;
  std::vector<std::string> attributes;
  for (const auto& [name, value] : item) {
    const bool is_key = name == "pk" || name == "sk" || name == "PK" || name == "SK";
    (is_key ? keys : attributes).push_back(is_key ? Format(value) : name + "=" + Format(value));
  }
  const std::string key = Joined(keys, "/");
  const std::string rest = Joined(attributes, " ");
  return key + (key.empty() || rest.empty() ? "" : " ") + rest;
}

bool IsWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// `expression` with its placeholders replaced by the request's attribute names and values.
std::string ExpandPlaceholders(std::string_view expression, const rapidjson::Value& request) {
  const rapidjson::Value* const names = Member(request, "ExpressionAttributeNames");
  const rapidjson::Value* const values = Member(request, "ExpressionAttributeValues");
  std::string text;
  for (size_t i = 0; i < expression.size();) {
    size_t end = i + 1;
    while (end < expression.size() && IsWordCharacter(expression[end])) ++end;
    const std::string_view token = expression.substr(i, end - i);
    if (token[0] == '#' && names != nullptr) {
      text += StringMember(*names, token);
    } else if (const rapidjson::Value* const value = values == nullptr ? nullptr : Member(*values, token);
               token[0] == ':' && value != nullptr) {
      text += Format(ReadValue(*value));
    } else {
      end = i + 1;
      text += expression[i];
    }
    i = end;
  }
  return text;
}

void AddItem(const rapidjson::Value& request, std::string_view member, std::string* words) {
  if (const rapidjson::Value* const item = Member(request, member)) *words += " " + Format(ReadItem(*item));
}

void AddExpression(const rapidjson::Value& request, std::string_view member, std::string_view before,
                   std::string* words) {
  const std::string_view expression = StringMember(request, member);
  if (!expression.empty()) *words += std::string(before) + ExpandPlaceholders(expression, request);
}

// The index, the key or item and the expressions of a single call or of one member of a transaction or batch.
std::string Content(const rapidjson::Value& request) {
  std::string words;
  if (const std::string_view index = StringMember(request, "IndexName"); !index.empty()) {
    words += " " + std::string(index);
  }
  AddItem(request, "Key", &words);
  AddItem(request, "Item", &words);
  AddExpression(request, "UpdateExpression", ": ", &words);
  AddExpression(request, "KeyConditionExpression", " where ", &words);
  AddExpression(request, "FilterExpression", " and ", &words);
  AddExpression(request, "ConditionExpression", ", if ", &words);
  return words;
}

std::string TransactionMembers(const rapidjson::Value& request) {
  std::vector<std::string> members;
  const rapidjson::Value* const list = Member(request, "TransactItems");
  if (list == nullptr || !list->IsArray()) return "";
  for (const rapidjson::Value& member : list->GetArray()) {
    if (!member.IsObject() || member.MemberCount() != 1) continue;
    const auto& only = *member.MemberBegin();
    members.push_back(std::string(only.name.GetString()) + Content(only.value));
  }
  const std::string_view token = StringMember(request, "ClientRequestToken");
  return Joined(members, "; ") + (token.empty() ? "" : ", token " + std::string(token));
}

std::string BatchMembers(const rapidjson::Value& request) {
  std::vector<std::string> members;
  const rapidjson::Value* const tables = Member(request, "RequestItems");
  if (tables == nullptr || !tables->IsObject()) return "";
  for (const auto& table : tables->GetObject()) {
    if (!table.value.IsArray()) continue;
    for (const rapidjson::Value& member : table.value.GetArray()) {
      for (const std::string_view kind : {"PutRequest", "DeleteRequest"}) {
        if (const rapidjson::Value* const content = Member(member, kind)) {
          members.push_back(std::string(kind.substr(0, kind.find('R'))) + Content(*content));
        }
      }
    }
  }
  return Joined(members, "; ");
}

}  // namespace

std::string FormatRequest(const CallRecord& call) {
  const rapidjson::Document request = ParseJson(call.request);
  if (Member(request, "TransactItems") != nullptr) return call.operation + ": " + TransactionMembers(request);
  if (Member(request, "RequestItems") != nullptr) return call.operation + ": " + BatchMembers(request);
  return call.operation + Content(request);
}

std::string FormatResponse(const CallRecord& call) {
  const rapidjson::Document response = ParseJson(call.response);
  if (!call.error.empty()) {
    std::vector<std::string> codes;
    if (const rapidjson::Value* const reasons = Member(response, "CancellationReasons");
        reasons != nullptr && reasons->IsArray()) {
      for (const rapidjson::Value& reason : reasons->GetArray()) codes.emplace_back(StringMember(reason, "Code"));
    }
    return call.error + (codes.empty() ? "" : " [" + Joined(codes, ", ") + "]");
  }
  for (const std::string_view member : {"Item", "Attributes"}) {
    if (const rapidjson::Value* const item = Member(response, member)) return Format(ReadItem(*item));
  }
  std::vector<std::string> items;
  for (const std::string_view member : {"Items", "Responses"}) {
    const rapidjson::Value* const list = Member(response, member);
    if (list == nullptr || !list->IsArray()) continue;
    for (const rapidjson::Value& element : list->GetArray()) {
      const rapidjson::Value* const item = member == "Items" ? &element : Member(element, "Item");
      items.push_back(item == nullptr ? "nothing" : Format(ReadItem(*item)));
    }
    return items.empty() ? "nothing" : Joined(items, "; ");
  }
  return call.operation == "GetItem" ? "nothing" : "ok";
}

}  // namespace holdfast::conformance
