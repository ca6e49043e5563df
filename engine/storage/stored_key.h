// A key in storage: 16 bytes that own a byte string.
//
//   up to 15 bytes   │ size·2+1 │ bytes, the rest zero …       │
//   longer           │ pointer to a shared block │ unused     │
//
// The low bit of the first byte distinguishes the two forms. Copies of a long key share its block, so that copying a
// node of a tree, or using a key as a separator in an inner node, copies no bytes.
//
// Thread safety: that of std::string. Copies that share a block may be used on different threads.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "engine/base/ref_counted.h"

namespace holdfast {

static_assert(std::endian::native == std::endian::little && sizeof(void*) == 8,
              "StoredKey keeps its tag in the low byte of a 64-bit pointer");

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
  // Leaves `other` empty.
  StoredKey(StoredKey&& other) noexcept { std::swap(bytes_, other.bytes_); }
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

 private:
  // A long key's bytes, which follow the object. Counted in StoredBytes.
  class Block final : public RefCounted<Block> {
   public:
    static const Block* Create(std::string_view key);
    static void Destroy(const Block* block);
    std::string_view bytes() const { return {reinterpret_cast<const char*>(this + 1), size_}; }

   private:
    explicit Block(size_t size) : size_(static_cast<uint32_t>(size)) {}

    const uint32_t size_;
  };

  bool in_place() const { return (bytes_[0] & 1) != 0; }
  const Block* block() const {
    const Block* pointer;
    std::memcpy(&pointer, bytes_, sizeof pointer);
    return pointer;
  }

  alignas(8) char bytes_[16] = {1};
};

}  // namespace holdfast
