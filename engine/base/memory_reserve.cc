#include "engine/base/memory_reserve.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <new>

namespace holdfast {
namespace {

std::array<std::atomic<void*>, MemoryReserve::kChunks> chunks;
std::atomic<size_t> missing_chunks{0};
std::new_handler previous_handler = nullptr;
thread_local size_t uses = 0;

void* MapChunk() {
  void* const memory =
      ::mmap(nullptr, MemoryReserve::kChunkBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

void UnmapChunk(void* chunk) { ::munmap(chunk, MemoryReserve::kChunkBytes); }

// Returns false if no chunk is left.
bool FreeOneChunk() {
  for (std::atomic<void*>& chunk : chunks) {
    void* const freed = chunk.exchange(nullptr);
    if (freed == nullptr) continue;
    ++missing_chunks;
    UnmapChunk(freed);
    return true;
  }
  return false;
}

// Called by operator new each time an allocation fails; if it returns, the allocation is tried again.
void OnAllocationFailure() {
  if (uses > 0 && FreeOneChunk()) return;
  if (previous_handler == nullptr) throw std::bad_alloc();
  previous_handler();
}

void MapMissingChunks() {
  for (std::atomic<void*>& chunk : chunks) {
    if (chunk.load() != nullptr) continue;
    void* const memory = MapChunk();
    void* none = nullptr;
    if (chunk.compare_exchange_strong(none, memory)) {
      --missing_chunks;
    } else {
      // Another thread has replaced this chunk meanwhile.
      UnmapChunk(memory);
    }
  }
}

}  // namespace

void MemoryReserve::Enable() {
  static std::once_flag once;
  std::call_once(once, [] {
    // A call after one that failed finds the chunks which that call has mapped.
    missing_chunks = static_cast<size_t>(
        std::count_if(chunks.begin(), chunks.end(), [](const auto& chunk) { return chunk.load() == nullptr; }));
    MapMissingChunks();
    // Set first, because allocations of other threads may call OnAllocationFailure as soon as it is installed.
    previous_handler = std::get_new_handler();
    std::set_new_handler(OnAllocationFailure);
  });
}

void MemoryReserve::Refill() {
  if (missing_chunks.load(std::memory_order_relaxed) != 0) MapMissingChunks();
}

size_t MemoryReserve::missing() { return missing_chunks.load(std::memory_order_relaxed); }

MemoryReserve::Use::Use() { ++uses; }
MemoryReserve::Use::~Use() { --uses; }

}  // namespace holdfast
