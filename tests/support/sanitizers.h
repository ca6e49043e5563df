// Is the program built with a sanitizer? These make it some ten times slower.
#pragma once

namespace holdfast {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace holdfast
