// Threads for requests that would keep an event loop busy: large bodies, long reads, work on whole tables.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "server/message/deferred_response.h"
#include "server/message/owned_request.h"
#include "server/message/response_head.h"
#include "server/race/request_order.h"

namespace holdfast::server {

struct DeferredRequest {
  OwnedRequest request;
  DeferredResponse response;
  // Set if the request was handled already, and the body of its response remains to be compressed.
  std::optional<ResponseHead> head = std::nullopt;
  // Set if the request was held until its turn in the order of requests.
  std::optional<ReleasedTicket> ticket = std::nullopt;
  // Requests with the same number, from 1, are handled one after the other: the number of a race session, because the
  // requests and calls of one session would only wait for each other.
  uint64_t series = 0;
};

class DeferredRequestHandler {
 public:
  virtual ~DeferredRequestHandler() = default;
  // Handles the request and completes the response.
  virtual void HandleDeferred(DeferredRequest request) = 0;
};

// Thread-safe. The queue needs no bound of its own: a connection has at most one deferred request, and the requests of
// connections that have ended are charged to the quota of all connections, which refuses others when it is overdrawn
// (MemoryQuotaExhausted). No request is begun while too many responses are being sent (PendingResponse::must_wait).
class RequestPool {
 public:
  // Makes the handler of one thread.
  using HandlerFactory = std::function<std::unique_ptr<DeferredRequestHandler>()>;

  // Threads are started when there is work for them, up to `threads_max`.
  RequestPool(size_t threads_max, HandlerFactory make_handler);
  // Drops queued requests, and waits for those being handled.
  ~RequestPool();
  RequestPool(const RequestPool&) = delete;
  RequestPool& operator=(const RequestPool&) = delete;

  // Throws std::bad_alloc, or std::system_error if the first thread cannot be started. The request is dropped then, and
  // also if Stop was called before: its client gets an InternalServerError if it is still connected.
  void Enqueue(DeferredRequest request);
  // Drops queued requests, and waits at most `timeout` for those being handled. False if some still are.
  bool Stop(std::chrono::milliseconds timeout);

 private:
  void Run(DeferredRequestHandler* handler);
  // mutex_ must be held.
  void StartThread();
  // A request of the series was handled: queues the next one. mutex_ must be held.
  void ContinueSeries(uint64_t series) noexcept;

  const size_t threads_max_;
  const HandlerFactory make_handler_;
  // Guards the members below.
  std::mutex mutex_;
  std::condition_variable changed_;
  // Lists, because a request moves from one to another without an allocation, which could fail.
  std::list<DeferredRequest> queue_;
  // For each series that has a request in queue_, or one that is being handled: its further requests.
  std::map<uint64_t, std::list<DeferredRequest>> waiting_;
  std::vector<std::unique_ptr<DeferredRequestHandler>> handlers_;
  std::vector<std::thread> threads_;
  // The number of threads that are handling a request.
  size_t busy_ = 0;
  bool stopping_ = false;
};

}  // namespace holdfast::server
