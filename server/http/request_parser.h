// From the bytes of a connection to one HTTP request: Beast's parser with this server's limits.
//
// A head that arrives in one piece with its body stays where it is; of others, and of bodies, copies are made in memory
// that is kept from request to request, so that in steady state reading a request allocates nothing. Not thread-safe.
#pragma once

#include <boost/beast/http/basic_parser.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/dispatch/http_message.h"

namespace holdfast::server {

class RequestParser {
 public:
  // Request line and headers together; longer is answered with 400.
  static constexpr size_t kHeadBytesMax = 16'384;
  // The body; longer is answered with 413. DynamoDB accepts exactly this much.
  static constexpr size_t kBodyBytesMax = size_t{16} << 20;

  enum class State {
    kEmpty,       // not one byte of a request yet
    kIncomplete,  // more bytes are needed
    kComplete,
    kTooLarge,
    kMalformed,
  };

  RequestParser() { Reset(); }
  RequestParser(const RequestParser&) = delete;
  RequestParser& operator=(const RequestParser&) = delete;

  // Forgets the last request and waits for the next. Gives back the memory of an unusually long body.
  void Reset();

  // Takes bytes that follow those already taken, and returns how many it took. The rest belongs to the next request
  // if the state is now kComplete; if it is kIncomplete it must be offered again with more bytes behind it.
  size_t Feed(std::string_view bytes);

  State state() const { return state_; }
  // True once the head is complete and asks for `100 Continue` before the body is sent.
  bool expects_continue() const { return expects_continue_; }
  // False if the client will not send another request on this connection. Valid once complete.
  bool keep_alive() const { return parser_->keep_alive(); }
  // Bytes of memory taken by the body.
  size_t body_capacity() const { return body_.capacity(); }
  // Has the answer say that the server will close the connection. Once complete.
  void AnnounceClose() { request_.connection = "close"; }
  // Says where the request came from. Once complete.
  void SetFromLoopback(bool from_loopback) { request_.from_loopback = from_loopback; }
  // Valid once complete, until Reset or until the bytes last fed are changed. Its body is owned by this object.
  const HttpRequest& request() const { return request_; }

 private:
  // The virtual functions through which Beast reports what it found.
  class Collector final : public boost::beast::http::basic_parser<true> {
   public:
    explicit Collector(RequestParser* owner) : owner_(owner) {}

   private:
    using error_code = boost::beast::error_code;
    using string_view = boost::beast::string_view;
    using field = boost::beast::http::field;

    void on_request_impl(boost::beast::http::verb, string_view method, string_view target, int version,
                         error_code& error) override;
    void on_response_impl(int, string_view, int, error_code&) override {}
    void on_field_impl(field name, string_view name_text, string_view value, error_code& error) override;
    void on_header_impl(error_code&) override;
    void on_body_init_impl(const boost::optional<std::uint64_t>& content_length, error_code&) override;
    std::size_t on_body_impl(string_view bytes, error_code&) override;
    void on_chunk_header_impl(std::uint64_t, string_view, error_code&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, string_view bytes, error_code&) override;
    void on_finish_impl(error_code&) override {}

    RequestParser* const owner_;
  };

  bool IsInInput(std::string_view text) const;
  std::string_view Copy(std::string_view text);
  // Brings a target like `http://host:8000/path` to the usual form (RFC 9112, 3.2.2): the path, and the host in the Host
  // header, whatever that was.
  void UseOriginForm();
  // Makes the texts found so far last beyond the bytes that were fed.
  void CopyHead();

  std::optional<Collector> parser_;
  State state_ = State::kEmpty;
  // The bytes of the head, as far as it has been taken.
  size_t head_bytes_ = 0;
  bool head_complete_ = false;
  bool expects_continue_ = false;
  bool is_http_1_1_ = true;
  // What was fed last.
  std::string_view input_;
  // Copies of texts of the head, one after another. It has room for the longest head, so that it never moves.
  std::string head_;
  std::string body_;
  HttpRequest request_;
};

}  // namespace holdfast::server
