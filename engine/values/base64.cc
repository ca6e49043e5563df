#include "engine/values/base64.h"

#include <cstdint>

namespace holdfast {

std::string EncodeBase64(std::string_view bytes) {
  std::string text;
  AppendBase64(bytes, &text);
  return text;
}

void AppendBase64(std::string_view bytes, std::string* out) {
  static constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  out->reserve(out->size() + (bytes.size() + 2) / 3 * 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const size_t left = bytes.size() - at;
    const auto byte = [&](size_t i) -> uint32_t { return i < left ? static_cast<uint8_t>(bytes[at + i]) : 0u; };
    const uint32_t group = byte(0) << 16 | byte(1) << 8 | byte(2);
    out->push_back(kAlphabet[group >> 18]);
    out->push_back(kAlphabet[group >> 12 & 63]);
    out->push_back(left > 1 ? kAlphabet[group >> 6 & 63] : '=');
    out->push_back(left > 2 ? kAlphabet[group & 63] : '=');
  }
}

}  // namespace holdfast
