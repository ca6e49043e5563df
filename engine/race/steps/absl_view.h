// A text as Abseil's functions take it: Debian's Abseil has a string_view of its own.
#pragma once

#include <string_view>

#include "absl/strings/string_view.h"

namespace holdfast::race {

inline absl::string_view ToAbsl(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace holdfast::race
