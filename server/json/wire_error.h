// What decoding a request answers instead of the request: the body was not JSON, or not of the types the
// operation declares. What is wrong with well-typed values is the engine's business.
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"

namespace holdfast::server {

struct WireError {
  // com.amazon.coral.service#SerializationException is the only kind that a body can cause.
  enum class Kind { kSerialization };

  Kind kind = Kind::kSerialization;
  // Absent for a body that is not JSON at all: the answer then has no `Message` member.
  std::optional<std::string> message = std::nullopt;
};

template <typename T>
using Decoded = Result<T, WireError>;

}  // namespace holdfast::server
