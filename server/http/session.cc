#include "server/http/session.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <cstring>
#include <span>
#include <utility>

#include "server/http/worker.h"

namespace holdfast::server {

namespace net = boost::asio;

namespace {

bool IsLoopback(const Session::Socket& socket) {
  boost::system::error_code error;
  const net::ip::address address = socket.remote_endpoint(error).address();
  if (error) return false;
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    return net::ip::make_address_v4(net::ip::v4_mapped, address.to_v6()).is_loopback();
  }
  return address.is_loopback();
}

}  // namespace

Session::~Session() = default;

void Session::Start() {
  ErrorCode ignored;
  socket_.non_blocking(true, ignored);
  socket_.set_option(net::ip::tcp::no_delay(true), ignored);
  from_this_machine_ = IsLoopback(socket_);
  deadline_ = worker_->now() + worker_->limits().idle;
  WaitForBytes();
}

void Session::Abort() {
  ErrorCode ignored;
  socket_.close(ignored);
}

void Session::CloseWhenDone() {
  close_when_done_ = true;
  const bool idle = parser_ == nullptr && unsent_ == nullptr && set_aside_.empty();
  if (idle) Abort();
}

void Session::WaitForBytes() {
  socket_.async_wait(Socket::wait_read, [this](ErrorCode error) { OnReadable(error); });
}

void Session::OnReadable(ErrorCode error) {
  if (error) return Remove();
  const std::span<char> buffer = worker_->read_buffer();
  // What was set aside goes in front of what arrives, because the parser wants it whole.
  std::memcpy(buffer.data(), set_aside_.data(), set_aside_.size());
  const std::span<char> room = buffer.subspan(set_aside_.size());
  const size_t received = socket_.read_some(net::buffer(room.data(), room.size()), error);
  if (error == net::error::would_block) return WaitForBytes();
  if (error) return Remove();
  const size_t available = set_aside_.size() + received;
  set_aside_.clear();
  Process({buffer.data(), available});
}

void Session::Process(std::string_view bytes) {
  if (parser_ == nullptr) {
    parser_ = worker_->TakeParser();
    deadline_ = worker_->now() + worker_->limits().receive;
  }
  bytes.remove_prefix(parser_->Feed(bytes));
  switch (parser_->state()) {
    case RequestParser::State::kEmpty:
      ReturnParser();
      deadline_ = worker_->now() + worker_->limits().idle;
      return WaitForBytes();
    case RequestParser::State::kIncomplete:
      // A line that fills the whole buffer will never end.
      if (bytes.size() == worker_->read_buffer().size()) return Refuse(UnreadableRequest::kMalformed);
      SetAside(bytes);
      AskForBody();
      return WaitForBytes();
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

void Session::SetAside(std::string_view bytes) {
  // `bytes` may be a part of what is set aside already.
  set_aside_ = bytes.empty() ? std::string() : std::string(bytes);
}

void Session::AskForBody() {
  if (!parser_->wants_continue() || asked_for_body_) return;
  asked_for_body_ = true;
  // The first bytes on an otherwise quiet connection: a socket that does not take them whole is broken.
  static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  ErrorCode ignored;
  socket_.write_some(net::buffer(kContinue), ignored);
}

void Session::SendSoon() {
  ReturnParser();
  sent_ = 0;
  deadline_ = worker_->now() + worker_->limits().send;
  worker_->SendSoon(this);
}

void Session::Send() {
  const std::string_view rest = unsent_->bytes().substr(sent_);
  ErrorCode error;
  const size_t sent = socket_.write_some(net::buffer(rest), error);
  if (error && error != net::error::would_block) return Remove();
  if (!error && sent == rest.size()) {
    worker_->ReturnAnswer(std::move(unsent_));
    return ContinueAfterSend();
  }
  if (!error) sent_ += sent;
  socket_.async_wait(Socket::wait_write, [this](ErrorCode wait_error) {
    if (wait_error) return Remove();
    Send();
  });
}

void Session::ContinueAfterSend() {
  if (close_when_done_) return Linger();
  if (set_aside_.empty()) {
    deadline_ = worker_->now() + worker_->limits().idle;
    return WaitForBytes();
  }
  const std::string pipelined = std::exchange(set_aside_, std::string());
  Process(pipelined);
}

void Session::Linger() {
  // Closing with unread bytes resets the connection and may take the answer with it. So the client is told
  // that nothing more comes, and its bytes are read and dropped until it closes too or the sweep ends it.
  ErrorCode ignored;
  socket_.shutdown(Socket::shutdown_send, ignored);
  deadline_ = worker_->now() + worker_->limits().linger;
  socket_.async_wait(Socket::wait_read, [this](ErrorCode error) { OnLingering(error); });
}

void Session::OnLingering(ErrorCode error) {
  if (error) return Remove();
  const std::span<char> buffer = worker_->read_buffer();
  socket_.read_some(net::buffer(buffer.data(), buffer.size()), error);
  if (error && error != net::error::would_block) return Remove();
  socket_.async_wait(Socket::wait_read, [this](ErrorCode wait_error) { OnLingering(wait_error); });
}

void Session::ReturnParser() {
  asked_for_body_ = false;
  worker_->ReturnParser(std::move(parser_));
}

void Session::Remove() { worker_->Remove(this); }

}  // namespace holdfast::server
