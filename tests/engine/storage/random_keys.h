// Keys that test how the storage compares and keeps keys.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/random.h"

namespace holdfast {

// One of about `variety` keys: short and long ones, with shared prefixes, zeros and 0xFF bytes.
inline std::string RandomKey(Random& random, uint64_t variety) {
  const uint64_t choice = random.Below(variety);
  std::string digits = std::to_string(choice);
  switch (choice % 6) {
    case 0:
      return digits;
    case 1:
      return "PROVIDER#" + digits;
    case 2:
      return std::string(choice % 23, '\0') + digits;
    case 3:
      return std::string(choice % 11, '\xff') + digits;
    case 4:
      return digits + std::string(choice % 40, '\0');
    default:
      return std::string(choice % 7 == 0 ? 2048 : 16, 'k') + digits;
  }
}

// Keys of sizes around two limits of the storage, 8 bytes (the size of a key's hint in a node of SortedItems) and 15
// bytes (the longest key that a StoredKey keeps in place), and keys that end in zeros, which look like padding.
inline std::vector<std::string> BoundaryKeys() {
  std::vector<std::string> keys;
  for (const size_t size : {0u, 1u, 2u, 7u, 8u, 9u, 14u, 15u, 16u, 17u, 255u, 2048u, 20000u}) {
    for (const char fill : {'\x00', '\x01', 'a', '\x7f', '\x80', '\xff'}) {
      keys.emplace_back(size, fill);
      if (size == 0) continue;
      for (const char last : {'\x00', 'b', '\xff'}) {
        keys.emplace_back(size, fill);
        keys.back().back() = last;
      }
    }
  }
  keys.push_back("PROVIDER#\xf0\x9f\x98\x80");
  return keys;
}

}  // namespace holdfast
