// Receives the outcome of a request, on whichever thread and whenever its response is completed.
#pragma once

#include <cstdint>
#include <memory>

#include "server/message/http_message.h"

namespace holdfast::server {

enum class ResponseEnd : uint8_t {
  kCompleted,
  // The connection ends without a response, or without the rest of one.
  kDropped,
  // Neither completed nor dropped: the client gets an InternalServerError.
  kAbandoned,
};

// Owned by the Responder, and by the pending response once the response is deferred. Used by one thread at a time.
class ResponseObserver {
 public:
  virtual ~ResponseObserver() = default;
  // The response is sent in parts, and `part` is the first one, with the head.
  virtual void OnFirstPart(const HttpResponse& part) noexcept = 0;
  // `self` owns this. `message` is the whole response, or its last part. Called once.
  virtual void OnEnd(std::unique_ptr<ResponseObserver> self, ResponseEnd end, const HttpResponse& message) noexcept = 0;
};

}  // namespace holdfast::server
