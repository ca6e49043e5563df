#include "conformance/faulty/json_edit.h"

#include <utility>

namespace holdfast::conformance::faulty {
namespace {

auto Reference(std::string_view text) {
  return rapidjson::StringRef(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

bool IsRequested(const Json& request, std::string_view name) {
  const Json* const member = Member(request, name);
  return member != nullptr && !(member->IsString() && TextOf(*member) == "NONE");
}

}  // namespace

Json* MutableMember(Json* tree, std::string_view name) { return const_cast<Json*>(Member(*tree, name)); }

void RemoveMember(Json* tree, std::string_view name) {
  if (tree->IsObject()) tree->EraseMember(Json(Reference(name)));
}

void SetMember(Json* tree, std::string_view name, Json value, JsonMemory& memory) {
  Json* const member = MutableMember(tree, name);
  if (member != nullptr) {
    *member = std::move(value);
  } else {
    tree->AddMember(StringValue(name, memory), value, memory);
  }
}

Json StringValue(std::string_view text, JsonMemory& memory) {
  return Json(text.data(), static_cast<rapidjson::SizeType>(text.size()), memory);
}

std::string_view TextOf(const Json& value) {
  return value.IsString() ? std::string_view(value.GetString(), value.GetStringLength()) : std::string_view();
}

bool AsksForMetrics(const Json& request) {
  return IsRequested(request, "ReturnConsumedCapacity") || IsRequested(request, "ReturnItemCollectionMetrics");
}

}  // namespace holdfast::conformance::faulty
