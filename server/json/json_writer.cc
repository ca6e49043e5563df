#include "server/json/json_writer.h"

#include <bit>
#include <charconv>
#include <cmath>

#include "engine/values/base64.h"

namespace holdfast::server {

namespace {

constexpr uint64_t kHighBits = 0x8080808080808080u;
constexpr uint64_t EachByte(uint8_t byte) { return byte * uint64_t{0x0101010101010101u}; }

bool NeedsEscape(char c) { return static_cast<uint8_t>(c) < 0x20 || c == '"' || c == '\\'; }

// The number of bytes from `at` that a JSON string may hold as they are.
size_t PlainBytes(const char* at, const char* end) {
  const char* const begin = at;
  if constexpr (std::endian::native == std::endian::little) {
    while (end - at >= 8) {
      uint64_t bytes;
      std::memcpy(&bytes, at, sizeof bytes);
      // Of each, the lowest high bit set is exact: it marks the first control, quotation mark or backslash.
      const uint64_t quote = bytes ^ EachByte('"');
      const uint64_t backslash = bytes ^ EachByte('\\');
      const uint64_t found = (((bytes - EachByte(0x20)) & ~bytes) | ((quote - EachByte(1)) & ~quote) |
                              ((backslash - EachByte(1)) & ~backslash)) &
                             kHighBits;
      if (found != 0) return static_cast<size_t>(at - begin) + static_cast<size_t>(std::countr_zero(found)) / 8;
      at += 8;
    }
  }
  while (at != end && !NeedsEscape(*at)) ++at;
  return static_cast<size_t>(at - begin);
}

}  // namespace

void JsonWriter::Integer(int64_t value) {
  char text[24];
  const std::to_chars_result end = std::to_chars(text, text + sizeof text, value);
  Word({text, static_cast<size_t>(end.ptr - text)});
}

void JsonWriter::Double(double value) {
  // Without an exponent as far as doubles count exactly, because that is how people read capacity and time.
  constexpr double kPlainMax = 1e15;
  char text[40];
  const bool plain = std::abs(value) < kPlainMax && (value == 0 || std::abs(value) >= 1e-6);
  const std::to_chars_result end = plain ? std::to_chars(text, text + sizeof text, value, std::chars_format::fixed)
                                         : std::to_chars(text, text + sizeof text, value);
  const std::string_view digits(text, static_cast<size_t>(end.ptr - text));
  Word(digits);
  if (digits.find_first_of(".e") == std::string_view::npos) Raw(".0");
}

void JsonWriter::Base64(std::string_view bytes) {
  Separate();
  Put('"');
  AppendBase64(bytes, Flush());
  Put('"');
  comma_due_ = true;
}

void JsonWriter::Quoted(std::string_view text) {
  Put('"');
  const char* at = text.data();
  const char* const end = at + text.size();
  for (;;) {
    const size_t plain = PlainBytes(at, end);
    Raw({at, plain});
    at += plain;
    if (at == end) break;
    AppendEscaped(*at++);
  }
  Put('"');
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

void JsonWriter::AppendLong(std::string_view text) {
  Flush();
  if (text.size() > sizeof buffer_) {
    out_->append(text);
  } else {
    Raw(text);
  }
}

}  // namespace holdfast::server
