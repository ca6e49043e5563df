#include "engine/storage/partition_hash.h"

#include <cstring>

#include "absl/numeric/int128.h"
#include "engine/base/random.h"
#include "engine/storage/big_endian.h"

namespace holdfast {
namespace {

// Constants without a pattern: the fractional parts of the square roots of 2, 3 and 5, made odd.
constexpr uint64_t kMixA = 0x6a09e667f3bcc909u;
constexpr uint64_t kMixB = 0xbb67ae8584caa73bu;
constexpr uint64_t kMixC = 0x3c6ef372fe94f82bu;

// The XOR of both halves of the 128-bit product: each bit of the result depends on most bits of both factors.
uint64_t Mix(uint64_t a, uint64_t b) {
  const absl::uint128 product = absl::uint128(a) * b;
  return absl::Uint128High64(product) ^ absl::Uint128Low64(product);
}

}  // namespace

PartitionHash::PartitionHash(uint64_t seed) {
  Random random(seed);
  start_ = kMixA ^ random.Next();
  mask_ = kMixC ^ random.Next();
}

uint64_t PartitionHash::operator()(std::string_view key) const {
  // The length is mixed in first. Otherwise keys that differ only in zero bytes at the end would have the same hash,
  // because the last block is padded with zeros.
  uint64_t state = Mix(start_ ^ key.size(), kMixB);
  std::string_view rest = key;
  for (; rest.size() > 16; rest.remove_prefix(16)) {
    state = Mix(state ^ LoadBigEndian64(rest.data()), mask_ ^ LoadBigEndian64(rest.data() + 8));
  }
  char last[16] = {};
  if (!rest.empty()) std::memcpy(last, rest.data(), rest.size());
  state = Mix(state ^ LoadBigEndian64(last), mask_ ^ LoadBigEndian64(last + 8));
  return Mix(state ^ kMixA, kMixB);
}

}  // namespace holdfast
