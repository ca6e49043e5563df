// The error of decoding a request: the body is not JSON, or not of the types that the operation declares. The engine
// reports errors in values of the right types.
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"

namespace holdfast::server {

struct WireError {
  // com.amazon.coral.service#SerializationException is the only kind that a body can cause.
  enum class Kind { kSerialization };

  Kind kind = Kind::kSerialization;
  // If absent, the response has no `Message` member: for a body that is not JSON or not an object, and for values that
  // their type cannot represent (Unrepresentable).
  std::optional<std::string> message = std::nullopt;
};

template <typename T>
using Decoded = Result<T, WireError>;

}  // namespace holdfast::server
