#include "server/dispatch/request_id.h"

namespace holdfast::server {
namespace {

constexpr std::string_view kAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
// What the ids of the real service end in.
constexpr std::string_view kEnding = "VV4KQNSO5AEMVJF66Q9ASUAAJG";

}  // namespace

std::string_view RequestIds::Next() {
  constexpr size_t kRandomLength = kRequestIdLength - kEnding.size();
  // 32 of the 36 characters can occur, five bits each: twelve characters from one random number.
  constexpr size_t kCharactersPerNumber = 12;
  uint64_t bits = 0;
  for (size_t i = 0; i < kRandomLength; ++i) {
    if (i % kCharactersPerNumber == 0) bits = random_.Next();
    id_[i] = kAlphabet[bits & 31];
    bits >>= 5;
  }
  kEnding.copy(id_.data() + kRandomLength, kEnding.size());
  return {id_.data(), id_.size()};
}

}  // namespace holdfast::server
