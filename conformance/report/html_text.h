// The smallest pieces of the page: escaped text, and marks.
#pragma once

#include <string>
#include <string_view>

namespace holdfast::conformance {

// `text` as HTML, in content and in quoted attributes alike: well-formed, with markup escaped and U+FFFD for
// the control characters that HTML does not allow.
std::string EscapeHtml(std::string_view text);

// A small square with a sign in the colours of `css_class`; hidden from screen readers, so the word must stand beside it.
std::string Mark(std::string_view css_class, std::string_view sign);

}  // namespace holdfast::conformance
