#include "server/json/json_writer.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "engine/values/base64.h"
#include "server/json/swar.h"

namespace holdfast::server {

namespace {

constexpr uint64_t kHighBits = BroadcastByte(0x80);

bool NeedsEscape(char c) { return static_cast<uint8_t>(c) < 0x20 || c == '"' || c == '\\'; }

// Whether any of the eight bytes needs an escape.
bool WordNeedsEscape(uint64_t bytes) {
  const uint64_t quote = bytes ^ BroadcastByte('"');
  const uint64_t backslash = bytes ^ BroadcastByte('\\');
  return ((((bytes - BroadcastByte(0x20)) & ~bytes) | ((quote - BroadcastByte(1)) & ~quote) |
           ((backslash - BroadcastByte(1)) & ~backslash)) &
          kHighBits) != 0;
}

template <typename Word>
Word ReadWord(const void* at) {
  Word bytes;
  std::memcpy(&bytes, at, sizeof bytes);
  return bytes;
}

// Whether a JSON string may hold the text as it is. GCC 12 vectorizes the loop only if it is made to inline this early.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool IsPlain(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  // Accumulates a result for each position of a block instead of branching for each byte, so that the compiler can
  // vectorize the loop.
  constexpr size_t kBlockBytes = 16;
  uint8_t found[kBlockBytes] = {};
  for (; end - at >= static_cast<ptrdiff_t>(kBlockBytes); at += kBlockBytes) {
    for (size_t i = 0; i < kBlockBytes; ++i) found[i] |= static_cast<uint8_t>(NeedsEscape(at[i]));
  }
  if ((ReadWord<uint64_t>(found) | ReadWord<uint64_t>(found + 8)) != 0) return false;
  // Checks the rest in words that overlap the bytes before it, instead of byte by byte.
  if (text.size() >= 8) {
    return !WordNeedsEscape(ReadWord<uint64_t>(end - 8)) && (end - at <= 8 || !WordNeedsEscape(ReadWord<uint64_t>(at)));
  }
  if (text.size() >= 4) {
    return !WordNeedsEscape(uint64_t{ReadWord<uint32_t>(at)} << 32 | ReadWord<uint32_t>(end - 4));
  }
  for (; at != end; ++at) {
    if (NeedsEscape(*at)) return false;
  }
  return true;
}

}  // namespace

void JsonWriter::Integer(int64_t value) {
  Separate();
  buffer_.AppendInteger(value);
  comma_due_ = true;
}

void JsonWriter::Double(double value) {
  // No exponent in the range in which doubles represent all integers, so that capacity and time are readable.
  constexpr double kPlainMax = 1e15;
  char text[40];
  const bool plain = std::abs(value) < kPlainMax && (value == 0 || std::abs(value) >= 1e-6);
  const std::to_chars_result end = plain ? std::to_chars(text, text + sizeof text, value, std::chars_format::fixed)
                                         : std::to_chars(text, text + sizeof text, value);
  const std::string_view digits(text, static_cast<size_t>(end.ptr - text));
  RawValue(digits);
  if (digits.find_first_of(".e") == std::string_view::npos) Raw(".0");
}

void JsonWriter::Base64(std::string_view bytes) {
  Separate();
  Put('"');
  AppendBase64(bytes, Flush());
  Put('"');
  comma_due_ = true;
}

void JsonWriter::AppendQuoted(std::string_view text) {
  Put('"');
  if (IsPlain(text)) {
    Raw(text);
  } else {
    AppendWithEscapes(text);
  }
  Put('"');
}

void JsonWriter::AppendWithEscapes(std::string_view text) {
  for (auto at = text.begin(); at != text.end();) {
    const auto next = std::find_if(at, text.end(), NeedsEscape);
    Raw({at, next});
    at = next;
    if (at != text.end()) AppendEscaped(*at++);
  }
}

void JsonWriter::AppendEscaped(char c) {
  constexpr char kHex[] = "0123456789abcdef";
  Put('\\');
  switch (c) {
    case '"':
    case '\\':
      return Put(c);
    case '\b':
      return Put('b');
    case '\f':
      return Put('f');
    case '\n':
      return Put('n');
    case '\r':
      return Put('r');
    case '\t':
      return Put('t');
    default:
      Raw("u00");
      Put(kHex[static_cast<uint8_t>(c) >> 4]);
      Put(kHex[static_cast<uint8_t>(c) & 15]);
  }
}

}  // namespace holdfast::server
