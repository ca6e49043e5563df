// Substring search in bytes that takes linear time for every input.
#pragma once

#include <string_view>

namespace holdfast {

// Whether `needle` occurs in `haystack`. Linear in both lengths, with constant memory. (memmem of glibc 2.36 takes the
// product of both lengths for some needles of up to 256 bytes, and so does std::string_view::find.)
bool ContainsBytes(std::string_view haystack, std::string_view needle);

}  // namespace holdfast
