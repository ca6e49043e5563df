// The response to a request, written immediately, or later by any thread.
//
//   void Handle(const HttpRequest& request, Responder* responder) {
//     if (!TakesLong(request)) return Write(request, responder->message());
//     pool.Enqueue([owned = OwnedRequest(request), deferred = responder->Defer()] {
//       Write(owned.Get(), deferred.message());
//       deferred.Complete();
//     });
//   }
//
// While a response is pending, later requests of its connection wait, and the connection reads nothing more. A response
// may be completed at any time, even after the client has disconnected or the server has stopped; then it has no
// effect.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "server/message/http_message.h"

namespace holdfast::server {

enum class ClientStatus : uint8_t {
  kConnected,
  // The client has closed its sending side. Most such clients have disconnected; one that still receives gets the
  // response.
  kInputEnded,
  // The connection has failed or was closed by the server: nothing can be sent.
  kGone,
};

// The state that connection and DeferredResponse share. Implemented by the server.
class PendingResponse {
 public:
  virtual ~PendingResponse() = default;
  // Passes the response to the connection's thread. Called once, from any thread.
  virtual void Finish(std::shared_ptr<PendingResponse> self) noexcept = 0;

  // Until Finish, only the DeferredResponse accesses these three.
  HttpResponse message;
  bool completed = false;
  // The connection is to be closed without a response.
  bool dropped = false;

  std::atomic<ClientStatus> client{ClientStatus::kConnected};
};

// The handler's half of a pending response. Not thread-safe, but may be moved to another thread.
class DeferredResponse {
 public:
  explicit DeferredResponse(std::shared_ptr<PendingResponse> pending) : pending_(std::move(pending)) {}
  // If the response was neither completed nor dropped, the client gets an InternalServerError.
  ~DeferredResponse() { Finish(); }
  DeferredResponse(DeferredResponse&& other) noexcept = default;
  DeferredResponse& operator=(DeferredResponse&& other) noexcept {
    Finish();
    pending_ = std::move(other.pending_);
    return *this;
  }

  // The response, which the handler writes; valid until Complete.
  HttpResponse* message() { return &pending_->message; }
  // Long operations should check the status from time to time. Thread-safe until Complete.
  ClientStatus client() const { return pending_->client.load(std::memory_order_relaxed); }
  // Sends the response, which must have its head (HttpResponse::FinishWithHead).
  void Complete() {
    pending_->completed = true;
    Finish();
  }
  // Closes the connection without a response.
  void Drop() {
    pending_->dropped = true;
    Finish();
  }
  // Gives up the pending response, so that this object has no effect any more.
  std::shared_ptr<PendingResponse> Release() { return std::move(pending_); }

 private:
  void Finish() noexcept {
    if (pending_ == nullptr) return;
    PendingResponse* const pending = pending_.get();
    pending->Finish(std::move(pending_));
    pending_ = nullptr;
  }

  std::shared_ptr<PendingResponse> pending_;
};

// Makes the response of a connection pending. Implemented by the server.
class ResponseChannel {
 public:
  virtual std::shared_ptr<PendingResponse> DeferResponse() = 0;

 protected:
  ~ResponseChannel() = default;
};

// A handler writes its response to `message`, or defers it.
class Responder {
 public:
  // Without a channel the response cannot be deferred.
  explicit Responder(HttpResponse* message, ResponseChannel* channel = nullptr)
      : message_(message), channel_(channel) {}
  Responder(const Responder&) = delete;
  Responder& operator=(const Responder&) = delete;

  // The response, which the handler writes unless it defers the response.
  HttpResponse* message() const { return message_; }
  bool may_defer() const { return channel_ != nullptr && !deferred_; }
  bool deferred() const { return deferred_; }
  // Requires may_defer(). What was written to `message` is discarded. Throws std::bad_alloc.
  DeferredResponse Defer() {
    DeferredResponse response(channel_->DeferResponse());
    deferred_ = true;
    return response;
  }

 private:
  HttpResponse* const message_;
  ResponseChannel* const channel_;
  bool deferred_ = false;
};

}  // namespace holdfast::server
