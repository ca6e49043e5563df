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
#include "server/log/exception_log.h"

namespace holdfast::server {
namespace {

// The limits of one turn of a connection. Further pipelined requests are handled, and the rest of a response is sent,
// in a later turn, after other connections have had theirs.
constexpr int kRequestsPerTurn = 32;
constexpr std::chrono::milliseconds kTimePerTurn{1};
constexpr size_t kSentBytesPerTurn = size_t{256} << 10;
// A longer response is sent immediately, which bounds the memory of enqueued responses.
constexpr size_t kQueuedResponseBytesMax = 65'536;

#ifdef MSG_NOSIGNAL
constexpr int kSendFlags = MSG_NOSIGNAL;
#else
// The process ignores SIGPIPE (main.cc).
constexpr int kSendFlags = 0;
#endif

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
      from_loopback_(IsLoopback(socket)),
      deadline_(worker->now() + worker->limits().idle),
      send_time_left_(worker->limits().send) {
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

Session::~Session() {
  DropPendingResponse();
  ReleaseQuota();
  FreeBuffers();
  ::close(socket_);
}

void Session::FreeBuffers() noexcept {
  if (response_ != nullptr) worker_->reclaimer().Free(std::move(*response_).TakeMemory());
  if (parser_ != nullptr) worker_->reclaimer().Free(parser_->Reset());
  // Reset keeps the memory of a body that is not large.
  parser_ = nullptr;
  std::string().swap(pending_input_);
}

template <typename Function>
void Session::Guard(Function function) noexcept {
  try {
    function();
  } catch (...) {
    HandleException();
  }
}

void Session::HandleException() noexcept {
  LogException("a connection's request");
  try {
    const bool begun = deferred_ != nullptr && deferred_->begun;
    DropPendingResponse();
    const bool awaits_response = state_ == State::kReceiving || state_ == State::kAwaitingResponse;
    if (!awaits_response || begun) return Abort();
    // Free memory first: the exception may be std::bad_alloc.
    parser_.reset();
    std::string().swap(pending_input_);
    Refuse(RefusalReason::kInternalError);
  } catch (...) {
    Abort();
  }
}

void Session::OnReady(bool ended) {
  readable_ = true;
  input_ended_ = input_ended_ || ended;
  if (scheduled_) return;
  // The socket may accept more of a response. Sending is scheduled, because the worker limits the time that scheduled
  // sessions take in one iteration.
  if (state_ == State::kSending && !send_queued_) return Schedule();
  Guard([this] { Advance(); });
}

void Session::Continue() noexcept {
  scheduled_ = false;
  Guard([this] { Advance(); });
}

void Session::Advance() {
  switch (state_) {
    case State::kReceiving:
      return Receive();
    case State::kAwaitingResponse:
      return ReportInputEnd();
    case State::kSending:
      if (send_queued_) return;
      if (Send() && state_ == State::kReceiving) Receive();
      return;
    case State::kLingering:
      return Drain();
    case State::kRemoved:
      return;
  }
}

void Session::Abort() noexcept {
  if (state_ == State::kRemoved) return;
  // The handler may still hold the request, so its response takes over the charge. If the handler has abandoned the
  // response, `deferred_` is null.
  if (state_ == State::kAwaitingResponse && deferred_ != nullptr) deferred_->TakeCharge(std::exchange(charged_, 0));
  state_ = State::kRemoved;
  DropPendingResponse();
  ReleaseQuota();
  FreeBuffers();
  worker_->loop().Unwatch(socket_);
  worker_->Remove(this);
}

void Session::CloseWhenDone() noexcept {
  close_when_done_ = true;
  const bool idle = state_ == State::kReceiving && parser_ == nullptr && !scheduled_;
  if (idle) Abort();
}

size_t Session::Read(std::span<char> buffer) {
  const ssize_t received = ::recv(socket_, buffer.data(), buffer.size(), 0);
  if (received < 0 && WouldBlock()) {
    readable_ = false;
    return 0;
  }
  if (received <= 0) {
    Abort();
    return 0;
  }
  // A partial read has drained the socket. An end of input is not reported again, so it must still be read.
  readable_ = input_ended_ || static_cast<size_t>(received) == buffer.size();
  return static_cast<size_t>(received);
}

bool Session::MustWait() const {
  const BufferQuota& quota = worker_->quota();
  return expects_long_response_ ? quota.long_responses_wait() : quota.all_requests_wait();
}

void Session::Receive() {
  if (MustWait()) {
    if (!std::exchange(scheduled_, true)) worker_->ScheduleHeld(this);
    return;
  }
  if (input_unparsed_) {
    input_unparsed_ = false;
    const std::string input = std::exchange(pending_input_, std::string());
    return Process(input);
  }
  // The parser needs stored input and new input in one piece.
  const std::span<char> buffer = worker_->receive_buffer();
  std::memcpy(buffer.data(), pending_input_.data(), pending_input_.size());
  const size_t received = Read(buffer.subspan(pending_input_.size()));
  if (state_ != State::kReceiving) return;
  if (received == 0) {
    const bool idle = parser_ == nullptr;
    return close_when_done_ && idle ? Abort() : worker_->loop().AwaitReadable(socket_);
  }
  const size_t available = pending_input_.size() + received;
  if (!pending_input_.empty()) std::string().swap(pending_input_);
  Process({buffer.data(), available});
}

void Session::Process(std::string_view bytes) {
  // When the turn ends. Set after the first request, so that a request that is not followed by another reads no clock.
  EventLoop::Clock::time_point end;
  for (int requests = 1;; ++requests) {
    if (!TakeRequest(&bytes)) {
      StorePendingInput(bytes);
      return AwaitInput();
    }
    if (state_ != State::kReceiving || bytes.empty() || requests == kRequestsPerTurn) break;
    const EventLoop::Clock::time_point time = EventLoop::Clock::now();
    worker_->SendLate(time);
    if (requests == 1) end = time + kTimePerTurn;
    if (time >= end) break;
  }
  if (state_ == State::kRemoved) return;
  StorePendingInput(bytes);
  input_unparsed_ = !bytes.empty();
  if (state_ != State::kReceiving) return;
  if (input_unparsed_) return Schedule();
  AwaitInput();
}

bool Session::TakeRequest(std::string_view* bytes) {
  if (parser_ == nullptr) {
    parser_ = worker_->TakeParser();
    deadline_ = worker_->now() + worker_->limits().receive;
  }
  bytes->remove_prefix(parser_->Feed(*bytes));
  switch (parser_->state()) {
    case RequestParser::State::kEmpty:
      ReturnParser();
      deadline_ = worker_->now() + worker_->limits().idle;
      return false;
    case RequestParser::State::kIncomplete:
      // A line that fills the whole buffer cannot become complete.
      if (bytes->size() == Worker::kReceiveBytes) {
        Refuse(RefusalReason::kMalformed);
      } else if (!ChargeBuffers(bytes->size()) && !worker_->FreeQuotaFor(this, bytes->size())) {
        Refuse(RefusalReason::kOverloaded);
      } else {
        SendContinue();
        return false;
      }
      return true;
    case RequestParser::State::kComplete:
      Handle(/*input_follows=*/!bytes->empty());
      return true;
    case RequestParser::State::kTooLarge:
      Refuse(RefusalReason::kTooLarge);
      return true;
    case RequestParser::State::kMalformed:
      Refuse(RefusalReason::kMalformed);
      return true;
  }
  return true;
}

void Session::Handle(bool input_follows) {
  if (close_when_done_) parser_->AnnounceClose();
  parser_->SetFromLoopback(from_loopback_);
  close_when_done_ = close_when_done_ || !parser_->keep_alive();
  response_ = worker_->TakeResponse();
  Responder responder(response_.get(), this);
  worker_->handler().Handle(parser_->request(), &responder);
  ReturnParser();
  if (!responder.deferred()) return StartSending(/*now=*/input_follows);
  // The handler may have begun to execute the request.
  worker_->SendLate(EventLoop::Clock::now());
  AwaitResponse();
}

void Session::AwaitResponse() {
  state_ = State::kAwaitingResponse;
  deadline_ = EventLoop::Clock::time_point::max();
  // Detects that the client disconnects while the response is deferred.
  if (input_ended_) return ReportInputEnd();
  worker_->loop().AwaitEnd(socket_);
}

std::shared_ptr<PendingResponse> Session::DeferResponse(size_t held_bytes) {
  // So the connections that are open now are the last that may overdraw the quota, each by what it holds uncharged.
  if (held_bytes > 0 && worker_->quota().overdrawn()) throw MemoryQuotaExhausted();
  deferred_ = std::make_shared<SessionResponse>(worker_->completions(), worker_->shared_quota(), this, held_bytes);
  return deferred_;
}

bool Session::is_late() const {
  // While the quota is overdrawn, DeferResponse refuses.
  return worker_->is_late() && !worker_->quota().overdrawn();
}

void Session::OnResponsePassed(SessionResponse* response) noexcept {
  std::function<void()> on_sent = std::exchange(response->on_sent, nullptr);
  Guard([&] {
    // While a part is being sent, the handler can only drop or abandon the response.
    if (response->dropped || state_ != State::kAwaitingResponse) return Abort();
    if (on_sent != nullptr) {
      std::swap(*response_, response->message);
      response->begun = true;
      on_part_sent_ = std::move(on_sent);
      return StartSending(/*now=*/false);
    }
    const std::shared_ptr<SessionResponse> finished = std::exchange(deferred_, nullptr);
    if (!finished->completed) return finished->begun ? Abort() : Refuse(RefusalReason::kInternalError);
    std::swap(*response_, finished->message);
    StartSending(/*now=*/false);
    if (state_ == State::kReceiving) Receive();  // A long response was sent immediately.
  });
}

void Session::ReportInputEnd() {
  if (!input_ended_ || deferred_ == nullptr) return;
  char next = 0;
  const ssize_t received = ::recv(socket_, &next, 1, MSG_PEEK);
  if (received < 0 && !WouldBlock()) return Abort();
  deferred_->client.store(ClientStatus::kInputEnded, std::memory_order_relaxed);
}

void Session::DropPendingResponse() noexcept {
  if (deferred_ == nullptr) return;
  deferred_->session = nullptr;
  deferred_->client.store(ClientStatus::kGone, std::memory_order_relaxed);
  deferred_ = nullptr;
  on_part_sent_ = nullptr;
}

void Session::Refuse(RefusalReason reason) {
  if (parser_ != nullptr) ReturnParser();
  if (response_ == nullptr) response_ = worker_->TakeResponse();
  worker_->handler().Refuse(reason, response_.get());
  // The session does not know where the next request begins.
  close_when_done_ = true;
  StartSending(/*now=*/true);
}

void Session::StartSending(bool now) {
  const bool is_long = response_->bytes().size() > kQueuedResponseBytesMax;
  // Not while this session is sending, because others could then take its memory.
  if (is_long) worker_->SendLate(EventLoop::Clock::now());
  close_when_done_ = close_when_done_ || response_->closes_connection();
  sent_ = 0;
  expects_long_response_ = response_->bytes().size() > kSentBytesPerTurn;
  state_ = State::kSending;
  deadline_ = worker_->now() + send_time_left_;
  if (now || is_long) {
    Send();
  } else {
    send_queued_ = true;
    worker_->EnqueueSend(this);
  }
}

void Session::SendQueued() noexcept {
  send_queued_ = false;
  if (state_ != State::kSending) return;
  Guard([this] {
    if (!Send() || state_ != State::kReceiving) return;
    if (input_unparsed_) return Schedule();
    AwaitInput();
  });
}

bool Session::Send() {
  const std::string_view bytes = response_->bytes();
  const size_t turn_end = std::min(bytes.size(), sent_ + kSentBytesPerTurn);
  while (sent_ < bytes.size()) {
    if (sent_ == turn_end) {
      // What is charged is counted already.
      const size_t counted = std::min(charged_, response_->capacity());
      worker_->quota().SetOutgoing(response_->capacity() - counted, &outgoing_);
      Schedule();
      return false;
    }
    const ssize_t sent = ::send(socket_, bytes.data() + sent_, turn_end - sent_, kSendFlags);
    if (sent >= 0) {
      sent_ += static_cast<size_t>(sent);
    } else if (WouldBlock()) {
      worker_->quota().SetOutgoing(0, &outgoing_);
      const size_t input_bytes = pending_input_.size();
      if (!ChargeBuffers(input_bytes) && !worker_->FreeQuotaFor(this, input_bytes)) {
        Abort();
      } else {
        worker_->loop().AwaitWritable(socket_);
      }
      return false;
    } else if (errno != EINTR) {
      Abort();
      return false;
    }
  }
  OnSent();
  return true;
}

void Session::OnSent() {
  ReleaseQuota();
  if (on_part_sent_ != nullptr) return OnPartSent();
  worker_->ReturnResponse(std::move(response_));
  send_time_left_ = worker_->limits().send;
  if (close_when_done_) return Linger();
  state_ = State::kReceiving;
  deadline_ = worker_->now() + worker_->limits().idle;
}

void Session::OnPartSent() {
  send_time_left_ = deadline_ - worker_->now();
  const std::function<void()> on_sent = std::exchange(on_part_sent_, nullptr);
  AwaitResponse();
  // Called last: once `on_sent` is called, another thread may write `deferred_->message`.
  if (state_ == State::kAwaitingResponse) on_sent();
}

void Session::Linger() {
  // Closing a socket with unread input resets the connection, which may discard the response. So the session shuts down
  // its sending side and drops input until the client closes, too, or the worker's sweep ends the connection.
  ::shutdown(socket_, SHUT_WR);
  state_ = State::kLingering;
  deadline_ = worker_->now() + worker_->limits().linger;
  AwaitInput();
}

void Session::Drain() {
  Read(worker_->receive_buffer());
  if (state_ == State::kLingering) AwaitInput();
}

void Session::AwaitInput() {
  if (readable_) return Schedule();
  worker_->loop().AwaitReadable(socket_);
}

void Session::Schedule() {
  if (std::exchange(scheduled_, true)) return;
  worker_->Schedule(this);
}

void Session::StorePendingInput(std::string_view bytes) {
  if (bytes.empty()) return;
  pending_input_.assign(bytes);
}

bool Session::ChargeBuffers(size_t input_bytes) {
  const size_t held = (parser_ == nullptr ? 0 : parser_->body_capacity()) +
                      (response_ == nullptr ? 0 : response_->capacity()) +
                      (on_part_sent_ == nullptr ? 0 : deferred_->message.capacity()) + input_bytes;
  return worker_->quota().Charge(held, &charged_);
}

void Session::ReleaseQuota() noexcept {
  worker_->quota().SetOutgoing(0, &outgoing_);
  worker_->quota().Release(&charged_);
}

void Session::SendContinue() {
  if (!parser_->expects_continue() || continue_sent_) return;
  continue_sent_ = true;
  // A client that awaits this line has usually read the responses before it, so that the socket has room. If the socket
  // has none, the client sends the body after a while all the same (RFC 9110, 10.1.1).
  static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  ::send(socket_, kContinue.data(), kContinue.size(), kSendFlags);
}

void Session::ReturnParser() noexcept {
  continue_sent_ = false;
  worker_->ReturnParser(std::move(parser_));
}

}  // namespace holdfast::server
