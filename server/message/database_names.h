// The account ids and region names with which a request may select a database; for names of forks see
// server/message/endpoint.h.
#pragma once

#include <cstddef>
#include <string_view>

namespace holdfast::server {

inline constexpr size_t kAccountDigits = 12;
// Longer region names are refused, which bounds the memory that is kept for each region.
inline constexpr size_t kRegionBytesMax = 64;

// Twelve digits.
bool IsAccountId(std::string_view text);
// 1 to 64 letters, digits, hyphens and underscores. Names of regions that AWS does not have are valid, too: tests call
// their regions `local` and `test-1`.
bool IsRegion(std::string_view text);

}  // namespace holdfast::server
