// Deferred responses whose outcome a test waits for.
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <string>

#include "server/message/deferred_response.h"

namespace holdfast::server {

// Passes the bytes of a deferred response to a future, or `abandoned` if the response was not completed.
class FuturePending final : public PendingResponse {
 public:
  void Pass(std::shared_ptr<PendingResponse>, size_t) noexcept override {
    promise.set_value(completed ? std::string(message.bytes()) : "abandoned");
  }
  bool ChargeGrowth(size_t) noexcept override { return true; }
  bool must_wait() const noexcept override { return waits; }
  std::promise<std::string> promise;
  // What must_wait returns.
  std::atomic<bool> waits{false};
};

class FutureChannel final : public ResponseChannel {
 public:
  std::shared_ptr<PendingResponse> DeferResponse(size_t) override {
    pending = std::make_shared<FuturePending>();
    return pending;
  }
  bool is_late() const override { return late; }
  std::shared_ptr<FuturePending> pending;
  // What is_late returns.
  bool late = false;
};

}  // namespace holdfast::server
