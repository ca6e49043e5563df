// Memory set aside for steps that must not fail half way.
//
// To install the effects of a write takes allocations: of nodes that are shared with a copy, or full. If one of them
// failed, an index would disagree with its table. So a reserve is kept: while it is being used (`Use`), an allocation
// that fails is repeated after a chunk of the reserve was freed. A write that finds the reserve incomplete first fills
// it up, and if there is no memory for that, is refused before it has changed anything.
//
// What one write needs is far less than the reserve: a path of nodes for each item and index entry it changes. The
// exception is a transaction with a hundred items of a table with twenty indexes while other threads do the same; then
// the reserve may not suffice, and the process ends, because InstallEffects is noexcept.
//
// It works through std::set_new_handler, so it covers what is allocated by operator new, and nothing else changes: in
// all other places a failed allocation throws std::bad_alloc, or calls the handler that was there before.
#pragma once

#include <cstddef>

namespace holdfast {

class MemoryReserve {
 public:
  // Large enough that the C library takes each from the system and returns it there, so that any size can be allocated
  // after one was freed. Their pages are never touched, so they cost addresses and no memory.
  static constexpr size_t kChunkBytes = size_t{512} * 1024;
  static constexpr size_t kChunks = 32;

  // Sets the reserve aside, once for the process; further calls do nothing. Every Engine does this.
  static void Enable();
  // Throws std::bad_alloc if some of the reserve was used and cannot be set aside again. Does nothing if it is not
  // enabled.
  static void Refill();
  // How many chunks have been used and not been set aside again.
  static size_t missing();

  // While this lives, allocations of its thread may use the reserve.
  class Use {
   public:
    Use();
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
  };
};

}  // namespace holdfast
