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
// A response that becomes available piece by piece is sent in parts, each written to message(): SendPart sends each
// part but the last, which Complete sends. Only one part is in transit at a time, so that a client that does not read
// stops the source of the parts.
//
// While a response is pending, later requests of its connection wait, and the connection reads nothing more. A response
// may be completed at any time, even after the client has disconnected or the server has stopped; then it has no
// effect.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <utility>

#include "server/message/http_message.h"
#include "server/message/response_observer.h"

namespace holdfast::server {

enum class ClientStatus : uint8_t {
  kConnected,
  // The client has closed its sending side. Most such clients have disconnected; one that still receives gets the
  // response.
  kInputEnded,
  // The connection has failed or was closed by the server: nothing can be sent.
  kGone,
};

// A response cannot be deferred, because requests that wait hold as much memory as they may. The request is to be
// refused (RefusalReason::kOverloaded).
class MemoryQuotaExhausted final : public std::exception {
 public:
  const char* what() const noexcept override { return "the requests that wait hold as much memory as they may"; }
};

// The state that a connection and its DeferredResponse share. The connection's side implements Pass (SessionResponse).
class PendingResponse {
 public:
  virtual ~PendingResponse() = default;
  // Passes the response, or a part of it, to the connection's thread. Called from any thread: once for each part, and
  // last when the response is completed, dropped or abandoned. `message_bytes`: the memory of `message`; 0 if the
  // response is dropped or abandoned, because then the connection may still own `message`.
  virtual void Pass(std::shared_ptr<PendingResponse> self, size_t message_bytes) noexcept = 0;
  // Called by the handler if it holds another amount of memory than when it deferred the response, `held_bytes`.
  // Charges what has been added, until the response ends. False if that exceeds the memory quota.
  [[nodiscard]] virtual bool ChargeGrowth(size_t held_bytes) noexcept = 0;
  // Whether so many responses are being sent that the request should be handled later.
  virtual bool must_wait() const noexcept = 0;

  // `message` and `on_sent` belong to the connection from Pass until it calls `on_sent`; at other times they belong to
  // the DeferredResponse.
  HttpResponse message;
  // Set if more parts follow.
  std::function<void()> on_sent;
  // Set before the last Pass, unless the response was dropped or abandoned.
  bool completed = false;
  // The connection is to be closed without a response, or without the rest of it. May be set while the connection sends
  // a part.
  std::atomic<bool> dropped{false};
  // Used by the DeferredResponse only. Null, unless the response is observed and has not ended.
  std::unique_ptr<ResponseObserver> observer;

  std::atomic<ClientStatus> client{ClientStatus::kConnected};
};

// The handler's half of a pending response. Not thread-safe, but may be moved to another thread.
class DeferredResponse {
 public:
  explicit DeferredResponse(std::shared_ptr<PendingResponse> pending) : pending_(std::move(pending)) {}
  // If the response was neither completed nor dropped, the client gets an InternalServerError, or its connection is
  // closed if a part was sent.
  ~DeferredResponse() { PassLast(); }
  DeferredResponse(DeferredResponse&& other) noexcept = default;
  DeferredResponse& operator=(DeferredResponse&& other) noexcept {
    PassLast();
    pending_ = std::move(other.pending_);
    return *this;
  }

  // The response, which the handler writes; valid until Complete, except between SendPart and the call of `on_sent`.
  HttpResponse* message() { return &pending_->message; }
  // Long operations should check the status from time to time. Thread-safe until Complete.
  ClientStatus client() const { return pending_->client.load(std::memory_order_relaxed); }
  // Sends the response, which must have its head (HttpResponse::FinishWithHead).
  void Complete() {
    pending_->completed = true;
    EndObservation(ResponseEnd::kCompleted);
    PassLast();
  }
  // Sends the message as the first part of the response, or the next one. A part has its bytes in the body, and the
  // first one has the head, too (FinishWithHead); the head of others is empty. `on_sent`, which must not be null, is
  // called on the connection's thread when the system has taken all bytes. If the connection ends before that,
  // `on_sent` is destroyed without being called: soon after, on any thread, possibly by this call.
  void SendPart(std::function<void()> on_sent) {
    if (pending_->observer != nullptr) pending_->observer->OnResponsePart(pending_->message);
    pending_->on_sent = std::move(on_sent);
    PendingResponse* const pending = pending_.get();
    pending->Pass(pending_, pending->message.capacity());
  }
  // Closes the connection without a response, or without the rest of it.
  void Drop() {
    pending_->dropped = true;
    EndObservation(ResponseEnd::kDropped);
    PassLast();
  }
  // See PendingResponse::ChargeGrowth.
  [[nodiscard]] bool ChargeGrowth(size_t held_bytes) noexcept { return pending_->ChargeGrowth(held_bytes); }
  // See PendingResponse::must_wait. Thread-safe until Complete.
  bool must_wait() const noexcept { return pending_->must_wait(); }
  // Gives up the pending response, so that this object has no effect any more.
  std::shared_ptr<PendingResponse> Release() { return std::move(pending_); }

  // Has the response observed until it ends; null ends the observation.
  void Observe(std::unique_ptr<ResponseObserver> observer) { pending_->observer = std::move(observer); }
  std::unique_ptr<ResponseObserver> TakeObserver() { return std::move(pending_->observer); }

 private:
  void EndObservation(ResponseEnd end) noexcept {
    ResponseObserver* const observer = pending_->observer.get();
    if (observer == nullptr) return;
    if (client() == ClientStatus::kGone) end = ResponseEnd::kDropped;
    observer->OnEnd(std::move(pending_->observer), end, pending_->message);
  }
  void PassLast() noexcept {
    if (pending_ == nullptr) return;
    EndObservation(ResponseEnd::kAbandoned);
    PendingResponse* const pending = pending_.get();
    pending->Pass(std::move(pending_), pending->completed ? pending->message.capacity() : 0);
  }

  std::shared_ptr<PendingResponse> pending_;
};

// Provides the PendingResponse for Responder::Defer. The channel of Session makes the response of its connection
// pending; the dispatcher's passes on a response that is pending already, if its request is deferred again.
class ResponseChannel {
 public:
  // See Responder::Defer.
  virtual std::shared_ptr<PendingResponse> DeferResponse(size_t held_bytes) = 0;
  // See Responder::is_late.
  virtual bool is_late() const { return false; }

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
  // Whether this thread has handled requests for so long since it last looked for others that it should execute only
  // short ones, and defer the rest.
  bool is_late() const { return channel_ != nullptr && channel_->is_late(); }
  // Requires may_defer(). What was written to `message` is discarded. `held_bytes`: the memory that the handler holds
  // for the request until it responds; 0 if that needs no bound. Throws std::bad_alloc, and MemoryQuotaExhausted unless
  // `held_bytes` is 0; the response is then still to be written to `message`.
  DeferredResponse Defer(size_t held_bytes = 0) {
    DeferredResponse response(channel_->DeferResponse(held_bytes));
    deferred_ = true;
    if (observer_ != nullptr) response.Observe(std::move(observer_));
    return response;
  }

  // Has the response observed, also after it was deferred.
  void Observe(std::unique_ptr<ResponseObserver> observer) { observer_ = std::move(observer); }
  // Null if the response is not observed, or was deferred.
  ResponseObserver* observer() const { return observer_.get(); }
  // The handler has written the response to `message`: ends its observation.
  void EndObservation() noexcept {
    if (ResponseObserver* const observer = observer_.get()) {
      observer->OnEnd(std::move(observer_), ResponseEnd::kCompleted, *message_);
    }
  }

 private:
  HttpResponse* const message_;
  ResponseChannel* const channel_;
  std::unique_ptr<ResponseObserver> observer_;
  bool deferred_ = false;
};

}  // namespace holdfast::server
