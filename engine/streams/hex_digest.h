// A digest that is the same on every machine and in every run, for reproducible ids and for checksums. It is not
// cryptographic.
#pragma once

#include <string>
#include <string_view>

namespace holdfast {

// 32 hexadecimal digits.
std::string HexDigest(std::string_view text);

}  // namespace holdfast
