#include "engine/streams/hex_digest.h"

#include <cstdint>

#include "absl/strings/str_cat.h"

namespace holdfast {
namespace {

// FNV-1a, and the finalizer of MurmurHash3, which spreads every bit over all 64.
// http://www.isthe.com/chongo/tech/comp/fnv/
uint64_t Digest64(std::string_view text, uint64_t basis) {
  uint64_t digest = basis;
  for (const char c : text) digest = (digest ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  digest = (digest ^ digest >> 33) * 0xff51afd7ed558ccd;
  digest = (digest ^ digest >> 33) * 0xc4ceb9fe1a85ec53;
  return digest ^ digest >> 33;
}

}  // namespace

std::string HexDigest(std::string_view text) {
  constexpr uint64_t kBasis = 0xcbf29ce484222325;
  return absl::StrCat(absl::Hex(Digest64(text, kBasis), absl::kZeroPad16),
                      absl::Hex(Digest64(text, ~kBasis), absl::kZeroPad16));
}

}  // namespace holdfast
