#include "server/http/worker.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace holdfast::server {
namespace {

// A busy thread needs one parser at a time; a few more spare allocations when requests arrive in pieces.
constexpr size_t kSpareParsersMax = 8;
// Memory of answers kept for the next: enough for a long one, or for as many short ones as arrive together.
constexpr size_t kSpareAnswerBytesMax = size_t{4} << 20;
// An answer waits for those of requests that arrived with its own, but not for more than one that takes this long.
constexpr std::chrono::milliseconds kAnswersWaitMax{1};

}  // namespace

// Other threads only post to this loop, so what it owns needs no locks.
Worker::Worker(const ConnectionLimits& limits, std::unique_ptr<RequestHandler> handler)
    : limits_(limits), handler_(std::move(handler)), buffer_(new char[kBufferBytes]) {}

Worker::~Worker() = default;

void Worker::Adopt(int descriptor) {
  connection_count_.fetch_add(1, std::memory_order_relaxed);
  loop_.Post([this, descriptor] { AdoptHere(descriptor); });
}

void Worker::Stop() {
  loop_.Post([this] { StopHere(); });
}

void Worker::Run() {
  loop_.After(limits_.sweep, [this] { Sweep(); });
  while (!stopping_ || !sessions_.empty()) {
    loop_.Turn(/*wait=*/to_receive_.empty() && to_send_.empty());
    ReceiveAll();
    ProcessAll();
    SendAll();
    removed_.clear();
  }
}

std::unique_ptr<RequestParser> Worker::TakeParser() {
  if (spare_parsers_.empty()) return std::make_unique<RequestParser>();
  std::unique_ptr<RequestParser> parser = std::move(spare_parsers_.back());
  spare_parsers_.pop_back();
  return parser;
}

void Worker::ReturnParser(std::unique_ptr<RequestParser> parser) {
  if (spare_parsers_.size() == kSpareParsersMax) return;
  parser->Reset();
  spare_parsers_.push_back(std::move(parser));
}

std::unique_ptr<HttpAnswer> Worker::TakeAnswer() {
  if (spare_answers_.empty()) return std::make_unique<HttpAnswer>();
  std::unique_ptr<HttpAnswer> answer = std::move(spare_answers_.back());
  spare_answers_.pop_back();
  spare_answer_bytes_ -= answer->capacity();
  return answer;
}

void Worker::ReturnAnswer(std::unique_ptr<HttpAnswer> answer) {
  if (spare_answer_bytes_ + answer->capacity() > kSpareAnswerBytesMax) return;
  spare_answer_bytes_ += answer->capacity();
  spare_answers_.push_back(std::move(answer));
}

std::span<char> Worker::receive_room() {
  if (kBufferBytes - buffered_ < kReceiveBytesMax) ProcessAll();
  return {buffer_.get() + buffered_, kReceiveBytesMax};
}

void Worker::ProcessSoon(Session* session, size_t size) {
  received_.push_back({session, {buffer_.get() + buffered_, size}});
  // The next begins in a cache line of its own.
  constexpr size_t kLine = 64;
  buffered_ += (size + kLine - 1) / kLine * kLine;
}

void Worker::AnswerSoon(Session* session) {
  const bool first = to_send_.empty();
  SendSoon(session);
  const auto now = EventLoop::Clock::now();
  const bool took_long = now - std::exchange(last_answered_, now) >= kAnswersWaitMax;
  if (!first && took_long && sending_.empty()) SendAll();
}

void Worker::ReceiveAll() {
  std::swap(to_receive_, receiving_);
  for (Session* const session : receiving_) session->Receive();
  receiving_.clear();
}

void Worker::ProcessAll() {
  for (const Received& received : received_) received.session->Process(received.bytes);
  received_.clear();
  buffered_ = 0;
}

void Worker::SendAll() {
  std::swap(to_send_, sending_);
  for (Session* const session : sending_) session->Send(&sends_);
  for (const SendBatch::Send& send : sends_.Flush()) static_cast<Session*>(send.sender)->OnSent(send.result);
  sends_.Clear();
  sending_.clear();
}

void Worker::AdoptHere(int descriptor) {
  auto session = std::make_unique<Session>(descriptor, this);
  if (stopping_ || !loop_.Watch(descriptor, session.get())) {
    connection_count_.fetch_sub(1, std::memory_order_relaxed);
    return;
  }
  session->position = sessions_.size();
  sessions_.push_back(std::move(session));
}

void Worker::Remove(Session* session) {
  std::erase(to_receive_, session);
  std::erase(to_send_, session);
  const size_t position = session->position;
  std::swap(sessions_[position], sessions_.back());
  sessions_[position]->position = position;
  removed_.push_back(std::move(sessions_.back()));
  sessions_.pop_back();
  connection_count_.fetch_sub(1, std::memory_order_relaxed);
}

void Worker::StopHere() {
  stopping_ = true;
  // What has arrived is answered.
  ProcessAll();
  // Backwards, because a session may remove itself, and the last takes its place.
  for (size_t i = sessions_.size(); i > 0; --i) sessions_[i - 1]->CloseWhenDone();
  loop_.After(limits_.stop, [this] { RemoveAllDueBy(EventLoop::Clock::time_point::max()); });
}

void Worker::Sweep() {
  RemoveAllDueBy(now());
  loop_.After(limits_.sweep, [this] { Sweep(); });
}

void Worker::RemoveAllDueBy(EventLoop::Clock::time_point time) {
  // What has arrived changes who is due.
  ProcessAll();
  for (size_t i = sessions_.size(); i > 0; --i) {
    if (sessions_[i - 1]->deadline() <= time) sessions_[i - 1]->Abort();
  }
}

}  // namespace holdfast::server
