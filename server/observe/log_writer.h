// Writes lines to a file descriptor on a thread of its own, so that a slow reader of it holds nothing else up.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace holdfast::server {

// Thread-safe.
class LogWriter {
 public:
  // The lines that wait to be written. Beyond this they are dropped.
  static constexpr size_t kWaitingBytesMax = size_t{4} << 20;
  // The line, with a line feed, that says how many lines were dropped.
  using DroppedLine = std::function<std::string(uint64_t dropped)>;

  LogWriter(int descriptor, DroppedLine dropped_line);
  // Writes what is waiting, unless the reader is slow.
  ~LogWriter();
  LogWriter(const LogWriter&) = delete;
  LogWriter& operator=(const LogWriter&) = delete;

  // Writes lines later, each with its line feed, or drops all of them. Does not wait.
  void Write(std::string_view lines, uint64_t count);
  // Counts lines that were dropped before they came here.
  void AddDropped(uint64_t count);
  // Waits until everything was written, at most so long. False if something is left.
  bool Flush(std::chrono::milliseconds timeout);

 private:
  void Run();
  // False if the descriptor does not accept bytes and the writer is to stop.
  bool WriteAll(std::string_view lines);

  const int descriptor_;
  const size_t bytes_max_;
  const DroppedLine dropped_line_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::string waiting_;
  uint64_t dropped_ = 0;
  bool writing_ = false;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace holdfast::server
