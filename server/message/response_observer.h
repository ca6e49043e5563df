// Receives the outcome of a request, on the thread that ends its response.
#pragma once

#include <cstdint>
#include <memory>

#include "server/message/http_message.h"

namespace holdfast::server {

enum class ResponseEnd : uint8_t {
  kCompleted,
  // The connection ends without a response, or without the rest of one.
  kDropped,
  // Neither completed nor dropped: the client gets an InternalServerError, or its connection is closed if a part was
  // sent.
  kAbandoned,
};

// Owned by the Responder, and by the pending response once the response is deferred. Used by one thread at a time.
class ResponseObserver {
 public:
  virtual ~ResponseObserver() = default;
  // Called before each part but the last of a response that is sent in parts. The first part has the head.
  virtual void OnResponsePart(const HttpResponse& part) noexcept = 0;
  // `self` owns this. `message` is the whole response, or its last part; not to be read unless `end` is kCompleted.
  // Called once.
  virtual void OnEnd(std::unique_ptr<ResponseObserver> self, ResponseEnd end, const HttpResponse& message) noexcept = 0;
};

}  // namespace holdfast::server
