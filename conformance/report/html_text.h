// Escaped text and marks, the building blocks of HTML reports.
#pragma once

#include <string>
#include <string_view>

namespace holdfast::conformance {

// `text` as HTML, in content and in quoted attributes alike: well-formed, with markup escaped and U+FFFD for the
// control characters of one byte except tab and line feed.
std::string EscapeHtml(std::string_view text);

// A small square with `sign` in the colours of `css_class`. Hidden from screen readers, so a text with the same meaning
// must stand beside it.
std::string Mark(std::string_view css_class, std::string_view sign);

}  // namespace holdfast::conformance
