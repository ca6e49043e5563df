// A lane counts and records the requests of one thread. Each thread that handles requests has its own lane, so that
// these threads rarely wait for each other.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "server/observe/observation.h"
#include "server/observe/record_buffer.h"
#include "server/observe/request_counters.h"

namespace holdfast::server {

// What is observed at present; shared by all lanes.
struct ObservationFlags {
  static constexpr uint8_t kCounts = 1;
  static constexpr uint8_t kRecords = 2;
  static constexpr uint8_t kBodies = 4;

  std::atomic<uint8_t> bits{0};
};

class RecordLane {
 public:
  // At most this many records, of together this many bytes, wait to be collected; further ones are dropped.
  static constexpr size_t kWaitingMax = 16'384;
  static constexpr size_t kWaitingBytesMax = size_t{16} << 20;

  // `flags` and `tables` must outlive this. `operations`: the number of operations. `counts`: whether requests are
  // counted. `wake`: called when many records wait.
  RecordLane(const ObservationFlags* flags, size_t operations, bool counts, CountedTables* tables,
             std::function<void()> wake);

  // From any thread.

  // Whether requests are observed at all.
  bool active() const { return flag_bits() != 0; }
  // Whether requests are recorded, for the log or for a stream.
  bool records() const { return (flag_bits() & ObservationFlags::kRecords) != 0; }
  bool records_bodies() const { return (flag_bits() & ObservationFlags::kBodies) != 0; }
  // Ends the observation of a request: counts the request, and keeps a copy of its record for Collect, if records() and
  // the lane has room. Throws std::bad_alloc.
  void End(std::unique_ptr<Observation> observation);
  // Null if requests are not counted.
  const RequestCounters* counters() const { return counters_.get(); }
  // Moves the waiting records to `*records`, which must be empty, and returns how many were dropped since the last
  // call.
  uint64_t Collect(RecordBuffer* records);

  // From the lane's own thread.

  // Begins the observation of a request (Observation::Begin). Throws std::bad_alloc.
  std::unique_ptr<Observation> Begin(size_t operation_number, std::string_view operation_name, std::string_view actor);

 private:
  uint8_t flag_bits() const { return flags_->bits.load(std::memory_order_relaxed); }
  void Count(const RequestRecord& record);

  const ObservationFlags* const flags_;
  const std::function<void()> wake_;
  const std::unique_ptr<RequestCounters> counters_;
  // Observations for reuse. Used by the lane's own thread only; refilled from spare_.
  std::vector<std::unique_ptr<Observation>> own_spare_;
  std::mutex mutex_;
  // Guarded by mutex_.
  RecordBuffer waiting_;
  std::vector<std::unique_ptr<Observation>> spare_;
  uint64_t dropped_ = 0;
};

}  // namespace holdfast::server
