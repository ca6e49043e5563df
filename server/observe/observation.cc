#include "server/observe/observation.h"

#include <chrono>
#include <string>

#include "server/observe/record_lane.h"
#include "server/observe/response_outcome.h"

namespace holdfast::server {

namespace limits = record_limits;

void Observation::Begin(RecordLane* lane, size_t number, std::string_view operation, std::string_view actor) {
  lane_ = lane;
  static_cast<RecordFacts&>(record_) = RecordFacts();
  using std::chrono::system_clock;
  record_.time_us =
      std::chrono::duration_cast<std::chrono::microseconds>(system_clock::now().time_since_epoch()).count();
  record_.begun = RequestRecord::Clock::now();
  record_.operation = number;
  record_.texts.Clear();
  if (!actor.empty()) record_.texts.Add(RecordField::kActor, actor, limits::kNameBytesMax);
  if (!operation.empty()) record_.texts.Add(RecordField::kOperation, operation, limits::kNameBytesMax);
  head_bytes_ = record_.texts.bytes().size();
  response_read_ = false;
}

void Observation::OnRequestBody(std::string_view body) {
  record_.texts.TruncateTo(head_bytes_);
  record_.is_batch = false;
  record_.items = record_.more_tables = record_.more_statements = 0;
  if (lane_->records_bodies()) record_.texts.Add(RecordField::kRequestBody, body, limits::kBodyBytesMax);
}

void Observation::OnResponsePart(const HttpResponse& part) noexcept {
  if (response_read_) return;
  try {
    ReadResponse(part);
  } catch (...) {
    // Out of memory: the record lacks what the response says.
  }
}

void Observation::OnEnd(std::unique_ptr<ResponseObserver> self, ResponseEnd end, const HttpResponse& message) noexcept {
  std::unique_ptr<Observation> owned(static_cast<Observation*>(self.release()));
  record_.ended = RequestRecord::Clock::now();
  try {
    if (end == ResponseEnd::kDropped) {
      record_.status = 0;
    } else if (end == ResponseEnd::kAbandoned) {
      // The session sends an InternalServerError, unless a part of the response was sent before.
      record_.status = response_read_ ? 0 : 500;
      if (!response_read_) record_.texts.Add(RecordField::kError, "InternalServerError", limits::kNameBytesMax);
    } else if (!response_read_) {
      ReadResponse(message);
    }
  } catch (...) {
    // Out of memory: the record lacks what the response says.
  }
  try {
    lane_->End(std::move(owned));
  } catch (...) {
    // Out of memory: the record is lost.
  }
}

void Observation::ReadResponse(const HttpResponse& response) {
  response_read_ = true;
  const bool bodies = lane_->records_bodies();
  std::string decompressed;
  // Before anything can fail: status 0 would say that there was no response.
  record_.status = ReadStatus(response);
  const ResponseOutcome outcome = ReadOutcome(response, record_.is_batch, bodies, &decompressed);
  record_.left_unprocessed = outcome.left_unprocessed;
  if (outcome.status != 200) {
    if (!outcome.error.empty()) record_.texts.Add(RecordField::kError, outcome.error, limits::kNameBytesMax);
    const std::string_view message = MessageWithoutValues(outcome.error, outcome.message);
    if (!message.empty()) record_.texts.Add(RecordField::kMessage, message, limits::kMessageBytesMax);
    if (!outcome.reasons.empty()) record_.texts.Add(RecordField::kReasons, outcome.reasons, limits::kReasonsBytesMax);
  }
  if (bodies) record_.texts.Add(RecordField::kResponseBody, outcome.body, limits::kBodyBytesMax);
}

}  // namespace holdfast::server
