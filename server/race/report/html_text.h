// Text in HTML pages.
#pragma once

#include <string>
#include <string_view>

namespace holdfast::server {

// Content-Security-Policy of the pages: they may load nothing and run no script.
inline constexpr std::string_view kPagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

// Escapes text for content and for quoted attributes. Replaces control characters, except tab and line
// feed, by U+FFFD. Text that is not UTF-8 is taken as Latin-1.
std::string EscapeHtml(std::string_view text);

}  // namespace holdfast::server
