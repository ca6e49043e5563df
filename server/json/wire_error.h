// The error of a request that cannot be decoded: its body is not JSON, or a value in it cannot be converted to the type
// that DynamoDB's service model declares (a string instead of a list, or text that is not base64, for example). Errors
// in values that have the declared type, such as a malformed number, are reported by the engine instead.
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"

namespace holdfast::server {

struct WireError {
  // com.amazon.coral.service#SerializationException: decoding a body causes no other exception.
  enum class Kind { kSerialization };

  Kind kind = Kind::kSerialization;
  // If absent, the response has no `Message` member. It is absent for a body that is not JSON or not an object, and for
  // what Unrepresentable (type_mismatch.h) reports.
  std::optional<std::string> message = std::nullopt;
};

template <typename T>
using Decoded = Result<T, WireError>;

}  // namespace holdfast::server
