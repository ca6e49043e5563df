// Converts std::string_view to absl::string_view, which is a type of its own in Debian's build of Abseil.
#pragma once

#include <string_view>

#include "absl/strings/string_view.h"

namespace holdfast::race {

inline absl::string_view ToAbsl(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace holdfast::race
