#include "engine/base/random.h"

#include <random>

namespace holdfast {

std::string Random::Uuid() {
  static constexpr char kHex[] = "0123456789abcdef";
  const uint64_t words[2] = {Next(), Next()};
  std::string text = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx";
  unsigned nibble = 0;
  for (char& c : text) {
    if (c != 'x' && c != 'y') continue;
    const unsigned value = static_cast<unsigned>(words[nibble / 16] >> (nibble % 16 * 4)) & 15u;
    c = kHex[c == 'x' ? value : 8u + value % 4u];
    ++nibble;
  }
  return text;
}

uint64_t UnpredictableSeed() {
  std::random_device device;
  return static_cast<uint64_t>(device()) << 32 | device();
}

}  // namespace holdfast
