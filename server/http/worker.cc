#include "server/http/worker.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/base/shared_latch.h"
#include "server/log/exception_log.h"

namespace holdfast::server {
namespace {

// A busy thread needs one parser at a time; a few more avoid allocations when requests arrive in pieces.
constexpr size_t kSpareParsersMax = 8;
// The most responses that are kept for reuse, and the number of enqueued responses at which EnqueueSend sends them all.
constexpr size_t kSpareResponsesMax = 128;
// Memory of responses that is kept for reuse.
constexpr size_t kSpareResponseBytesMax = size_t{4} << 20;
// How long a response may wait for the responses to requests that arrived at the same time.
constexpr std::chrono::milliseconds kSendWaitMax{1};
// How long one iteration may continue scheduled sessions, how long it may send deferred responses, and how long it may
// destroy removed sessions. Sending long responses and freeing their memory takes milliseconds.
constexpr std::chrono::milliseconds kIterationBudget{1};
// One iteration destroys at most kDestroyedBase removed sessions, and one in kDestroyedDivisor of all. Closing a socket
// takes 10 µs, so if thousands of connections end at once, the requests of others come first.
constexpr size_t kDestroyedBase = 8;
constexpr size_t kDestroyedDivisor = 64;
// How often sessions that are held look whether they may go on.
constexpr std::chrono::milliseconds kHeldWait{1};

}  // namespace

// Other threads only post tasks to the loop, so the members that its thread uses need no locks.
Worker::Worker(const ConnectionLimits& limits, std::shared_ptr<BufferQuota> quota, BufferReclaimer* reclaimer,
               std::unique_ptr<RequestHandler> handler)
    : limits_(limits),
      quota_(std::move(quota)),
      reclaimer_(reclaimer),
      completions_(std::make_shared<CompletionQueue>(loop_)),
      handler_(std::move(handler)),
      receive_buffer_(new char[kReceiveBytes]) {
  spare_parsers_.reserve(kSpareParsersMax);
  spare_responses_.reserve(kSpareResponsesMax);
}

Worker::~Worker() { completions_->Close(); }

void Worker::Adopt(int descriptor) {
  connection_count_.fetch_add(1, std::memory_order_relaxed);
  try {
    loop_->Post([this, descriptor] { AdoptOnLoopThread(descriptor); });
  } catch (...) {
    connection_count_.fetch_sub(1, std::memory_order_relaxed);
    throw;
  }
}

void Worker::Stop() {
  loop_->Post([this] { StopOnLoopThread(); });
}

void Worker::Run() {
  SharedLatch::ThisThreadMustNotWait();
  loop_->ScheduleAfter(limits_.sweep, [this] { Sweep(); });
  while (!stopping_ || !sessions_.empty()) {
    loop_->RunOnce(WaitMax());
    ContinueScheduled();
    if (!completions_->empty()) DeliverDeferredResponses();
    SendAll();
    DestroyRemoved();
  }
  removed_.clear();
  completions_->Close();
}

std::chrono::milliseconds Worker::WaitMax() const {
  if (!removed_.empty() || !completions_->empty() || scheduled_.size() > held_) return std::chrono::milliseconds(0);
  return scheduled_.empty() ? std::chrono::milliseconds::max() : kHeldWait;
}

std::unique_ptr<RequestParser> Worker::TakeParser() {
  if (spare_parsers_.empty()) return std::make_unique<RequestParser>();
  std::unique_ptr<RequestParser> parser = std::move(spare_parsers_.back());
  spare_parsers_.pop_back();
  return parser;
}

void Worker::ReturnParser(std::unique_ptr<RequestParser> parser) noexcept {
  reclaimer_->Free(parser->Reset());
  if (spare_parsers_.size() == kSpareParsersMax) return;
  spare_parsers_.push_back(std::move(parser));
}

std::unique_ptr<HttpResponse> Worker::TakeResponse() {
  if (spare_responses_.empty()) return std::make_unique<HttpResponse>();
  std::unique_ptr<HttpResponse> response = std::move(spare_responses_.back());
  spare_responses_.pop_back();
  spare_response_bytes_ -= response->capacity();
  return response;
}

void Worker::ReturnResponse(std::unique_ptr<HttpResponse> response) noexcept {
  if (spare_responses_.size() == kSpareResponsesMax ||
      spare_response_bytes_ + response->capacity() > kSpareResponseBytesMax) {
    return reclaimer_->Free(std::move(*response).TakeMemory());
  }
  spare_response_bytes_ += response->capacity();
  spare_responses_.push_back(std::move(response));
}

void Worker::ContinueScheduled() noexcept {
  held_ = 0;
  if (scheduled_.empty()) return;
  std::swap(scheduled_, continuing_);
  auto time = EventLoop::Clock::now();
  const auto deadline = time + kIterationBudget;
  auto next = continuing_.begin();
  do {
    SendLate(time);
    if (*next != nullptr) (*next)->Continue();
    ++next;
    time = EventLoop::Clock::now();
  } while (next != continuing_.end() && time < deadline);
  // The remaining sessions are continued first in the next iteration.
  scheduled_.insert(scheduled_.begin(), next, continuing_.end());
  std::erase(scheduled_, nullptr);
  continuing_.clear();
}

void Worker::DestroyRemoved() noexcept {
  if (removed_.empty()) return;
  const auto deadline = EventLoop::Clock::now() + kIterationBudget;
  size_t left = kDestroyedBase + removed_.size() / kDestroyedDivisor;
  do {
    removed_.pop_back();
  } while (!removed_.empty() && --left > 0 && EventLoop::Clock::now() < deadline);
}

void Worker::DeliverDeferredResponses() noexcept {
  const auto deadline = EventLoop::Clock::now() + kIterationBudget;
  // The remaining responses are delivered in the next iteration.
  do {
    const std::shared_ptr<SessionResponse> response = completions_->Pop();
    if (response == nullptr) return;
    // The memory of a part that is not the last is kept: the next part reuses it.
    const bool is_last = response->on_sent == nullptr;
    if (response->session != nullptr) {
      response->session->OnResponsePassed(response.get());
    } else {
      response->on_sent = nullptr;
    }
    if (is_last) reclaimer_->Free(std::move(response->message).TakeMemory());
  } while (EventLoop::Clock::now() < deadline);
}

void Worker::EnqueueSend(Session* session) {
  const EventLoop::Clock::time_point time = EventLoop::Clock::now();
  SendLate(time);
  if (to_send_.size() == kSpareResponsesMax) SendAll();
  if (to_send_.empty()) first_enqueued_ = time;
  to_send_.push_back(session);
}

void Worker::SendLate(EventLoop::Clock::time_point time) noexcept {
  latest_time_ = time;
  if (!to_send_.empty() && time - first_enqueued_ >= kSendWaitMax) SendAll();
}

void Worker::SendAll() noexcept {
  for (Session* const session : to_send_) session->SendQueued();
  to_send_.clear();
}

bool Worker::FreeQuotaFor(Session* session, size_t input_bytes) noexcept {
  for (;;) {
    Session* oldest = nullptr;
    for (const auto& other : sessions_) {
      if (other.get() == session || !other->has_unread_response()) continue;
      if (oldest == nullptr || other->deadline() < oldest->deadline()) oldest = other.get();
    }
    if (oldest == nullptr) return false;
    oldest->Abort();
    if (session->ChargeBuffers(input_bytes)) return true;
  }
}

void Worker::ReserveForOneMore() {
  // The lists may also hold sessions that were removed and are not destroyed yet.
  const size_t needed = sessions_.size() + removed_.size() + 1;
  if (needed <= sessions_.capacity()) return;
  const size_t capacity = std::max(needed, 2 * sessions_.capacity());
  scheduled_.reserve(capacity);
  continuing_.reserve(capacity);
  to_send_.reserve(capacity);
  removed_.reserve(capacity);
  // Reserved last, because the comparison above takes the capacity of sessions_ for that of all lists.
  sessions_.reserve(capacity);
}

void Worker::AdoptOnLoopThread(int descriptor) noexcept {
  std::unique_ptr<Session> session;
  try {
    ReserveForOneMore();
    session = std::make_unique<Session>(descriptor, this);
  } catch (...) {
    LogException("a new connection");
    ::close(descriptor);
  }
  if (session == nullptr || stopping_ || !loop_->Watch(descriptor, session.get())) {
    connection_count_.fetch_sub(1, std::memory_order_relaxed);
    return;
  }
  session->position = sessions_.size();
  sessions_.push_back(std::move(session));
}

void Worker::Remove(Session* session) noexcept {
  std::erase(scheduled_, session);
  std::replace(continuing_.begin(), continuing_.end(), session, static_cast<Session*>(nullptr));
  const size_t position = session->position;
  std::swap(sessions_[position], sessions_.back());
  sessions_[position]->position = position;
  removed_.push_back(std::move(sessions_.back()));
  sessions_.pop_back();
  connection_count_.fetch_sub(1, std::memory_order_relaxed);
}

void Worker::StopOnLoopThread() {
  stopping_ = true;
  // Backwards, because a session may remove itself, which moves the last one to its index.
  for (size_t i = sessions_.size(); i > 0; --i) sessions_[i - 1]->CloseWhenDone();
  loop_->ScheduleAfter(limits_.stop, [this] { RemoveExpired(EventLoop::Clock::time_point::max()); });
}

void Worker::Sweep() {
  RemoveExpired(now());
  loop_->ScheduleAfter(limits_.sweep, [this] { Sweep(); });
}

void Worker::RemoveExpired(EventLoop::Clock::time_point time) noexcept {
  for (size_t i = sessions_.size(); i > 0; --i) {
    if (sessions_[i - 1]->deadline() <= time) sessions_[i - 1]->Abort();
  }
}

}  // namespace holdfast::server
