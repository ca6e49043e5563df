// x-amzn-RequestId: 52 characters of 0-9 and A-Z, different for every response.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/base/random.h"

namespace holdfast::server {

inline constexpr size_t kRequestIdLength = 52;

// Not thread-safe: one for each thread, with a seed of its own.
class RequestIds {
 public:
  explicit RequestIds(uint64_t seed);

  // Valid until the next call.
  std::string_view Next();

 private:
  Random random_;
  std::array<char, kRequestIdLength> id_{};
};

}  // namespace holdfast::server
