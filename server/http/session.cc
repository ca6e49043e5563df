#include "server/http/session.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "server/http/worker.h"

namespace holdfast::server {
namespace {

bool IsLoopback(int socket) {
  sockaddr_storage peer{};
  socklen_t size = sizeof peer;
  if (::getpeername(socket, reinterpret_cast<sockaddr*>(&peer), &size) != 0) return false;
  constexpr uint8_t kLoopbackNet = 127;
  if (peer.ss_family == AF_INET) {
    return ntohl(reinterpret_cast<const sockaddr_in&>(peer).sin_addr.s_addr) >> 24 == kLoopbackNet;
  }
  if (peer.ss_family != AF_INET6) return false;
  const in6_addr& address = reinterpret_cast<const sockaddr_in6&>(peer).sin6_addr;
  return IN6_IS_ADDR_LOOPBACK(&address) || (IN6_IS_ADDR_V4MAPPED(&address) && address.s6_addr[12] == kLoopbackNet);
}

bool WouldBlock() { return errno == EAGAIN || errno == EWOULDBLOCK; }

}  // namespace

Session::Session(int socket, Worker* worker)
    : socket_(socket),
      worker_(worker),
      from_this_machine_(IsLoopback(socket)),
      deadline_(worker->now() + worker->limits().idle) {
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

Session::~Session() { ::close(socket_); }

void Session::OnReady(bool ended) {
  readable_ = true;
  ended_ = ended_ || ended;
  if (continues_) return;
  if (state_ != State::kSending) return Receive();
  continues_ = true;
  worker_->SendSoon(this);
}

void Session::Abort() {
  if (state_ == State::kRemoved) return;
  state_ = State::kRemoved;
  worker_->Remove(this);
}

void Session::CloseWhenDone() {
  close_when_done_ = true;
  const bool idle = state_ == State::kReceiving && parser_ == nullptr && !continues_;
  if (idle) Abort();
}

size_t Session::Read(std::span<char> room) {
  const ssize_t received = ::recv(socket_, room.data(), room.size(), 0);
  if (received < 0 && WouldBlock()) {
    readable_ = false;
    return 0;
  }
  if (received <= 0) {
    Abort();
    return 0;
  }
  // What leaves room was all there was. Only of an end that came with it no event will tell.
  readable_ = ended_ || static_cast<size_t>(received) == room.size();
  return static_cast<size_t>(received);
}

void Session::Receive() {
  continues_ = false;
  if (state_ == State::kRemoved) return;
  const std::span<char> room = worker_->receive_room();
  if (state_ == State::kLingering) {
    Read(room);
    if (readable_ && state_ == State::kLingering) ReceiveSoon();
    return;
  }
  // What was set aside goes in front of what arrives, because the parser wants it whole.
  std::memcpy(room.data(), set_aside_.data(), set_aside_.size());
  const size_t received = Read(room.subspan(set_aside_.size()));
  if (received == 0) return;
  const size_t available = set_aside_.size() + received;
  set_aside_.clear();
  continues_ = true;
  worker_->ProcessSoon(this, available);
}

void Session::Process(std::string_view bytes) {
  continues_ = false;
  if (state_ == State::kReceiving) TakeRequest(bytes);
}

void Session::TakeRequest(std::string_view bytes) {
  if (parser_ == nullptr) {
    parser_ = worker_->TakeParser();
    deadline_ = worker_->now() + worker_->limits().receive;
  }
  bytes.remove_prefix(parser_->Feed(bytes));
  switch (parser_->state()) {
    case RequestParser::State::kEmpty:
      ReturnParser();
      deadline_ = worker_->now() + worker_->limits().idle;
      return ReceiveMore();
    case RequestParser::State::kIncomplete:
      // A line that fills the whole buffer will never end.
      if (bytes.size() == Worker::kReceiveBytesMax) return Refuse(UnreadableRequest::kMalformed);
      SetAside(bytes);
      AskForBody();
      return ReceiveMore();
    case RequestParser::State::kComplete:
      if (close_when_done_) parser_->AnnounceClose();
      parser_->SetFromThisMachine(from_this_machine_);
      unsent_ = worker_->TakeAnswer();
      worker_->handler().Handle(parser_->request(), unsent_.get());
      close_when_done_ = close_when_done_ || !parser_->keep_alive();
      SetAside(bytes);
      return SendSoon();
    case RequestParser::State::kTooLarge:
      return Refuse(UnreadableRequest::kTooLarge);
    case RequestParser::State::kMalformed:
      return Refuse(UnreadableRequest::kMalformed);
  }
}

void Session::Refuse(UnreadableRequest problem) {
  unsent_ = worker_->TakeAnswer();
  worker_->handler().Refuse(problem, unsent_.get());
  // Where the next request would begin is unknown.
  close_when_done_ = true;
  SendSoon();
}

// In the next turn, so that a connection that always has more to read does not keep others waiting.
void Session::ReceiveMore() {
  state_ = State::kReceiving;
  if (readable_) ReceiveSoon();
}

void Session::SetAside(std::string_view bytes) {
  // `bytes` may be a part of what is set aside already.
  set_aside_ = bytes.empty() ? std::string() : std::string(bytes);
}

void Session::AskForBody() {
  if (!parser_->wants_continue() || asked_for_body_) return;
  asked_for_body_ = true;
  // The first bytes on an otherwise quiet connection: a socket that does not take them whole is broken.
  static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  ::send(socket_, kContinue.data(), kContinue.size(), MSG_NOSIGNAL);
}

void Session::SendSoon() {
  ReturnParser();
  sent_ = 0;
  state_ = State::kSending;
  deadline_ = worker_->now() + worker_->limits().send;
  continues_ = true;
  worker_->AnswerSoon(this);
}

void Session::Send(SendBatch* sends) {
  continues_ = false;
  if (state_ == State::kSending) sends->Add(socket_, unsent_->bytes().substr(sent_), this);
}

void Session::OnSent(int result) {
  if (result < 0 && result != -EAGAIN) return Abort();
  sent_ += static_cast<size_t>(std::max(result, 0));
  // An event will tell of room for the rest.
  if (sent_ < unsent_->bytes().size()) return;
  worker_->ReturnAnswer(std::move(unsent_));
  ContinueAfterSend();
}

void Session::ContinueAfterSend() {
  if (close_when_done_) return Linger();
  if (set_aside_.empty()) {
    deadline_ = worker_->now() + worker_->limits().idle;
    return ReceiveMore();
  }
  const std::string pipelined = std::exchange(set_aside_, std::string());
  TakeRequest(pipelined);
}

void Session::Linger() {
  // Closing with unread bytes resets the connection and may take the answer with it. So the client is told
  // that nothing more comes, and its bytes are read and dropped until it closes too or the sweep ends it.
  ::shutdown(socket_, SHUT_WR);
  state_ = State::kLingering;
  deadline_ = worker_->now() + worker_->limits().linger;
  if (readable_) ReceiveSoon();
}

void Session::ReturnParser() {
  asked_for_body_ = false;
  worker_->ReturnParser(std::move(parser_));
}

void Session::ReceiveSoon() {
  continues_ = true;
  worker_->ReceiveSoon(this);
}

}  // namespace holdfast::server
