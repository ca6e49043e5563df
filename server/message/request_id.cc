#include "server/message/request_id.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "server/json/swar.h"

namespace holdfast::server {
namespace {

// Every request id of the service ends with this.
constexpr std::string_view kSuffix = "VV4KQNSO5AEMVJF66Q9ASUAAJG";
constexpr size_t kRandomLength = kRequestIdLength - kSuffix.size();

// Eight characters of 0-9 and A-V, from five random bits each, computed in parallel in one word.
uint64_t EightCharacters(uint64_t random) {
  const uint64_t values = random & BroadcastByte(31);  // eight values of five bits, one in each byte
  // 1 in each byte whose value is at least 10.
  const uint64_t is_letter = (values + BroadcastByte(128 - 10)) >> 7 & BroadcastByte(1);
  return values + BroadcastByte('0') + is_letter * ('A' - '0' - 10);
}

}  // namespace

RequestIds::RequestIds(uint64_t seed) : random_(seed) { kSuffix.copy(id_.data() + kRandomLength, kSuffix.size()); }

std::string_view RequestIds::Next() {
  for (size_t i = 0; i < kRandomLength; i += sizeof(uint64_t)) {
    const uint64_t characters = EightCharacters(random_.Next());
    std::memcpy(id_.data() + i, &characters, std::min(sizeof characters, kRandomLength - i));
  }
  return {id_.data(), id_.size()};
}

}  // namespace holdfast::server
