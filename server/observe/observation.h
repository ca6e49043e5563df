// The observation of one request: its record, and the lane to which the record goes when the response has ended.
#pragma once

#include <memory>
#include <string_view>

#include "server/message/http_message.h"
#include "server/message/response_observer.h"
#include "server/observe/request_record.h"

namespace holdfast::server {

class RecordLane;

class Observation final : public ResponseObserver {
 public:
  RequestRecord& record() { return record_; }

  // Begins a record of the operation with that number and name. `lane` must outlive the observation.
  void Begin(RecordLane* lane, size_t number, std::string_view operation, std::string_view actor);
  // To be called for each attempt to execute the request. Discards what was recorded of earlier attempts, and records
  // the body of the request if bodies are recorded.
  void OnRequestBody(std::string_view body);

  void OnResponsePart(const HttpResponse& part) noexcept override;
  void OnEnd(std::unique_ptr<ResponseObserver> self, ResponseEnd end, const HttpResponse& message) noexcept override;

 private:
  void ReadResponse(const HttpResponse& response);

  RecordLane* lane_ = nullptr;
  RequestRecord record_;
  // The size of the texts that Begin has added: OnRequestBody keeps only these.
  size_t head_bytes_ = 0;
  bool response_read_ = false;
};

}  // namespace holdfast::server
