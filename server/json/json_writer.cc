#include "server/json/json_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "engine/values/base64.h"

namespace holdfast::server {
namespace {

// What is written for one byte of a text: the first `size` bytes of `text`. Has the size of a word, so that it is
// copied in one step.
struct WrittenByte {
  char text[7];
  uint8_t size;
};

constexpr WrittenByte WriteByte(uint8_t byte) {
  constexpr char kHex[] = "0123456789abcdef";
  switch (byte) {
    case '"':
      return {{'\\', '"'}, 2};
    case '\\':
      return {{'\\', '\\'}, 2};
    case '\b':
      return {{'\\', 'b'}, 2};
    case '\f':
      return {{'\\', 'f'}, 2};
    case '\n':
      return {{'\\', 'n'}, 2};
    case '\r':
      return {{'\\', 'r'}, 2};
    case '\t':
      return {{'\\', 't'}, 2};
    default:
      if (byte >= 0x20) return {{static_cast<char>(byte)}, 1};
      return {{'\\', 'u', '0', '0', kHex[byte >> 4], kHex[byte & 15]}, 6};
  }
}

constexpr std::array<WrittenByte, 256> kWrittenBytes = [] {
  std::array<WrittenByte, 256> written{};
  for (size_t byte = 0; byte < written.size(); ++byte) written[byte] = WriteByte(static_cast<uint8_t>(byte));
  return written;
}();

}  // namespace

void JsonWriter::String(std::string_view text) { StringBetween("", text, ""); }

void JsonWriter::Integer(int64_t value) {
  Separate();
  buffer_.AppendInteger(value);
  comma_due_ = true;
}

void JsonWriter::Double(double value) {
  // Numbers from 1e-6 to 1e15 are written without an exponent, so that capacity and time are readable. A double
  // represents each integer below 1e15 exactly.
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

void JsonWriter::AppendInPieces(std::string_view before, std::string_view text, std::string_view after) {
  Separate();
  Raw(before);
  Put('"');
  for (; !text.empty(); text.remove_prefix(std::min(text.size(), kPieceBytes))) {
    const std::string_view piece = text.substr(0, kPieceBytes);
    if (const char* const end = CopyIfPlain(piece, buffer_.Prepare()); end != nullptr) {
      buffer_.Commit(end);
    } else {
      AppendWithEscapes(piece);
    }
  }
  Put('"');
  Raw(after);
}

void JsonWriter::AppendWithEscapes(std::string_view text) {
  constexpr size_t kBytesAtOnce = TextBuffer::kPrepareBytes / sizeof(WrittenByte);
  for (; !text.empty(); text.remove_prefix(std::min(text.size(), kBytesAtOnce))) {
    char* to = buffer_.Prepare();
    for (const char c : text.substr(0, kBytesAtOnce)) {
      const WrittenByte& written = kWrittenBytes[static_cast<uint8_t>(c)];
      std::memcpy(to, &written, sizeof written);
      to += written.size;
    }
    buffer_.Commit(to);
  }
}

}  // namespace holdfast::server
