// Writes lines to a file descriptor on a thread of its own, so that a slow reader delays no other thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace holdfast::server {

// Thread-safe.
class LogWriter {
 public:
  // At most this many bytes wait, beside those that the thread is writing, which may be as many; further lines are
  // dropped.
  static constexpr size_t kWaitingBytesMax = size_t{4} << 20;
  // The line, with its line feed, that says how many lines were dropped: what stands before the number and after it.
  // Both must outlive the writer.
  struct DroppedLine {
    std::string_view before;
    std::string_view after;
  };

  LogWriter(int descriptor, DroppedLine dropped_line);
  // Waits at most half a second for the waiting lines to be written. Lines for which the reader is too slow may be
  // lost.
  ~LogWriter();
  LogWriter(const LogWriter&) = delete;
  LogWriter& operator=(const LogWriter&) = delete;

  // Enqueues `count` lines, each with its line feed and all together in `parts`, or drops all of them if too much is
  // waiting. Does not block. Throws std::bad_alloc; while few lines wait, it does not allocate.
  void Write(std::initializer_list<std::string_view> parts, uint64_t count);
  // Counts lines that the caller has dropped instead of passing them to Write.
  void AddDropped(uint64_t count);
  // Waits until no line waits or is being written, at most for `timeout`; false at the timeout. Lines that write()
  // refused, for example because the reader has gone, are lost and count as written.
  bool Flush(std::chrono::milliseconds timeout);
  void SetDroppedLine(DroppedLine dropped_line);

 private:
  // `lines` is the buffer of the lines that are being written; its memory is reused.
  void Run(std::string lines);
  // Append to waiting_: ReportDropped the line that says how many lines were dropped, if any were, and Append the given
  // parts. mutex_ must be held.
  void ReportDropped();
  void Append(std::initializer_list<std::string_view> parts);
  // False if the writer is to stop.
  bool WriteAll(std::string_view lines);

  const int descriptor_;
  // How many bytes one call of write() may be given.
  const size_t write_bytes_max_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  DroppedLine dropped_line_;
  std::string waiting_;
  uint64_t dropped_ = 0;
  bool writing_ = false;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace holdfast::server
