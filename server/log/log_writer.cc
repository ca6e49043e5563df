#include "server/log/log_writer.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <iterator>
#include <utility>

namespace holdfast::server {
namespace {

// A pipe that poll reports as writable accepts this many bytes without blocking, and atomically, so that text of other
// writers does not get into the middle of a line.
constexpr size_t kPipeBytesMax = std::min<size_t>(PIPE_BUF, 4'096);
// A regular file never makes a writer wait for a reader.
constexpr size_t kFileBytesMax = 65'536;
constexpr int kPollMilliseconds = 100;
// The capacity that the buffers of lines always have, so that a message about exhausted memory needs no allocation.
constexpr size_t kReservedBytes = 4'096;
// How long the destructor waits for a slow reader.
constexpr std::chrono::milliseconds kFlushMax{500};

// How many bytes one call of write() may be given.
size_t WriteBytesMax(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) ? kFileBytesMax : kPipeBytesMax;
}

// The length of the next piece to write: whole lines, unless the first one alone is longer than `bytes_max`.
size_t PieceBytes(std::string_view lines, size_t bytes_max) {
  if (lines.size() <= bytes_max) return lines.size();
  const size_t end = lines.rfind('\n', bytes_max - 1);
  return end == std::string_view::npos ? bytes_max : end + 1;
}

size_t TotalBytes(std::initializer_list<std::string_view> parts) {
  size_t bytes = 0;
  for (const std::string_view part : parts) bytes += part.size();
  return bytes;
}

}  // namespace

LogWriter::LogWriter(int descriptor, DroppedLine dropped_line)
    : descriptor_(descriptor), write_bytes_max_(WriteBytesMax(descriptor)), dropped_line_(dropped_line) {
  // Both buffers are allocated here, because an exception on the thread would end the process.
  waiting_.reserve(kReservedBytes);
  std::string lines;
  lines.reserve(kReservedBytes);
  thread_ = std::thread([this, lines = std::move(lines)]() mutable { Run(std::move(lines)); });
}

LogWriter::~LogWriter() {
  Flush(kFlushMax);
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void LogWriter::Write(std::initializer_list<std::string_view> parts, uint64_t count) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() + TotalBytes(parts) > kWaitingBytesMax) {
      dropped_ += count;
      return;
    }
    ReportDropped();
    Append(parts);
  }
  changed_.notify_all();
}

void LogWriter::AddDropped(uint64_t count) {
  {
    const std::lock_guard lock(mutex_);
    dropped_ += count;
  }
  changed_.notify_all();
}

bool LogWriter::Flush(std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, timeout, [this] { return waiting_.empty() && dropped_ == 0 && !writing_; });
}

void LogWriter::SetDroppedLine(DroppedLine dropped_line) {
  const std::lock_guard lock(mutex_);
  dropped_line_ = dropped_line;
}

void LogWriter::ReportDropped() {
  if (dropped_ == 0) return;
  char digits[20];
  const std::to_chars_result end = std::to_chars(std::begin(digits), std::end(digits), dropped_);
  const std::string_view number(digits, static_cast<size_t>(end.ptr - digits));
  Append({dropped_line_.before, number, dropped_line_.after});
  dropped_ = 0;
}

void LogWriter::Append(std::initializer_list<std::string_view> parts) {
  // Reserves the memory for all parts first, so that a failed allocation leaves no piece of a line.
  const size_t needed = waiting_.size() + TotalBytes(parts);
  if (needed > waiting_.capacity()) waiting_.reserve(std::max(needed, 2 * waiting_.capacity()));
  for (const std::string_view part : parts) waiting_ += part;
}

void LogWriter::Run(std::string lines) {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || !waiting_.empty() || dropped_ > 0; });
    if (stopping_) return;
    // Dropped lines are reported even if no further line follows. This does not allocate: the capacity of the empty
    // buffer is at least kReservedBytes.
    if (waiting_.empty()) ReportDropped();
    lines.clear();
    std::swap(lines, waiting_);
    writing_ = true;
    lock.unlock();
    const bool written = WriteAll(lines);
    lock.lock();
    writing_ = false;
    changed_.notify_all();
    if (!written) return;
  }
}

bool LogWriter::WriteAll(std::string_view lines) {
  while (!lines.empty()) {
    pollfd wait{descriptor_, POLLOUT, 0};
    const bool accepts_bytes = ::poll(&wait, 1, kPollMilliseconds) > 0;
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) return false;
    }
    if (!accepts_bytes) continue;
    const ssize_t written = ::write(descriptor_, lines.data(), PieceBytes(lines, write_bytes_max_));
    if (written >= 0) {
      lines.remove_prefix(static_cast<size_t>(written));
    } else if (errno != EINTR && errno != EAGAIN) {
      // These lines are lost, for example because the reader has gone. The failure is not reported, because messages of
      // the server go to this descriptor, too.
      return true;
    }
  }
  return true;
}

}  // namespace holdfast::server
