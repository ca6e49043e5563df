// Whether the program is built with AddressSanitizer or ThreadSanitizer, which make it about ten times slower.
#pragma once

namespace holdfast {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace holdfast
