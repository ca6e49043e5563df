#include "conformance/faulty/faults/add_clauses.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

namespace holdfast::conformance::faulty {
namespace {

constexpr std::string_view kSpaces = " \t\r\n";
constexpr std::string_view kNameCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t at = text.find_first_not_of(kSpaces); at != std::string_view::npos;
       at = text.find_first_not_of(kSpaces, at)) {
    const size_t end = std::min(text.find_first_of(kSpaces, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

bool IsAdd(std::string_view word) {
  return word.size() == 3 && (word[0] | 0x20) == 'a' && (word[1] | 0x20) == 'd' && (word[2] | 0x20) == 'd';
}

bool IsName(std::string_view word) {
  return !word.empty() && word.find_first_not_of(kNameCharacters) == std::string_view::npos;
}

bool IsAttribute(std::string_view word) { return IsName(word.starts_with('#') ? word.substr(1) : word); }

// Returns nothing for texts such as "01" and "1.0": the endpoint stores numbers in a canonical form, which this code
// does not imitate. The ADD is then forwarded unchanged.
std::optional<int64_t> WholeNumber(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || std::to_string(number) != text) return std::nullopt;
  return number;
}

std::optional<Json> Sum(std::string_view stored, std::string_view value, JsonMemory& memory) {
  const std::optional<int64_t> left = WholeNumber(stored);
  const std::optional<int64_t> right = WholeNumber(value);
  int64_t sum = 0;
  if (!left.has_value() || !right.has_value() || __builtin_add_overflow(*left, *right, &sum)) return std::nullopt;
  return StringValue(std::to_string(sum), memory);
}

bool Contains(const Json& set, const Json& member) {
  return std::any_of(set.Begin(), set.End(), [&member](const Json& other) { return other == member; });
}

std::optional<Json> Union(std::string_view type, const Json& stored, const Json& value, JsonMemory& memory) {
  if (!stored.IsArray() || !value.IsArray()) return std::nullopt;
  Json united(stored, memory);
  for (const Json& member : value.GetArray()) {
    if (type == "NS" && !WholeNumber(TextOf(member)).has_value()) return std::nullopt;
    if (!Contains(stored, member)) united.PushBack(Json(member, memory), memory);
  }
  return united;
}

}  // namespace

std::optional<std::vector<AddClause>> ParseAddClauses(std::string_view update_expression) {
  const size_t start = update_expression.find_first_not_of(kSpaces);
  if (start == std::string_view::npos || !IsAdd(update_expression.substr(start, 3))) return std::nullopt;
  std::string_view rest = update_expression.substr(start + 3);
  if (rest.empty() || (rest[0] != '#' && kSpaces.find(rest[0]) == std::string_view::npos)) return std::nullopt;

  std::vector<AddClause> clauses;
  for (bool last = false; !last;) {
    const size_t comma = rest.find(',');
    const std::vector<std::string_view> words = Words(rest.substr(0, comma));
    if (words.size() != 2 || !IsAttribute(words[0]) || !words[1].starts_with(':')) return std::nullopt;
    clauses.push_back({.attribute = std::string(words[0]), .value = std::string(words[1])});
    last = comma == std::string_view::npos;
    if (!last) rest.remove_prefix(comma + 1);
  }
  return clauses;
}

std::optional<Json> Add(const Json* stored, const Json& value, JsonMemory& memory) {
  if (!value.IsObject() || value.MemberCount() != 1) return std::nullopt;
  const std::string_view type = TextOf(value.MemberBegin()->name);
  if (type != "N" && type != "SS" && type != "NS") return std::nullopt;
  const Json& added = value.MemberBegin()->value;
  if (stored == nullptr) {
    if (type == "N" && !WholeNumber(TextOf(added)).has_value()) return std::nullopt;
    return Json(value, memory);
  }

  const Json* const content = Member(*stored, type);
  if (content == nullptr) return std::nullopt;
  std::optional<Json> result =
      type == "N" ? Sum(TextOf(*content), TextOf(added), memory) : Union(type, *content, added, memory);
  if (!result.has_value()) return std::nullopt;
  Json typed(rapidjson::kObjectType);
  SetMember(&typed, type, *std::move(result), memory);
  return typed;
}

}  // namespace holdfast::conformance::faulty
