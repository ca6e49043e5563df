#include "server/json/base64_text.h"

#include <array>
#include <cstdint>

#include "server/json/type_mismatch.h"

namespace holdfast::server {

namespace {

constexpr uint8_t kNotInAlphabet = 0xFF;

constexpr std::array<uint8_t, 256> MakeDigits() {
  std::array<uint8_t, 256> digits{};
  digits.fill(kNotInAlphabet);
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < kAlphabet.size(); ++i) digits[static_cast<uint8_t>(kAlphabet[i])] = static_cast<uint8_t>(i);
  return digits;
}

constexpr std::array<uint8_t, 256> kDigits = MakeDigits();

uint8_t Digit(char c) { return kDigits[static_cast<uint8_t>(c)]; }

}  // namespace

Decoded<void> DecodeBase64(std::string_view text, std::string* bytes) {
  bytes->clear();
  if (text.size() % 4 != 0) return BadBase64Length(text.size());
  if (text.empty()) return {};
  size_t padding = 0;
  while (padding < 2 && text[text.size() - 1 - padding] == '=') ++padding;
  const size_t whole_groups = text.size() / 4 - (padding != 0 ? 1 : 0);

  bytes->resize(text.size() / 4 * 3 - padding);
  char* out = bytes->data();
  const char* at = text.data();
  for (size_t i = 0; i < whole_groups; ++i, at += 4) {
    const uint8_t a = Digit(at[0]), b = Digit(at[1]), c = Digit(at[2]), d = Digit(at[3]);
    if ((a | b | c | d) == kNotInAlphabet) return BadBase64Characters();
    *out++ = static_cast<char>(a << 2 | b >> 4);
    *out++ = static_cast<char>(b << 4 | c >> 2);
    *out++ = static_cast<char>(c << 6 | d);
  }
  if (padding == 0) return {};
  const uint8_t a = Digit(at[0]), b = Digit(at[1]), c = padding == 1 ? Digit(at[2]) : uint8_t{0};
  if ((a | b | c) == kNotInAlphabet) return BadBase64Characters();
  // The unused bits of the last character.
  if ((padding == 1 ? c & 0x03 : b & 0x0F) != 0) return BadBase64Characters();
  *out++ = static_cast<char>(a << 2 | b >> 4);
  if (padding == 1) *out = static_cast<char>(b << 4 | c >> 2);
  return {};
}

}  // namespace holdfast::server
