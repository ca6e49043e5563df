// Parses the bytes of a connection into HTTP requests, with Beast's parser and this server's limits.
//
// A head that arrives in one piece with its body is not copied. Other heads, and all bodies, are copied to memory that
// is reused from request to request, so that in steady state parsing does not allocate. Not thread-safe.
#pragma once

#include <boost/beast/http/basic_parser.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "server/message/http_message.h"

namespace holdfast::server {

class RequestParser {
 public:
  // Request line and headers together; a longer head gets status 400. So do longer extensions of all chunks together.
  static constexpr size_t kHeadBytesMax = 16'384;
  // A longer body gets status 413. DynamoDB accepts exactly this much.
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

  // Prepares for the next request. Returns the memory of an unusually long body, for the caller to free.
  std::string Reset();

  // Consumes bytes that follow those consumed before, and returns their number. The rest belongs to the next request if
  // the state is now kComplete; if it is kIncomplete the rest must be passed again with more bytes appended.
  size_t Feed(std::string_view bytes);

  State state() const { return state_; }
  // True once the head is complete, if it asks for `100 Continue` before the body is sent. HTTP/1.0 has no such status
  // (RFC 9110, 10.1.1).
  bool expects_continue() const { return expects_continue_ && head_complete_ && request_.is_http_1_1; }
  // False if the client will not send another request on this connection. Valid once complete.
  bool keep_alive() const { return parser_->keep_alive(); }
  // Bytes of memory taken by the body.
  size_t body_capacity() const { return body_.capacity(); }
  // Makes the response announce that the server will close the connection. Valid once complete.
  void AnnounceClose() { request_.connection = "close"; }
  // Sets whether the request came from a loopback address. Valid once complete.
  void SetFromLoopback(bool from_loopback) { request_.from_loopback = from_loopback; }
  // Valid once complete, until Reset or until the bytes of the last Feed are changed. This object owns the body.
  const HttpRequest& request() const { return request_; }

 private:
  // The callbacks through which Beast reports the parts of a request.
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
    void on_header_impl(error_code& error) override;
    void on_body_init_impl(const boost::optional<std::uint64_t>& content_length, error_code&) override;
    std::size_t on_body_impl(string_view bytes, error_code&) override;
    void on_chunk_header_impl(std::uint64_t, string_view extensions, error_code& error) override;
    std::size_t on_chunk_body_impl(std::uint64_t, string_view bytes, error_code&) override;
    void on_finish_impl(error_code&) override {}

    RequestParser* const owner_;
  };

  bool IsInInput(std::string_view text) const;
  std::string_view Copy(std::string_view text);
  // Converts a target in absolute form, like `http://host:8000/path`, to the origin form `/path`; its host replaces the
  // Host header (RFC 9112, 3.2.2). False if it has no valid host.
  bool UseOriginForm();
  // Copies the parts of the head that are known so far, so that they outlive the input.
  void CopyHead();

  std::optional<Collector> parser_;
  State state_ = State::kEmpty;
  // Bytes of the head that were consumed so far.
  size_t head_bytes_ = 0;
  // Bytes of the extensions of all chunks so far.
  size_t chunk_extension_bytes_ = 0;
  bool head_complete_ = false;
  bool expects_continue_ = false;
  bool has_host_ = false;
  bool has_transfer_encoding_ = false;
  // The argument of the last Feed.
  std::string_view input_;
  // Copied parts of the head, concatenated. Has the capacity for the longest head, so that it never reallocates.
  std::string head_;
  // The target that UseOriginForm has composed.
  std::string origin_form_;
  std::string body_;
  HttpRequest request_;
};

}  // namespace holdfast::server
