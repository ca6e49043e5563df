// Memory set aside for steps that must not fail half way.
//
// Installing the effects of a write allocates memory, to copy shared nodes and to split full ones. If an allocation
// failed half way, an index would disagree with its table. So the process has a reserve: while a thread has a `Use`
// object, its allocations that fail are repeated after a chunk of the reserve was freed. A write that finds the reserve
// incomplete first refills it. If there is no memory for that, the write is refused before it has changed anything.
//
// What one write needs is far less than the reserve: a path of nodes for each item and index entry it changes. The
// exception is a transaction with a hundred items of a table with twenty indexes while other threads do the same; then
// the reserve may not suffice, and the process ends, because InstallEffects is noexcept.
//
// The reserve works through std::set_new_handler, so it covers allocations by operator new. Without a `Use` object a
// failed allocation calls the handler that was installed before, or throws std::bad_alloc, as usual.
#pragma once

#include <cstddef>

namespace holdfast {

class MemoryReserve {
 public:
  // Chunks are mapped by mmap, not allocated by malloc: malloc may keep a freed block for the heap that it belongs to,
  // where the threads of other heaps cannot use it. The pages are never touched, so chunks take address space but no
  // memory.
  static constexpr size_t kChunkBytes = size_t{512} * 1024;
  static constexpr size_t kChunks = 32;

  // Sets the reserve aside, once for the process; further calls do nothing. Throws std::bad_alloc if there is not
  // enough memory; the next call then tries again. Engine's constructor calls it.
  static void Enable();
  // Throws std::bad_alloc if some of the reserve was used and cannot be set aside again. Does nothing if the reserve is
  // not enabled.
  static void Refill();
  // The number of chunks that were freed and not mapped again.
  static size_t missing();

  // While an object of this class exists, allocations of its thread may use the reserve.
  class Use {
   public:
    Use();
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
  };
};

}  // namespace holdfast
