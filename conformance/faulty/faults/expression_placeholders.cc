#include "conformance/faulty/faults/expression_placeholders.h"

#include <array>
#include <utility>

namespace holdfast::conformance::faulty {
namespace {

constexpr std::array<std::string_view, 5> kExpressions = {
    "ConditionExpression", "UpdateExpression", "ProjectionExpression", "FilterExpression", "KeyConditionExpression"};
constexpr std::array<std::string_view, 2> kDefinitions = {"ExpressionAttributeNames", "ExpressionAttributeValues"};

bool IsPlaceholderCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

Placeholders PlaceholdersOfAll(const Json& request) {
  Placeholders all;
  for (const std::string_view name : kExpressions) all.merge(PlaceholdersIn(StringMember(request, name)));
  return all;
}

}  // namespace

Placeholders PlaceholdersIn(std::string_view expression) {
  Placeholders found;
  for (size_t at = expression.find_first_of("#:"); at != std::string_view::npos;
       at = expression.find_first_of("#:", at)) {
    size_t end = at + 1;
    while (end < expression.size() && IsPlaceholderCharacter(expression[end])) ++end;
    found.emplace(expression.substr(at, end - at));
    at = end;
  }
  return found;
}

void DropExpression(Json* request, std::string_view expression_name) {
  const Placeholders dropped = PlaceholdersIn(StringMember(*request, expression_name));
  RemoveMember(request, expression_name);
  const Placeholders still_used = PlaceholdersOfAll(*request);
  for (const std::string_view name : kDefinitions) {
    Json* const definitions = MutableMember(request, name);
    if (definitions == nullptr) continue;
    bool removed = false;
    for (const std::string& placeholder : dropped) {
      if (still_used.contains(placeholder) || MutableMember(definitions, placeholder) == nullptr) continue;
      RemoveMember(definitions, placeholder);
      removed = true;
    }
    // DynamoDB refuses an empty map of definitions.
    if (removed && definitions->ObjectEmpty()) RemoveMember(request, name);
  }
}

void CopyDefinitions(const Json& request, std::string_view expression, Json* copy, JsonMemory& memory) {
  const Placeholders used = PlaceholdersIn(expression);
  for (const std::string_view name : kDefinitions) {
    const Json* const definitions = Member(request, name);
    if (definitions == nullptr) continue;
    Json kept(rapidjson::kObjectType);
    for (const std::string& placeholder : used) {
      const Json* const definition = Member(*definitions, placeholder);
      if (definition != nullptr) SetMember(&kept, placeholder, Json(*definition, memory), memory);
    }
    if (!kept.ObjectEmpty()) SetMember(copy, name, std::move(kept), memory);
  }
}

}  // namespace holdfast::conformance::faulty
