#include "server/observe/request_streams.h"

#include <utility>

#include "server/message/chunked_body.h"
#include "server/observe/record_format.h"
#include "server/observe/reused_text.h"

namespace holdfast::server {

RequestStreams::Place RequestStreams::Reserve() {
  const std::lock_guard lock(mutex_);
  if (closed_ || count_.load(std::memory_order_relaxed) == kStreamsMax) return nullptr;
  count_.fetch_add(1, std::memory_order_relaxed);
  return Place(this);
}

void RequestStreams::Open(Place place, DeferredResponse response, std::string head, std::optional<uint64_t> after) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    const auto stream = std::make_shared<Stream>(std::move(response), std::move(head));
    stream->next = next_;
    if (after.has_value() && *after < next_) {
      stream->next = *after + 1;
      stream->lost_unknown = *after < resumed_at_;
    } else if (after.has_value()) {
      // The number is that of another run of the server.
      stream->next = first_;
      stream->lost_unknown = true;
    }
    streams_.push_back(stream);
    static_cast<void>(place.release());
  }
  wake_();
}

uint64_t RequestStreams::next_number() {
  const std::lock_guard lock(mutex_);
  return next_;
}

void RequestStreams::Add(const std::vector<RecordView>& records) {
  const std::lock_guard lock(mutex_);
  ring_.resize(kRecordsMax);
  for (const RecordView& record : records) {
    while (next_ - first_ == kRecordsMax || (recent_bytes_ + record.texts.size() > kRecordBytesMax && first_ < next_)) {
      RemoveFirst();
    }
    StoredRecord& stored = Recent(next_);
    stored.texts.assign(record.texts);
    stored.facts = record;
    recent_bytes_ += record.texts.size();
    ++next_;
  }
}

void RequestStreams::RemoveFirst() {
  std::string& texts = Recent(first_).texts;
  recent_bytes_ -= texts.size();
  ClearForReuse(kRecordBytesKeptMax, &texts);
  ++first_;
}

void RequestStreams::AddLost(uint64_t count) {
  const std::lock_guard lock(mutex_);
  for (const std::shared_ptr<Stream>& stream : streams_) stream->lost += count;
}

void RequestStreams::AddPause() {
  const std::lock_guard lock(mutex_);
  while (first_ < next_) RemoveFirst();
  // The pause takes a number, unless there was no record yet. The number of the last record before it (0 if there was
  // none) is less than resumed_at_, so that a client that has all records up to there gets a `lost` event, too (Open).
  if (next_ > 1) ++next_;
  first_ = resumed_at_ = next_;
}

void RequestStreams::SendDue(Clock::time_point now) {
  std::vector<std::shared_ptr<Stream>> streams;
  {
    const std::lock_guard lock(mutex_);
    streams = streams_;
  }
  // Releases the mutex between streams, so that an event loop that opens a stream does not wait for all of them.
  for (const std::shared_ptr<Stream>& stream : streams) {
    const std::lock_guard lock(mutex_);
    if (!stream->ended) SendDueTo(stream, now);
  }
  const std::lock_guard lock(mutex_);
  const size_t removed = std::erase_if(streams_, [](const std::shared_ptr<Stream>& stream) { return stream->ended; });
  count_.fetch_sub(removed, std::memory_order_relaxed);
}

void RequestStreams::SendDueTo(const std::shared_ptr<Stream>& stream, Clock::time_point now) {
  if (stream->response.client() != ClientStatus::kConnected) return End(stream.get());
  if (stream->sending.load(std::memory_order_acquire)) return;
  std::string events = EventsFor(stream.get());
  if (events.empty() && now - stream->last_sent >= keep_alive_) events = ": keep-alive\n\n";
  if (!events.empty() || !stream->head.empty()) SendPart(stream, events, now);
}

std::string RequestStreams::EventsFor(Stream* stream) {
  std::string events;
  if (stream->next < first_) {
    if (!stream->lost_unknown) stream->lost += first_ - stream->next;
    stream->next = first_;
  }
  if (stream->lost > 0 || stream->lost_unknown) {
    events += "event: lost\ndata: {\"count\":";
    events += stream->lost_unknown ? "null" : std::to_string(stream->lost);
    events += "}\n\n";
    stream->lost = 0;
    stream->lost_unknown = false;
  }
  for (; stream->next < next_ && events.size() < kPartBytesMax; ++stream->next) {
    events.append("id: ").append(std::to_string(stream->next)).append("\ndata: ");
    AppendJson(stream->next, Recent(stream->next).view(), /*bodies=*/false, &events);
    events += "\n\n";
  }
  return events;
}

void RequestStreams::SendPart(const std::shared_ptr<Stream>& stream, std::string_view events, Clock::time_point now) {
  HttpResponse* const message = stream->response.message();
  AppendChunk(events, message->StartBody());
  message->FinishWithHead(std::exchange(stream->head, std::string()));
  stream->sending.store(true, std::memory_order_relaxed);
  stream->more_due.store(stream->next < next_, std::memory_order_relaxed);
  stream->last_sent = now;
  stream->response.SendPart([this, stream] {
    const bool more_due = stream->more_due.load(std::memory_order_relaxed);
    stream->sending.store(false, std::memory_order_release);
    if (more_due) wake_();
  });
}

void RequestStreams::End(Stream* stream) {
  if (stream->ended) return;
  stream->ended = true;
  // While a part is on its way, and before the first one, the response can only be ended by closing the connection.
  if (stream->sending.load(std::memory_order_acquire) || !stream->head.empty()) return stream->response.Drop();
  HttpResponse* const message = stream->response.message();
  AppendLastChunk(message->StartBody());
  message->FinishWithHead("");
  stream->response.Complete();
}

void RequestStreams::Close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  for (const std::shared_ptr<Stream>& stream : streams_) End(stream.get());
  count_.fetch_sub(streams_.size(), std::memory_order_relaxed);
  streams_.clear();
}

}  // namespace holdfast::server
