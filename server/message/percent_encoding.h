// The percent-encoding of URLs (RFC 3986, 2.1).
#pragma once

#include <string>
#include <string_view>

namespace holdfast::server {

// Decodes percent-encoding. A `%` without two hexadecimal digits behind it is kept.
std::string PercentDecode(std::string_view text);

}  // namespace holdfast::server
