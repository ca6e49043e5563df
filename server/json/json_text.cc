#include "server/json/json_text.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "server/json/swar.h"

namespace holdfast::server {

namespace {

constexpr uint64_t kHighBits = BroadcastByte(0x80);
constexpr uint64_t kSpaces = BroadcastByte(0x20);
constexpr size_t kBlockBytes = 32;

enum class Controls { kAllowed, kWhitespaceOnly };

// Not 0 if any of the eight bytes is not ASCII or, with kWhitespaceOnly, is a control character. That includes the
// whitespace characters, which IsText then accepts one by one.
template <Controls controls>
uint64_t HasNonAsciiOrControl(const char* at) {
  uint64_t bytes;
  std::memcpy(&bytes, at, sizeof bytes);
  if constexpr (controls == Controls::kAllowed) return bytes & kHighBits;
  return (bytes | (bytes - kSpaces)) & kHighBits;
}

bool IsContinuation(const char* at) { return (static_cast<uint8_t>(*at) & 0xC0) == 0x80; }

// The length of the multibyte character at `at`; 0 if it is malformed or cut off.
size_t MultibyteLength(const char* at, const char* end) {
  const auto lead = static_cast<uint8_t>(*at);
  const auto left = static_cast<size_t>(end - at);
  if (lead < 0xC2) return 0;  // a continuation byte, or overlong
  if (lead < 0xE0) return left >= 2 && IsContinuation(at + 1) ? 2 : 0;
  if (left < 3 || !IsContinuation(at + 1) || !IsContinuation(at + 2)) return 0;
  const auto second = static_cast<uint8_t>(at[1]);
  if (lead < 0xF0) {
    if (lead == 0xE0 && second < 0xA0) return 0;   // overlong
    if (lead == 0xED && second >= 0xA0) return 0;  // a surrogate
    return 3;
  }
  if (lead > 0xF4 || left < 4 || !IsContinuation(at + 3)) return 0;
  if (lead == 0xF0 && second < 0x90) return 0;   // overlong
  if (lead == 0xF4 && second >= 0x90) return 0;  // above U+10FFFF
  return 4;
}

template <Controls controls>
bool IsText(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    const char* block_end = end;
    if (static_cast<size_t>(end - at) >= kBlockBytes) {
      const uint64_t non_ascii_or_control =
          HasNonAsciiOrControl<controls>(at) | HasNonAsciiOrControl<controls>(at + 8) |
          HasNonAsciiOrControl<controls>(at + 16) | HasNonAsciiOrControl<controls>(at + 24);
      block_end = at + kBlockBytes;
      if (non_ascii_or_control == 0) {
        at = block_end;
        continue;
      }
    }
    while (at < block_end) {
      const auto byte = static_cast<uint8_t>(*at);
      if (byte < 0x80) {
        if (controls == Controls::kWhitespaceOnly && byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') {
          return false;
        }
        ++at;
        continue;
      }
      const size_t length = MultibyteLength(at, end);
      if (length == 0) return false;
      at += length;
    }
  }
  return true;
}

}  // namespace

bool IsJsonText(std::string_view text) { return IsText<Controls::kWhitespaceOnly>(text); }

bool IsUtf8(std::string_view text) { return IsText<Controls::kAllowed>(text); }

std::string ToUtf8(std::string_view bytes) {
  if (IsUtf8(bytes)) return std::string(bytes);
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0 | byte >> 6);
      text += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return text;
}

}  // namespace holdfast::server
