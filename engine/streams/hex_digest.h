// A digest that is the same on every machine and in every run: for ids that repeat, and to notice damage. It
// is no cryptographic one; nothing here is secret.
#pragma once

#include <string>
#include <string_view>

namespace holdfast {

// 32 hexadecimal digits.
std::string HexDigest(std::string_view text);

}  // namespace holdfast
