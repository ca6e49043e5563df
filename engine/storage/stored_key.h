// A key as the storage keeps it: 16 bytes that own a byte string, with enough of it in place to decide most
// comparisons.
//
//   up to 15 bytes   │ size·2+1 │ bytes, the rest zero ……………………… │
//   longer           │ pointer to a shared block │ first 8 bytes │
//
// The low bit of the first byte tells which. Copies of a long key share its block, so that copying a node of a tree,
// or making a separator of a key, copies no bytes.
//
// Thread safety: as of std::string; copies of one key may be used on different threads.
#pragma once

#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "engine/base/ref_counted.h"

namespace holdfast {

static_assert(std::endian::native == std::endian::little && sizeof(void*) == 8,
              "StoredKey keeps its tag in the low byte of a 64-bit pointer");

// Eight bytes as the number that orders as they do.
inline uint64_t LoadBigEndian64(const char* at) {
  uint64_t value;
  std::memcpy(&value, at, sizeof value);
  return __builtin_bswap64(value);
}

// A key that is being looked for: its first eight bytes are read once, not at each comparison.
class KeyProbe {
 public:
  explicit KeyProbe(std::string_view key) : key_(key), prefix_(PrefixOf(key)) {}

  std::string_view key() const { return key_; }
  uint64_t prefix() const { return prefix_; }

 private:
  // Short keys are padded with zeros, as a StoredKey is.
  static uint64_t PrefixOf(std::string_view key) {
    if (key.size() >= 8) return LoadBigEndian64(key.data());
    char padded[8] = {};
    if (!key.empty()) std::memcpy(padded, key.data(), key.size());
    return LoadBigEndian64(padded);
  }

  std::string_view key_;
  uint64_t prefix_;
};

class StoredKey {
 public:
  static constexpr size_t kInPlaceBytesMax = 15;

  // The empty key.
  StoredKey() = default;
  explicit StoredKey(std::string_view key);
  StoredKey(const StoredKey& other) {
    std::memcpy(bytes_, other.bytes_, sizeof bytes_);
    if (!in_place()) block()->AddReference();
  }
  StoredKey(StoredKey&& other) noexcept {
    std::memcpy(bytes_, other.bytes_, sizeof bytes_);
    other.SetEmpty();
  }
  StoredKey& operator=(StoredKey other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~StoredKey() {
    if (!in_place()) block()->DropReference();
  }

  std::string_view view() const {
    if (in_place()) return {bytes_ + 1, static_cast<size_t>(static_cast<uint8_t>(bytes_[0]) >> 1)};
    return block()->bytes();
  }

  // The order of std::string_view.
  std::strong_ordering Compare(const KeyProbe& probe) const {
    const uint64_t prefix = LoadBigEndian64(bytes_ + (in_place() ? 1 : 8));
    if (prefix != probe.prefix()) return prefix <=> probe.prefix();
    // A key of at most eight bytes that agrees with the prefix of another is a prefix of it, or of its padding.
    const std::string_view key = view();
    if (key.size() <= 8 || probe.key().size() <= 8) return key.size() <=> probe.key().size();
    return key.substr(8) <=> probe.key().substr(8);
  }

 private:
  // A long key's bytes, which follow the object.
  class Block final : public RefCounted<Block> {
   public:
    static const Block* Create(std::string_view key);
    static void Destroy(const Block* block);
    std::string_view bytes() const { return {reinterpret_cast<const char*>(this + 1), size_}; }

   private:
    explicit Block(std::string_view key) : size_(static_cast<uint32_t>(key.size())) {}
    uint32_t size_;
  };

  static constexpr char kEmptyTag = 1;

  bool in_place() const { return (bytes_[0] & 1) != 0; }
  const Block* block() const {
    const Block* pointer;
    std::memcpy(&pointer, bytes_, sizeof pointer);
    return pointer;
  }
  void SetEmpty() {
    std::memset(bytes_, 0, sizeof bytes_);
    bytes_[0] = kEmptyTag;
  }

  alignas(8) char bytes_[16] = {kEmptyTag};
};

}  // namespace holdfast
