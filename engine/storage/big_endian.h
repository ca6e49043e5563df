// Reads bytes as big-endian integers, which compare as memcmp compares the bytes.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace holdfast {

// Reads eight bytes.
inline uint64_t LoadBigEndian64(const char* at) {
  uint64_t value;
  std::memcpy(&value, at, sizeof value);
  return std::endian::native == std::endian::little ? __builtin_bswap64(value) : value;
}

// Reads the first eight bytes; if there are fewer, zero bytes follow them.
inline uint64_t FirstEightBytes(std::string_view bytes) {
  if (bytes.size() >= 8) return LoadBigEndian64(bytes.data());
  char padded[8] = {};
  if (!bytes.empty()) std::memcpy(padded, bytes.data(), bytes.size());
  return LoadBigEndian64(padded);
}

}  // namespace holdfast
