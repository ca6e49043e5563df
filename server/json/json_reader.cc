#include "server/json/json_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/base/clock.h"

namespace holdfast::server {

namespace {

bool EqualsIgnoringCase(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b; });
}

template <typename T>
Decoded<T> ToNumber(const rapidjson::Value& value, std::string_view type) {
  if (!value.IsNumber()) return NotANumber(value, type);
  if (value.IsInt64()) {
    const int64_t number = value.GetInt64();
    if (number < std::numeric_limits<T>::min() || number > std::numeric_limits<T>::max()) return Unrepresentable();
    return static_cast<T>(number);
  }
  // The range is [-bound, bound): powers of two, which a double represents exactly.
  const double number = std::floor(value.GetDouble());
  const double bound = std::ldexp(1.0, std::numeric_limits<T>::digits);
  if (!(number >= -bound && number < bound)) return Unrepresentable();
  return static_cast<T>(number);
}

}  // namespace

Decoded<bool> ToBoolean(const rapidjson::Value& value) {
  if (value.IsBool()) return value.GetBool();
  if (value.IsString()) {
    const std::string_view text = Text(value);
    for (const std::string_view word : {"true", "1", "yes"}) {
      if (EqualsIgnoringCase(text, word)) return true;
    }
    for (const std::string_view word : {"false", "0", "no"}) {
      if (EqualsIgnoringCase(text, word)) return false;
    }
  }
  return NotABoolean(value);
}

std::vector<uint32_t> FirstIndexByName(const rapidjson::Value& map) {
  const auto name = [&](uint32_t entry) {
    return Text((map.MemberBegin() + static_cast<std::ptrdiff_t>(entry))->name);
  };
  std::vector<uint32_t> order(map.MemberCount());
  std::iota(order.begin(), order.end(), uint32_t{0});
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const int compared = name(a).compare(name(b));
    return compared != 0 ? compared < 0 : a < b;
  });
  std::vector<uint32_t> first(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    const bool repeats = i > 0 && name(order[i - 1]) == name(order[i]);
    first[order[i]] = repeats ? first[order[i - 1]] : order[i];
  }
  return first;
}

StructureReader::StructureReader(const rapidjson::Value& object, std::optional<WireError>* error)
    : object_(object), error_(error) {
  for (const auto& member : object.GetObject()) name_sizes_ |= SizeBit(Text(member.name));
}

const rapidjson::Value* StructureReader::Search(std::string_view member) const {
  if (failed()) return nullptr;
  for (auto entry = object_.MemberEnd(); entry != object_.MemberBegin();) {
    --entry;
    if (Text(entry->name) == member) return entry->value.IsNull() ? nullptr : &entry->value;
  }
  return nullptr;
}

const rapidjson::Value* StructureReader::FindList(std::string_view member) {
  const rapidjson::Value* value = Find(member);
  if (value == nullptr || value->IsArray()) return value;
  Fail(NotAList(*value));
  return nullptr;
}

const rapidjson::Value* StructureReader::FindMap(std::string_view member, std::string_view values) {
  const rapidjson::Value* value = Find(member);
  if (value == nullptr || value->IsObject()) return value;
  Fail(NotAMap(*value, values));
  return nullptr;
}

void StructureReader::Fail(WireError error) {
  if (!failed()) *error_ = std::move(error);
}

void StructureReader::String(std::string_view member, std::optional<std::string>* field) {
  const rapidjson::Value* value = Find(member);
  if (value == nullptr) return;
  if (!value->IsString()) return Fail(NotAString(*value));
  field->emplace(Text(*value));
}

void StructureReader::Boolean(std::string_view member, std::optional<bool>* field) {
  const rapidjson::Value* value = Find(member);
  if (value == nullptr) return;
  Decoded<bool> boolean = ToBoolean(*value);
  if (!boolean.ok()) return Fail(std::move(boolean).error());
  *field = boolean.value();
}

void StructureReader::Boolean(std::string_view member, bool* field) {
  std::optional<bool> boolean;
  Boolean(member, &boolean);
  *field = boolean.value_or(*field);
}

void StructureReader::Integer(std::string_view member, std::optional<int32_t>* field) {
  const rapidjson::Value* value = Find(member);
  if (value == nullptr) return;
  Decoded<int32_t> number = ToNumber<int32_t>(*value, "Integer");
  if (!number.ok()) return Fail(std::move(number).error());
  *field = number.value();
}

void StructureReader::Long(std::string_view member, std::optional<int64_t>* field) {
  const rapidjson::Value* value = Find(member);
  if (value == nullptr) return;
  Decoded<int64_t> number = ToNumber<int64_t>(*value, "Long");
  if (!number.ok()) return Fail(std::move(number).error());
  *field = number.value();
}

// [open] DynamoDB's message for a member that is not a number was not captured. This one is composed like the messages
// for Integer and Long.
void StructureReader::Timestamp(std::string_view member, std::optional<absl::Time>* field) {
  const rapidjson::Value* value = Find(member);
  if (value == nullptr) return;
  if (!value->IsNumber()) return Fail(NotANumber(*value, "Date"));
  const double seconds = value->GetDouble();
  const double bound = absl::ToDoubleSeconds(kTimeMax - absl::UnixEpoch());
  if (!(seconds >= -bound && seconds <= bound)) return Fail(Unrepresentable());
  *field = absl::FromUnixMillis(std::llround(seconds * 1000));
}

void StructureReader::StringList(std::string_view member, std::optional<std::vector<std::string>>* field) {
  const rapidjson::Value* list = FindList(member);
  if (list == nullptr) return;
  std::vector<std::string>& strings = field->emplace();
  for (const rapidjson::Value& element : list->GetArray()) {
    if (element.IsNull()) return Fail(Unrepresentable());
    if (!element.IsString()) return Fail(NotAString(element));
    if (strings.size() < kListElementsMax) strings.emplace_back(Text(element));
  }
}

void StructureReader::StringMap(std::string_view member,
                                std::optional<std::vector<std::pair<std::string, std::string>>>* field) {
  const rapidjson::Value* map = FindMap(member, "java.lang.String");
  if (map == nullptr) return;
  Entries(*map, &field->emplace(), [&](const rapidjson::Value& entry, std::string& value) {
    if (entry.IsNull()) return Fail(Unrepresentable());
    if (!entry.IsString()) return Fail(NotAString(entry));
    value = Text(entry);
  });
}

}  // namespace holdfast::server
