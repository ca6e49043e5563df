#include "server/observe/quoted_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace holdfast::server {
namespace {

constexpr std::string_view kEllipsis = "\u2026";
constexpr std::string_view kReplacement = "\uFFFD";

struct Character {
  uint32_t code = 0;
  // 0: the bytes are not UTF-8.
  size_t bytes = 0;
};

Character FirstCharacter(std::string_view text) {
  const auto at = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = at(0);
  if (lead < 0x80) return {lead, 1};
  const size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  uint32_t code = lead & (0x7Fu >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if ((at(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (at(i) & 0x3Fu);
  }
  constexpr uint32_t kCodeMin[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kCodeMin[bytes] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {code, bytes};
}

bool NeedsEscape(uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || (code >= 0x200E && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

void AppendEscape(uint32_t code, TextBuffer* out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out->Append("\\u");
  for (int shift = 12; shift >= 0; shift -= 4) out->Append(kDigits[code >> shift & 0xF]);
}

bool IsPlain(char c) { return static_cast<uint8_t>(c) >= 0x20 && static_cast<uint8_t>(c) < 0x7F; }

constexpr std::array<bool, 256> kWordCharacters = [] {
  std::array<bool, 256> is_word{};
  for (char c = 'a'; c <= 'z'; ++c) is_word[static_cast<uint8_t>(c)] = true;
  for (char c = 'A'; c <= 'Z'; ++c) is_word[static_cast<uint8_t>(c)] = true;
  for (char c = '0'; c <= '9'; ++c) is_word[static_cast<uint8_t>(c)] = true;
  for (const char c : std::string_view("-._:/+#")) is_word[static_cast<uint8_t>(c)] = true;
  return is_word;
}();

bool IsWordCharacter(char c) { return kWordCharacters[static_cast<uint8_t>(c)]; }

}  // namespace

std::string_view CutText(std::string_view text, size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  size_t end = bytes_max;
  while (end > 0 && bytes_max - end < 4 && (static_cast<uint8_t>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

void AppendQuoted(std::string_view text, bool cut, TextBuffer* out, char quote) {
  out->Append(quote);
  while (!text.empty()) {
    size_t plain = 0;
    while (plain < text.size() && IsPlain(text[plain]) && text[plain] != quote && text[plain] != '\\') ++plain;
    out->Append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    const Character character = FirstCharacter(text);
    if (character.bytes == 0) {
      out->Append(kReplacement);
    } else if (text.front() == '\n') {
      out->Append("\\n");
    } else if (NeedsEscape(character.code)) {
      AppendEscape(character.code, out);
    } else if (character.bytes == 1) {
      // A quote or a backslash.
      out->Append('\\');
      out->Append(text.front());
    } else {
      out->Append(text.substr(0, character.bytes));
    }
    text.remove_prefix(std::max<size_t>(character.bytes, 1));
  }
  if (cut) out->Append(kEllipsis);
  out->Append(quote);
}

void AppendWord(std::string_view text, bool cut, TextBuffer* out) {
  if (cut || text.empty() || !std::all_of(text.begin(), text.end(), IsWordCharacter)) {
    return AppendQuoted(text, cut, out);
  }
  out->Append(text);
}

}  // namespace holdfast::server
