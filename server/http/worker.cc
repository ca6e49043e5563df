#include "server/http/worker.h"

#include <unistd.h>

#include <algorithm>
#include <boost/asio/detail/concurrency_hint.hpp>
#include <boost/asio/post.hpp>
#include <utility>

namespace holdfast::server {
namespace {

namespace net = boost::asio;

// A busy thread needs one parser at a time; a few more spare allocations when requests arrive in pieces.
constexpr size_t kSpareParsersMax = 8;
// Memory of answers kept for the next: enough for a long one, or for as many short ones as arrive together.
constexpr size_t kSpareAnswerBytesMax = size_t{4} << 20;
// An answer waits for those of requests that arrived with its own, but not for more than one that takes this long.
constexpr std::chrono::milliseconds kAnswersWaitMax{1};
// How often a stopping worker looks whether it may end.
constexpr std::chrono::milliseconds kStoppingSweep{20};

}  // namespace

// Other threads only post to this loop, so its sockets and timers need no locks.
Worker::Worker(const ConnectionLimits& limits, std::unique_ptr<RequestHandler> handler)
    : limits_(limits),
      io_context_(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO),
      keep_running_(io_context_.get_executor()),
      sweep_timer_(io_context_.get_executor()),
      handler_(std::move(handler)),
      read_buffer_(new char[kReadBufferBytes]),
      now_(std::chrono::steady_clock::now()) {}

Worker::~Worker() = default;

void Worker::Adopt(int descriptor) {
  connection_count_.fetch_add(1, std::memory_order_relaxed);
  net::post(io_context_, [this, descriptor] { AdoptHere(descriptor); });
}

void Worker::Stop() {
  net::post(io_context_, [this] { StopHere(); });
}

void Worker::Run() {
  ArmSweep();
  io_context_.run();
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

void Worker::SendSoon(Session* session) {
  const bool first = to_send_.empty();
  // Behind what the loop has found to be readable already.
  if (first) net::post(io_context_, [this] { SendAnswers(); });
  to_send_.push_back(session);
  const auto now = std::chrono::steady_clock::now();
  const bool took_long = now - std::exchange(last_answered_, now) >= kAnswersWaitMax;
  if (!first && took_long && sending_.empty()) SendAnswers();
}

void Worker::SendAnswers() {
  std::swap(to_send_, sending_);
  for (Session* const session : sending_) session->Send();
  sending_.clear();
}

void Worker::AdoptHere(int descriptor) {
  boost::system::error_code error;
  Session::Socket socket(io_context_.get_executor());
  // The protocol only names the address family of later binds; accepted sockets are never bound.
  if (!stopping_) socket.assign(net::ip::tcp::v4(), descriptor, error);
  if (stopping_ || error) {
    ::close(descriptor);
    connection_count_.fetch_sub(1, std::memory_order_relaxed);
    return;
  }
  auto session = std::make_unique<Session>(std::move(socket), this);
  session->position = sessions_.size();
  sessions_.push_back(std::move(session));
  sessions_.back()->Start();
}

void Worker::Remove(Session* session) {
  const size_t position = session->position;
  std::swap(sessions_[position], sessions_.back());
  sessions_[position]->position = position;
  sessions_.pop_back();
  connection_count_.fetch_sub(1, std::memory_order_relaxed);
}

void Worker::StopHere() {
  stopping_ = true;
  now_ = std::chrono::steady_clock::now();
  stop_deadline_ = now_ + limits_.stop;
  for (const auto& session : sessions_) session->CloseWhenDone();
  // Wakes the sweep, which ends the loop when the last connection is gone.
  sweep_timer_.cancel();
}

void Worker::ArmSweep() {
  sweep_timer_.expires_after(stopping_ ? kStoppingSweep : limits_.sweep);
  sweep_timer_.async_wait([this](const boost::system::error_code&) { Sweep(); });
}

void Worker::Sweep() {
  now_ = std::chrono::steady_clock::now();
  const bool out_of_time = stopping_ && now_ >= stop_deadline_;
  for (const auto& session : sessions_) {
    if (out_of_time || now_ >= session->deadline()) session->Abort();
  }
  if (stopping_ && sessions_.empty()) {
    keep_running_.reset();
    io_context_.stop();
    return;
  }
  ArmSweep();
}

}  // namespace holdfast::server
