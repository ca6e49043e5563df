// Substring search in bytes that takes linear time for every input.
#pragma once

#include <string_view>

namespace holdfast {

// Whether `needle` occurs in `haystack`. Linear in both lengths, with constant memory. (For some needles,
// std::string_view::find takes time proportional to the product of both lengths, and so does memmem of glibc 2.36 for
// some needles of up to 256 bytes.)
bool ContainsBytes(std::string_view haystack, std::string_view needle);

}  // namespace holdfast
