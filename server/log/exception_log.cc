#include "server/log/exception_log.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>

#include "server/log/standard_error.h"

namespace holdfast::server {
namespace {

constexpr std::chrono::steady_clock::duration kLineInterval = std::chrono::seconds(1);

// When the next line may be written, in ticks of the steady clock.
std::atomic<std::chrono::steady_clock::rep> next_line_at{0};
std::atomic<uint64_t> suppressed_lines{0};

// Whether the calling thread may write a line: true at most once a second for all threads together.
bool MayWriteLine() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  auto expected = next_line_at.load(std::memory_order_relaxed);
  return now.count() >= expected &&
         next_line_at.compare_exchange_strong(expected, (now + kLineInterval).count(), std::memory_order_relaxed);
}

}  // namespace

void LogException(std::string_view during) noexcept {
  if (!MayWriteLine()) {
    suppressed_lines.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  const auto write = [during](const char* what) {
    const uint64_t suppressed = suppressed_lines.exchange(0, std::memory_order_relaxed);
    char more[64] = "";
    if (suppressed > 0) {
      std::snprintf(more, sizeof more, " (and %llu more before it)", static_cast<unsigned long long>(suppressed));
    }
    // Memory may be exhausted, so the message is composed without an allocation.
    char message[512];
    std::snprintf(message, sizeof message, "%.*s failed: %.400s%s", static_cast<int>(during.size()), during.data(),
                  what, more);
    WriteMessage(message);
  };
  try {
    throw;
  } catch (const std::bad_alloc&) {
    write("out of memory");
  } catch (const std::exception& exception) {
    write(exception.what());
  } catch (...) {
    write("unknown exception");
  }
}

}  // namespace holdfast::server
