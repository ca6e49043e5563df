#include "conformance/cases/steps/same_json.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast::conformance {
namespace {

bool IsSet(std::string_view type) { return type == "SS" || type == "NS" || type == "BS"; }

std::vector<std::string> SortedMembers(const rapidjson::Value& set) {
  std::vector<std::string> members;
  for (const rapidjson::Value& member : set.GetArray()) members.push_back(ToText(member));
  std::sort(members.begin(), members.end());
  return members;
}

bool SameMember(std::string_view name, const rapidjson::Value& one, const rapidjson::Value& other) {
  if (IsSet(name) && one.IsArray() && other.IsArray()) return SortedMembers(one) == SortedMembers(other);
  return SameJson(one, other);
}

bool SameObject(const rapidjson::Value& one, const rapidjson::Value& other) {
  if (one.MemberCount() != other.MemberCount()) return false;
  for (const auto& member : one.GetObject()) {
    const std::string_view name(member.name.GetString(), member.name.GetStringLength());
    const rapidjson::Value* const counterpart = Member(other, name);
    if (counterpart == nullptr || !SameMember(name, member.value, *counterpart)) return false;
  }
  // A name may occur twice in `one`.
  return std::all_of(other.MemberBegin(), other.MemberEnd(),
                     [&](const auto& member) { return one.HasMember(member.name); });
}

bool SameArray(const rapidjson::Value& one, const rapidjson::Value& other) {
  return one.Size() == other.Size() && std::equal(one.Begin(), one.End(), other.Begin(), SameJson);
}

}  // namespace

bool SameJson(const rapidjson::Value& one, const rapidjson::Value& other) {
  if (one.IsObject() && other.IsObject()) return SameObject(one, other);
  if (one.IsArray() && other.IsArray()) return SameArray(one, other);
  return one == other;
}

}  // namespace holdfast::conformance
