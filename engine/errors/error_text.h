// Functions that compose the catalogue's texts. Only for engine/errors.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "engine/errors/general_errors.h"

namespace holdfast::errors {

inline std::string Concat(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (std::string_view part : parts) text += part;
  return text;
}

inline std::string Join(const std::vector<std::string_view>& names, std::string_view separator = ", ") {
  std::string text;
  for (const std::string_view& name : names) {
    if (&name != &names.front()) text += separator;
    text += name;
  }
  return text;
}

inline Error ComposeValidation(std::initializer_list<std::string_view> parts) { return Validation(Concat(parts)); }

inline Error InvalidParameters(std::initializer_list<std::string_view> parts) {
  return ComposeValidation({"One or more parameter values were invalid: ", Concat(parts)});
}

inline Error LimitExceeded(std::initializer_list<std::string_view> parts) {
  return {ErrorKind::kLimitExceeded, Concat(parts)};
}

// The last sentence of the texts about throughput quotas and about an unchanged throughput.
inline constexpr std::string_view kReferToGuide =
    " Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.";

}  // namespace holdfast::errors
