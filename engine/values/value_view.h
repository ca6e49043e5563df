// Reading AttributeValues in their packed form: one contiguous run of bytes, with no pointers inside.
//
//   S, B        type  length (varint)  bytes
//   N           type  length (1 byte)  Number::bytes
//   BOOL        type  0 or 1
//   NULL        type
//   SS, NS, BS  type  body bytes (4)  count (4)  elements: length (varint), bytes; unique, ascending
//   L           type  body bytes (4)  count (4)  elements: packed values
//   M           type  body bytes (4)  count (4)  entries: name length (varint), name, packed value; ascending by name
//
// `body bytes (4)` and `count (4)` are little-endian fields of four bytes: the number of bytes that follow the first
// field, and the number of elements or entries.
//
// The form is canonical: two values are equal in DynamoDB's sense (maps whatever their order, sets whatever their
// order, numbers by value) exactly if their packed bytes are equal. An item is an M without its type byte.
//
// Views own nothing: they are valid as long as the bytes that they point to. Reading needs no lock, since packed bytes
// never change.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace holdfast {

enum class ValueType : uint8_t {
  kString,
  kNumber,
  kBinary,
  kBool,
  kNull,
  kStringSet,
  kNumberSet,
  kBinarySet,
  kList,
  kMap,
};

// DynamoDB's tag: S, N, B, BOOL, NULL, SS, NS, BS, L, M.
std::string_view TypeTag(ValueType type);
// Whether values of this type have an order: S, N and B.
inline bool IsOrdered(ValueType type) { return type <= ValueType::kBinary; }
inline bool IsSet(ValueType type) { return type >= ValueType::kStringSet && type <= ValueType::kBinarySet; }
// The type of a set's elements.
ValueType ElementType(ValueType set_type);

namespace packed {

inline uint32_t ReadFixed32(const char* at) {
  uint32_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// A length prefix: the number of bytes, and where they begin.
struct Length {
  uint32_t bytes;
  const char* begin;
};

inline Length ReadVarint(const char* at) {
  uint32_t value = static_cast<uint8_t>(*at++);
  if (value < 0x80) return {value, at};
  value &= 0x7f;
  for (int shift = 7;; shift += 7) {
    const uint32_t byte = static_cast<uint8_t>(*at++);
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return {value, at};
  }
}

// One past the end of the value whose type byte is at `at`.
const char* SkipValue(const char* at);

}  // namespace packed

class AttributeMapView;
class ListView;
class SetView;

class ValueView {
 public:
  // `packed` points at the type byte.
  explicit ValueView(const char* packed) : packed_(packed) {}

  ValueType type() const { return static_cast<ValueType>(packed_[0]); }
  // Of S and B: the bytes. Of N: Number::bytes.
  std::string_view bytes() const {
    if (type() == ValueType::kNumber) return {packed_ + 2, static_cast<uint8_t>(packed_[1])};
    const packed::Length length = packed::ReadVarint(packed_ + 1);
    return {length.begin, length.bytes};
  }
  bool boolean() const { return packed_[1] != 0; }
  SetView set() const;
  ListView list() const;
  AttributeMapView map() const;

  // The whole packed form.
  std::string_view packed() const;
  // The beginning of the packed form.
  const char* data() const { return packed_; }
  // The bytes that DynamoDB counts for the value, names of nested attributes included.
  size_t size_bytes() const;

  friend bool operator==(ValueView a, ValueView b) { return a.packed() == b.packed(); }

 private:
  const char* packed_;
};

struct NamedValueView {
  std::string_view name;
  ValueView value;
};

// The name-value pairs of an item or of an M, ascending by name.
class AttributeMapView {
 public:
  // `body` points at the body byte count.
  explicit AttributeMapView(const char* body) : body_(body) {}
  // The map without entries.
  static AttributeMapView Empty();

  class Iterator {
   public:
    explicit Iterator(const char* at) : at_(at) {}
    NamedValueView operator*() const {
      const packed::Length name = packed::ReadVarint(at_);
      return {{name.begin, name.bytes}, ValueView(name.begin + name.bytes)};
    }
    Iterator& operator++() {
      const packed::Length name = packed::ReadVarint(at_);
      at_ = packed::SkipValue(name.begin + name.bytes);
      return *this;
    }
    friend bool operator==(Iterator a, Iterator b) { return a.at_ == b.at_; }

   private:
    const char* at_;
  };

  size_t size() const { return packed::ReadFixed32(body_ + 4); }
  bool empty() const { return size() == 0; }
  Iterator begin() const { return Iterator(body_ + 8); }
  Iterator end() const { return Iterator(body_ + 4 + packed::ReadFixed32(body_)); }
  // Linear in the size of the map.
  std::optional<ValueView> Find(std::string_view name) const;

  // The whole packed form, byte count included.
  std::string_view packed() const { return {body_, 4 + size_t{packed::ReadFixed32(body_)}}; }
  // The bytes that DynamoDB counts for all names and values: an item's size.
  size_t size_bytes() const;

  friend bool operator==(AttributeMapView a, AttributeMapView b) { return a.packed() == b.packed(); }

 private:
  const char* body_;
};

// The elements of an L, in order.
class ListView {
 public:
  explicit ListView(const char* body) : body_(body) {}

  class Iterator {
   public:
    explicit Iterator(const char* at) : at_(at) {}
    ValueView operator*() const { return ValueView(at_); }
    Iterator& operator++() {
      at_ = packed::SkipValue(at_);
      return *this;
    }
    friend bool operator==(Iterator a, Iterator b) { return a.at_ == b.at_; }

   private:
    const char* at_;
  };

  size_t size() const { return packed::ReadFixed32(body_ + 4); }
  Iterator begin() const { return Iterator(body_ + 8); }
  Iterator end() const { return Iterator(body_ + 4 + packed::ReadFixed32(body_)); }
  // Linear in `index`.
  std::optional<ValueView> At(size_t index) const;

 private:
  const char* body_;
};

// The elements of an SS or BS (bytes) or NS (Number::bytes), ascending.
class SetView {
 public:
  explicit SetView(const char* body) : body_(body) {}

  class Iterator {
   public:
    explicit Iterator(const char* at) : at_(at) {}
    std::string_view operator*() const {
      const packed::Length element = packed::ReadVarint(at_);
      return {element.begin, element.bytes};
    }
    Iterator& operator++() {
      const packed::Length element = packed::ReadVarint(at_);
      at_ = element.begin + element.bytes;
      return *this;
    }
    friend bool operator==(Iterator a, Iterator b) { return a.at_ == b.at_; }

   private:
    const char* at_;
  };

  size_t size() const { return packed::ReadFixed32(body_ + 4); }
  Iterator begin() const { return Iterator(body_ + 8); }
  Iterator end() const { return Iterator(body_ + 4 + packed::ReadFixed32(body_)); }
  // Linear in the size of the set.
  bool Contains(std::string_view element) const;

 private:
  const char* body_;
};

}  // namespace holdfast
