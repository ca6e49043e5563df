#include "engine/values/value_view.h"

#include "engine/values/number.h"

namespace holdfast {
namespace {

constexpr std::string_view kTypeTags[] = {"S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M"};
// Body byte count 4, entry count 0.
constexpr char kEmptyMap[] = {4, 0, 0, 0, 0, 0, 0, 0};

size_t SetSizeBytes(ValueType type, SetView members) {
  size_t size = 0;
  for (const std::string_view member : members) {
    size += type == ValueType::kNumberSet ? Number::FromBytes(member).size_bytes() : member.size();
  }
  return size;
}

}  // namespace

std::string_view TypeTag(ValueType type) { return kTypeTags[static_cast<size_t>(type)]; }

ValueType ElementType(ValueType set_type) {
  switch (set_type) {
    case ValueType::kNumberSet:
      return ValueType::kNumber;
    case ValueType::kBinarySet:
      return ValueType::kBinary;
    default:
      return ValueType::kString;
  }
}

namespace packed {

const char* SkipValue(const char* at) {
  switch (static_cast<ValueType>(*at)) {
    case ValueType::kString:
    case ValueType::kBinary: {
      const Length length = ReadVarint(at + 1);
      return length.begin + length.bytes;
    }
    case ValueType::kNumber:
      return at + 2 + static_cast<uint8_t>(at[1]);
    case ValueType::kBool:
      return at + 2;
    case ValueType::kNull:
      return at + 1;
    default:
      return at + 5 + ReadFixed32(at + 1);
  }
}

}  // namespace packed

SetView ValueView::set() const { return SetView(packed_ + 1); }
ListView ValueView::list() const { return ListView(packed_ + 1); }
AttributeMapView ValueView::map() const { return AttributeMapView(packed_ + 1); }

std::string_view ValueView::packed() const {
  return {packed_, static_cast<size_t>(packed::SkipValue(packed_) - packed_)};
}

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html, with the exact
// figures for numbers, lists and maps as captured from the service.
size_t ValueView::size_bytes() const {
  switch (type()) {
    case ValueType::kString:
    case ValueType::kBinary:
      return bytes().size();
    case ValueType::kNumber:
      return Number::FromBytes(bytes()).size_bytes();
    case ValueType::kBool:
    case ValueType::kNull:
      return 1;
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      return SetSizeBytes(type(), set());
    case ValueType::kList: {
      size_t size = 3;
      for (const ValueView element : list()) size += 1 + element.size_bytes();
      return size;
    }
    case ValueType::kMap:
      return 3 + map().size() + map().size_bytes();
  }
  return 0;
}

AttributeMapView AttributeMapView::Empty() { return AttributeMapView(kEmptyMap); }

std::optional<ValueView> AttributeMapView::Find(std::string_view name) const {
  const char* at = body_ + 8;
  const char* const end = body_ + 4 + packed::ReadFixed32(body_);
  while (at != end) {
    const packed::Length entry = packed::ReadVarint(at);
    const char* const value = entry.begin + entry.bytes;
    if (entry.bytes == name.size() && std::memcmp(entry.begin, name.data(), name.size()) == 0) return ValueView(value);
    at = packed::SkipValue(value);
  }
  return std::nullopt;
}

size_t AttributeMapView::size_bytes() const {
  size_t size = 0;
  for (const auto& [name, value] : *this) size += name.size() + value.size_bytes();
  return size;
}

std::optional<ValueView> ListView::At(size_t index) const {
  if (index >= size()) return std::nullopt;
  Iterator at = begin();
  for (size_t i = 0; i < index; ++i) ++at;
  return *at;
}

bool SetView::Contains(std::string_view element) const {
  for (const std::string_view member : *this) {
    if (member == element) return true;
  }
  return false;
}

}  // namespace holdfast
