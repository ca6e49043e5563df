// An HTTP request, its response, and the interface of handlers, without Beast and sockets.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace holdfast::server {

// The message's memory belongs to the session; the views are valid until the handler returns. A handler that defers its
// response copies the request into an OwnedRequest (owned_request.h).
struct HttpRequest {
  std::string_view method = {};
  // Path and query, as sent.
  std::string_view target = {};
  // Names as sent; in order of arrival.
  std::vector<std::pair<std::string_view, std::string_view>> headers = {};
  // May be changed: JSON is parsed in place.
  std::string* body = nullptr;
  // The Connection header of the response; if empty, the response has none, like DynamoDB's.
  std::string_view connection = {};
  // False for HTTP/1.0, which has no chunked bodies.
  bool is_http_1_1 = true;
  // Sent from a loopback address.
  bool from_loopback = false;

  // The first header of that name (compared without case), blanks around it removed; empty if there is none.
  std::string_view Header(std::string_view name) const;
  // True also for a header with an empty value.
  bool HasHeader(std::string_view name) const;
};

// Compares ASCII letters without case, as HTTP compares names.
bool EqualsIgnoringCase(std::string_view a, std::string_view b);
// Removes blanks and tabs at both ends.
std::string_view TrimWhitespace(std::string_view text);
// The value of a header as UTF-8, which JSON requires. A value that is not UTF-8 is read as Latin-1 (RFC 9110, 5.5).
std::string HeaderToUtf8(std::string_view value);

// The bytes of a response. The body is written first, because the head contains its length and checksum; the head is
// then written to the space reserved in front of it, so that the body is not copied and one write sends both.
//
//   bytes_:  [ unused | head | body ]
//            0        start_ body_at_
class HttpResponse {
 public:
  // Discards the last response and returns the string to append the body to. The string begins with the space for the
  // head, which must not be changed.
  std::string* StartBody();
  // Removes the body that was appended so far.
  void ClearBody() { bytes_.resize(body_at_); }
  std::string_view body() const { return std::string_view(bytes_).substr(body_at_); }

  // The connection is closed after this response, and its head says so. Call this before the head is written.
  void CloseConnection() { closes_connection_ = true; }
  bool closes_connection() const { return closes_connection_; }

  // Completes the response: `head` is the status line and all header lines, with the empty line.
  void FinishWithHead(std::string_view head);

  // The bytes to send; valid after FinishWithHead.
  std::string_view bytes() const { return std::string_view(bytes_).substr(start_); }
  // Frees memory that a large body does not fill, at the cost of a copy.
  void ShrinkToFit() {
    if (bytes_.capacity() - bytes_.size() > kSpareBytesMax) bytes_.shrink_to_fit();
  }
  // The bytes of memory that this object holds, and keeps for the next response.
  size_t capacity() const { return bytes_.capacity(); }
  // Gives up that memory; the response must not be used afterwards.
  std::string TakeMemory() && { return std::move(bytes_); }

 private:
  static constexpr size_t kHeadCapacity = 768;
  static constexpr size_t kSpareBytesMax = size_t{1} << 20;

  std::string bytes_ = std::string(kHeadCapacity, ' ');
  size_t start_ = kHeadCapacity;
  // More than kHeadCapacity if the head needed more.
  size_t body_at_ = kHeadCapacity;
  bool closes_connection_ = false;
};

// Why a request is refused without having been handled, with the status of the response.
enum class RefusalReason {
  kTooLarge,       // 413
  kMalformed,      // 400
  kOverloaded,     // 503: it exceeds the memory that all connections may use together
  kInternalError,  // 500: an exception, out of memory for example
};

class Responder;

// Handles requests. Each thread of the server has its own handler, which needs no synchronization.
class RequestHandler {
 public:
  virtual ~RequestHandler() = default;

  // Handles the request, and writes the whole response or defers it (deferred_response.h). If it throws, the client
  // gets an InternalServerError and the connection is closed.
  virtual void Handle(const HttpRequest& request, Responder* responder) = 0;
  // Writes the last response on a connection that cannot continue.
  virtual void Refuse(RefusalReason reason, HttpResponse* response) = 0;
};

}  // namespace holdfast::server
