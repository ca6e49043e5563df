#include "server/json/json_writer.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>

#include "engine/values/base64.h"

namespace holdfast::server {
namespace {

bool NeedsEscape(char c) { return static_cast<uint8_t>(c) < 0x20 || c == '"' || c == '\\'; }

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
