#include "engine/base/memory_reserve.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>

namespace holdfast {
namespace {

std::array<std::atomic<void*>, MemoryReserve::kChunks> chunks;
std::atomic<size_t> missing_chunks{0};
std::new_handler previous_handler = nullptr;
thread_local size_t uses = 0;

// Called by operator new each time an allocation fails; if it returns, the allocation is tried again.
void FreeChunk() {
  for (std::atomic<void*>& chunk : chunks) {
    if (uses == 0) break;
    void* const freed = chunk.exchange(nullptr);
    if (freed == nullptr) continue;
    ++missing_chunks;
    std::free(freed);
    return;
  }
  if (previous_handler == nullptr) throw std::bad_alloc();
  previous_handler();
}

void AllocateMissingChunks() {
  for (std::atomic<void*>& chunk : chunks) {
    if (chunk.load() != nullptr) continue;
    void* const memory = std::malloc(MemoryReserve::kChunkBytes);
    if (memory == nullptr) throw std::bad_alloc();
    void* none = nullptr;
    if (chunk.compare_exchange_strong(none, memory)) {
      --missing_chunks;
    } else {
      // Another thread has filled it.
      std::free(memory);
    }
  }
}

}  // namespace

void MemoryReserve::Enable() {
  static std::once_flag once;
  std::call_once(once, [] {
    missing_chunks = kChunks;
    previous_handler = std::set_new_handler(FreeChunk);
    AllocateMissingChunks();
  });
}

void MemoryReserve::Refill() {
  if (missing_chunks.load(std::memory_order_relaxed) != 0) AllocateMissingChunks();
}

size_t MemoryReserve::missing() { return missing_chunks.load(std::memory_order_relaxed); }

MemoryReserve::Use::Use() { ++uses; }
MemoryReserve::Use::~Use() { --uses; }

}  // namespace holdfast
