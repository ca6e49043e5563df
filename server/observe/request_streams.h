// The streams of GET /_holdfast/requests: server-sent events (https://html.spec.whatwg.org/#server-sent-events), one
// for each record.
//
// All streams read from one ring of recent records, each at its own position, so that a slow client needs no queue,
// only the memory of one part of a response. If new records replace ones that its stream has not sent, an event `lost`
// says how many records the client has missed.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/message/deferred_response.h"
#include "server/observe/request_record.h"

namespace holdfast::server {

// Thread-safe.
class RequestStreams {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr size_t kStreamsMax = 16;
  // The bounds of the ring of recent records.
  static constexpr size_t kRecordsMax = 1'024;
  static constexpr size_t kRecordBytesMax = size_t{8} << 20;
  // When a part of a response has this many bytes, further events go into the next part.
  static constexpr size_t kPartBytesMax = 65'536;
  // After this time without events a comment is sent: a proxy or a client that receives nothing for a while may assume
  // that the connection is broken.
  static constexpr std::chrono::milliseconds kKeepAlive{15'000};

  // `wake` must cause a call of SendDue. It is called when a stream has been opened, and when a part has been sent and
  // the stream has more to send.
  explicit RequestStreams(std::function<void()> wake, std::chrono::milliseconds keep_alive = kKeepAlive)
      : wake_(std::move(wake)), keep_alive_(keep_alive) {}
  ~RequestStreams() { Close(); }
  RequestStreams(const RequestStreams&) = delete;
  RequestStreams& operator=(const RequestStreams&) = delete;

  struct GiveBack {
    void operator()(RequestStreams* streams) const { streams->count_.fetch_sub(1, std::memory_order_relaxed); }
  };
  // A reserved place, which is given back if it is destroyed before Open has used it.
  using Place = std::unique_ptr<RequestStreams, GiveBack>;

  // Reserves one of kStreamsMax places; null if there is none, or after Close.
  Place Reserve();
  // Begins the stream of a reserved place. `head`: the head of the response, whose body comes in chunks. `after`: the
  // number of the last record that the client knows; without it the stream begins with the next record.
  void Open(Place place, DeferredResponse response, std::string head, std::optional<uint64_t> after);
  // The places that are taken.
  size_t count() const { return count_.load(std::memory_order_relaxed); }

  // The number that the next record will have.
  uint64_t next_number();
  // Adds copies of records, which get the next numbers.
  void Add(const std::vector<RecordView>& records);
  // Counts records that were lost before they could be added, for the `lost` events of all streams.
  void AddLost(uint64_t count);
  // Marks that nothing was recorded for a while. Removes the recent records.
  void AddPause();
  // Sends what is due, and removes streams whose clients have gone. Only one thread may call it.
  void SendDue(Clock::time_point now);
  // Ends all streams, and refuses new ones.
  void Close();

 private:
  struct Stream {
    Stream(DeferredResponse the_response, std::string the_head)
        : response(std::move(the_response)), head(std::move(the_head)), last_sent(Clock::now()) {}

    DeferredResponse response;
    // Sent with the first part; empty after that.
    std::string head;
    // The number of the next record to send.
    uint64_t next = 0;
    // How many records the client has missed since its last `lost` event; `lost_unknown`: their number is not known.
    uint64_t lost = 0;
    bool lost_unknown = false;
    bool ended = false;
    Clock::time_point last_sent;
    // A part of the response is being sent. Atomic, because an event loop resets it, which must not wait for the mutex.
    std::atomic<bool> sending{false};
    // There is more to send after that part.
    std::atomic<bool> more_due{false};
  };

  struct StoredRecord {
    RecordFacts facts;
    std::string texts;

    RecordView view() const { return {facts, texts}; }
  };

  // mutex_ must be held for these.
  StoredRecord& Recent(uint64_t number) { return ring_[number % kRecordsMax]; }
  void RemoveFirst();
  void SendDueTo(const std::shared_ptr<Stream>& stream, Clock::time_point now);
  void SendPart(const std::shared_ptr<Stream>& stream, std::string_view events, Clock::time_point now);
  // The events that are due, up to about kPartBytesMax.
  std::string EventsFor(Stream* stream);
  static void End(Stream* stream);

  const std::function<void()> wake_;
  const std::chrono::milliseconds keep_alive_;
  std::atomic<size_t> count_{0};
  std::mutex mutex_;
  // Guarded by mutex_.
  bool closed_ = false;
  std::vector<std::shared_ptr<Stream>> streams_;
  // The slot of a record is its number modulo kRecordsMax. A record reuses the memory of its slot's previous record.
  std::vector<StoredRecord> ring_;
  // The bytes of the texts of the recent records.
  size_t recent_bytes_ = 0;
  // The number of the first of the recent records, and of the next record.
  uint64_t first_ = 1;
  uint64_t next_ = 1;
  // The number of the first record after the last pause (AddPause); 0: there was no pause.
  uint64_t resumed_at_ = 0;
};

}  // namespace holdfast::server
