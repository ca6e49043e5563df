#include "server/json/plain_text.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace holdfast::server {
namespace {

// Vector types (an extension of GCC and Clang): sixteen bytes that are compared in one operation, and the same sixteen
// bytes as two words.
using ByteBlock = uint8_t __attribute__((vector_size(16)));
using WordBlock = uint64_t __attribute__((vector_size(16)));

template <typename Word>
Word CopyWord(const char* from, char* to) {
  Word bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  std::memcpy(to, &bytes, sizeof bytes);
  return bytes;
}

// A block whose bytes are not zero where `bytes` must be escaped.
ByteBlock EscapeMask(ByteBlock bytes) {
  return ByteBlock(bytes < 0x20) | ByteBlock(bytes == '"') | ByteBlock(bytes == '\\');
}
ByteBlock EscapeMask(uint64_t first, uint64_t second) { return EscapeMask(ByteBlock(WordBlock{first, second})); }

// Copies fewer than four bytes, and returns their EscapeMask.
ByteBlock CopyFewBytes(std::string_view text, char* to) {
  constexpr uint64_t kPlain = 'a';
  uint64_t bytes = kPlain * 0x0101010101010101u;
  for (size_t i = 0; i < text.size(); ++i) bytes = bytes << 8 | CopyWord<uint8_t>(text.data() + i, to + i);
  return EscapeMask(bytes, bytes);
}

}  // namespace

char* CopyIfPlain(std::string_view text, char* to) {
  const char* from = text.data();
  const char* const from_end = from + text.size();
  char* const end = to + text.size();
  // The last word overlaps those before it, so that only texts of fewer than four bytes need a loop over single bytes.
  ByteBlock escapes;
  if (text.size() >= 16) {
    escapes = EscapeMask(CopyWord<ByteBlock>(from_end - 16, end - 16));
    for (; from_end - from > 16; from += 16, to += 16) escapes |= EscapeMask(CopyWord<ByteBlock>(from, to));
  } else if (text.size() >= 8) {
    escapes = EscapeMask(CopyWord<uint64_t>(from, to), CopyWord<uint64_t>(from_end - 8, end - 8));
  } else if (text.size() >= 4) {
    const uint64_t first = CopyWord<uint32_t>(from, to);
    const uint64_t both = first << 32 | CopyWord<uint32_t>(from_end - 4, end - 4);
    escapes = EscapeMask(both, both);
  } else {
    escapes = CopyFewBytes(text, to);
  }
  const auto words = WordBlock(escapes);
  return (words[0] | words[1]) == 0 ? end : nullptr;
}

}  // namespace holdfast::server
