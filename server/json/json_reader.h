// Reads the members of a request structure into typed fields, with DynamoDB's messages for members of the wrong type.
//
//   Decoded<GetItemRequest> DecodeGetItem(const rapidjson::Value& body) {
//     return DecodeStructure<GetItemRequest>(body, [](StructureReader& reader, GetItemRequest& request) {
//       ReadAttributeMap(reader, "Key", &request.key);
//       reader.String("TableName", &request.table_name);
//       reader.Boolean("ConsistentRead", &request.consistent_read);
//     });
//   }
//
// An absent member, or one that is null, leaves its field as it was. Of several members with one name only the last
// counts; unknown members are ignored. The first mismatch becomes the error of the whole request, and later reads have
// no effect. So the calls must be in the order in which DynamoDB reports mismatches. For the members of a request this
// is usually: first maps, structures and lists of them, then the other members, both in the order of the service model.
// Not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "engine/base/enum_field.h"
#include "server/json/rapidjson.h"
#include "server/json/type_mismatch.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

// Readers check all elements of a list, but keep at most this many, except in lists of AttributeValues. DynamoDB has
// lower limits for all lists of structures, and a request of 16 MB could otherwise cost gigabytes.
inline constexpr size_t kListElementsMax = 1'000;

inline std::string_view Text(const rapidjson::Value& string) { return {string.GetString(), string.GetStringLength()}; }

// Accepts true, false, and the strings that DynamoDB accepts for them (true, yes, 1; false, no, 0), in upper or lower
// case.
Decoded<bool> ToBoolean(const rapidjson::Value& value);

// For each entry of the object `map`, the index of the first entry with the same name. Sorts the names instead of
// hashing them, because a client could choose names that collide.
std::vector<uint32_t> FirstIndexByName(const rapidjson::Value& map);

class StructureReader {
 public:
  // `object` must be a JSON object. Both arguments must outlive the reader. The readers of one request share `error`.
  StructureReader(const rapidjson::Value& object, std::optional<WireError>* error);

  void String(std::string_view member, std::optional<std::string>* field);
  void Boolean(std::string_view member, std::optional<bool>* field);
  void Boolean(std::string_view member, bool* field);
  // Fractions are floored.
  void Integer(std::string_view member, std::optional<int32_t>* field);
  void Long(std::string_view member, std::optional<int64_t>* field);
  // Seconds since 1970, rounded to milliseconds.
  void Timestamp(std::string_view member, std::optional<absl::Time>* field);
  template <typename E>
  void Enum(std::string_view member, EnumField<E>* field);

  void StringList(std::string_view member, std::optional<std::vector<std::string>>* field);
  // A map of strings. `*field` has each name once, in request order, with its last value.
  void StringMap(std::string_view member, std::optional<std::vector<std::pair<std::string, std::string>>>* field);

  // `shape` is the structure's name in DynamoDB's model; `read(StructureReader&, T&)` reads its members.
  template <typename T, typename Read>
  void Structure(std::string_view member, std::string_view shape, std::optional<T>* field, Read read);
  template <typename T, typename Read>
  void StructureList(std::string_view member, std::string_view shape, std::optional<std::vector<T>>* field, Read read);
  // A map of structures. `*field` has each name once, in request order, with its last value.
  template <typename T, typename Read>
  void StructureMap(std::string_view member, std::string_view shape,
                    std::optional<std::vector<std::pair<std::string, T>>>* field, Read read);

  // For functions that read members of other types. Returns the member; null if it is absent, is null, or an error has
  // occurred.
  const rapidjson::Value* Find(std::string_view member) const {
    return (name_sizes_ & SizeBit(member)) == 0 ? nullptr : Search(member);
  }
  // As Find, but if the member is not a list (FindList) or not a map (FindMap), they store an error and return null.
  // `values` is the Java type of the map's values, for the error's message.
  const rapidjson::Value* FindList(std::string_view member);
  const rapidjson::Value* FindMap(std::string_view member, std::string_view values);
  // Reads a structure that is an element of a list or a map. Null counts as an empty structure.
  template <typename T, typename Read>
  void Element(const rapidjson::Value& element, std::string_view shape, T* value, Read read);
  // Reads the elements of `list`, and keeps at most kListElementsMax.
  template <typename T, typename Read>
  void Elements(const rapidjson::Value& list, std::string_view shape, std::vector<T>* elements, Read read);
  // Reads the entries of `map` with `read(const rapidjson::Value&, T&)`. `*entries` has each name once, in request
  // order, with its last value.
  template <typename T, typename Read>
  void Entries(const rapidjson::Value& map, std::vector<std::pair<std::string, T>>* entries, Read read);
  // Stores `error`, unless an error is stored already.
  void Fail(WireError error);
  bool failed() const { return error_->has_value(); }
  // Where the first error is stored. Functions that read members of other types store their errors there, too.
  std::optional<WireError>* error() const { return error_; }

 private:
  static uint64_t SizeBit(std::string_view name) { return uint64_t{1} << (name.size() % 64); }
  const rapidjson::Value* Search(std::string_view member) const;

  const rapidjson::Value& object_;
  std::optional<WireError>* error_;
  // The SizeBits of the names in the object. A request lacks most of its operation's members, and for nearly all of
  // these, the bits show without a search that they are absent.
  uint64_t name_sizes_ = 0;
};

// Decodes the structure `body`, whose members `read(StructureReader&, T&)` reads.
template <typename T, typename Read>
Decoded<T> DecodeStructure(const rapidjson::Value& body, Read read) {
  // Filled in place, because moving a request with its many members is expensive.
  Decoded<T> decoded{std::in_place};
  std::optional<WireError> error;
  if (body.IsObject()) {
    StructureReader reader(body, &error);
    read(reader, decoded.value());
  } else {
    error.emplace();
  }
  if (error.has_value()) decoded = *std::move(error);
  return decoded;
}

template <typename E>
void StructureReader::Enum(std::string_view member, EnumField<E>* field) {
  const rapidjson::Value* value = Find(member);
  if (value == nullptr) return;
  if (!value->IsString()) return Fail(NotAString(*value));
  *field = EnumField<E>::FromText(Text(*value));
}

template <typename T, typename Read>
void StructureReader::Structure(std::string_view member, std::string_view shape, std::optional<T>* field, Read read) {
  const rapidjson::Value* value = Find(member);
  if (value == nullptr) return;
  if (!value->IsObject()) return Fail(NotAStructureMember(*value, shape));
  StructureReader reader(*value, error_);
  read(reader, field->emplace());
}

template <typename T, typename Read>
void StructureReader::Element(const rapidjson::Value& element, std::string_view shape, T* value, Read read) {
  if (failed() || element.IsNull()) return;
  if (!element.IsObject()) return Fail(NotAStructureElement(element, shape));
  StructureReader reader(element, error_);
  read(reader, *value);
}

template <typename T, typename Read>
void StructureReader::StructureList(std::string_view member, std::string_view shape,
                                    std::optional<std::vector<T>>* field, Read read) {
  const rapidjson::Value* list = FindList(member);
  if (list != nullptr) Elements(*list, shape, &field->emplace(), read);
}

template <typename T, typename Read>
void StructureReader::Elements(const rapidjson::Value& list, std::string_view shape, std::vector<T>* elements,
                               Read read) {
  elements->reserve(std::min(size_t{list.Size()}, kListElementsMax));
  std::optional<T> dropped;
  for (const rapidjson::Value& element : list.GetArray()) {
    T& value = elements->size() < kListElementsMax ? elements->emplace_back() : dropped.emplace();
    Element(element, shape, &value, read);
    if (failed()) return;
  }
}

template <typename T, typename Read>
void StructureReader::StructureMap(std::string_view member, std::string_view shape,
                                   std::optional<std::vector<std::pair<std::string, T>>>* field, Read read) {
  const rapidjson::Value* map = Find(member);
  if (map == nullptr) return;
  if (!map->IsObject()) return Fail(NotAMap(*map, "com.amazonaws.dynamodb.v20120810." + std::string(shape)));
  Entries(*map, &field->emplace(),
          [&](const rapidjson::Value& entry, T& value) { Element(entry, shape, &value, read); });
}

template <typename T, typename Read>
void StructureReader::Entries(const rapidjson::Value& map, std::vector<std::pair<std::string, T>>* entries, Read read) {
  // Nearly all maps are small. For these, `entries` is searched linearly for each name; for large maps that would take
  // quadratic time.
  constexpr size_t kLinearSearchMax = 16;
  // Only for a large map: for each entry the index in `map` of the first entry with its name, and for each such first
  // entry its position in `entries`.
  std::vector<uint32_t> first_index;
  std::vector<size_t> positions;
  if (map.MemberCount() > kLinearSearchMax) {
    first_index = FirstIndexByName(map);
    positions.resize(map.MemberCount());
  }
  entries->reserve(map.MemberCount());
  for (size_t i = 0; i < map.MemberCount(); ++i) {
    if (failed()) return;
    const auto& entry = *(map.MemberBegin() + static_cast<std::ptrdiff_t>(i));
    const std::string_view name = Text(entry.name);
    size_t position = 0;
    if (!first_index.empty()) {
      position = first_index[i] == i ? positions[i] = entries->size() : positions[first_index[i]];
    } else {
      while (position < entries->size() && (*entries)[position].first != name) ++position;
    }
    T value{};
    read(entry.value, value);
    if (position < entries->size()) {
      (*entries)[position].second = std::move(value);
    } else {
      entries->emplace_back(name, std::move(value));
    }
  }
}

}  // namespace holdfast::server
