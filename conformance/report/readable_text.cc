#include "conformance/report/readable_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

namespace holdfast::conformance {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

uint8_t ByteAt(std::string_view text, size_t at) { return static_cast<uint8_t>(text[at]); }

bool IsContinuation(uint8_t byte) { return (byte & 0xC0) == 0x80; }

// The length in bytes of the well-formed character at `at`; 0 if there is none.
size_t CharacterBytes(std::string_view text, size_t at) {
  const uint8_t lead = ByteAt(text, at);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;  // a continuation byte, overlong, or above U+10FFFF
  const size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() - at < length) return 0;
  const uint8_t second = ByteAt(text, at + 1);
  if (lead == 0xE0 && second < 0xA0) return 0;   // overlong
  if (lead == 0xED && second >= 0xA0) return 0;  // a surrogate
  if (lead == 0xF0 && second < 0x90) return 0;   // overlong
  if (lead == 0xF4 && second >= 0x90) return 0;  // above U+10FFFF
  for (size_t i = 1; i < length; ++i) {
    if (!IsContinuation(ByteAt(text, at + i))) return 0;
  }
  return length;
}

// True for the control characters of one byte and for U+0080 to U+009F, which have two bytes and also control
// terminals.
bool IsControl(std::string_view character) {
  const uint8_t first = ByteAt(character, 0);
  if (character.size() == 1) return first < 0x20 || first == 0x7F;
  return character.size() == 2 && first == 0xC2 && ByteAt(character, 1) < 0xA0;
}

std::string EscapeControl(std::string_view control) {
  if (control == "\n") return "\\n";
  if (control == "\r") return "\\r";
  if (control == "\t") return "\\t";
  char escaped[8];
  std::snprintf(escaped, sizeof escaped, "\\x%02X", unsigned{ByteAt(control, control.size() - 1)});
  return escaped;
}

}  // namespace

void Append(std::string* out, std::initializer_list<std::string_view> pieces) {
  for (const std::string_view piece : pieces) out->append(piece);
}

std::string ToValidUtf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const size_t length = CharacterBytes(text, at);
    valid.append(length == 0 ? kReplacement : text.substr(at, length));
    at += std::max<size_t>(length, 1);
  }
  return valid;
}

std::string EscapeForTerminal(std::string_view text) {
  const std::string valid = ToValidUtf8(text);
  const std::string_view from = valid;
  std::string safe;
  safe.reserve(valid.size());
  for (size_t at = 0; at < from.size();) {
    const std::string_view character = from.substr(at, CharacterBytes(from, at));
    if (IsControl(character)) {
      safe += EscapeControl(character);
    } else {
      safe += character;
    }
    at += character.size();
  }
  return safe;
}

size_t Characters(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !IsContinuation(static_cast<uint8_t>(c)); }));
}

std::string FormatNumber(int64_t number) {
  std::string digits = std::to_string(number);
  const size_t first = number < 0 ? 1 : 0;
  for (size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string FormatCount(int64_t number, std::string_view noun) {
  std::string counted = FormatNumber(number) + " ";
  counted += noun;
  if (number != 1) counted += 's';
  return counted;
}

std::string FormatDuration(double seconds) {
  if (!std::isfinite(seconds)) return "unknown";
  if (seconds < 0.9995) return std::to_string(std::llround(seconds * 1'000)) + " ms";
  if (seconds < 59.95) {
    char text[16];
    std::snprintf(text, sizeof text, "%.1f s", seconds);
    return text;
  }
  const int64_t whole = std::llround(seconds);
  if (whole < 3'600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return FormatNumber(whole / 3'600) + " h " + std::to_string(whole % 3'600 / 60) + " min";
}

std::string NowInUtc() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[sizeof("2026-01-01T00:00:00Z")];
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::string JoinWithAnd(const std::vector<std::string>& words) {
  std::string listed;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) listed += i + 1 == words.size() ? " and " : ", ";
    listed += words[i];
  }
  return listed;
}

}  // namespace holdfast::conformance
