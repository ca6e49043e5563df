// How much memory the program has allocated.
#pragma once

#include <malloc.h>

#include <cstddef>

namespace holdfast {

// Allocated bytes that are not freed, in all arenas of malloc and in separate mappings. With sanitizers 0, because
// their allocators are not counted.
inline size_t AllocatedBytes() {
  const struct mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

}  // namespace holdfast
