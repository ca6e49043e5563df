#include "server/http/request_parser.h"

#include <algorithm>
#include <boost/beast/http/error.hpp>
#include <functional>
#include <utility>
#include <vector>

namespace holdfast::server {
namespace {

namespace http = boost::beast::http;

// At most this much of a declared Content-Length is reserved: a body that was not sent must not cost memory.
constexpr size_t kBodyReserveBytesMax = 65'536;
// A parser waiting for its next request keeps at most this much of its body's memory.
constexpr size_t kRetainedBodyBytesMax = size_t{1} << 20;
// The shortest end of a chunked body, "0\r\n\r\n".
constexpr size_t kLastChunkBytes = 5;

std::string_view ToStringView(boost::beast::string_view text) { return {text.data(), text.size()}; }

// Whether the text has only characters that a host with a port may have (RFC 3986, 3.2). It may be empty.
bool IsHost(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("-._~%!$&'()*+,;=:[]").find(c) != std::string_view::npos;
  });
}

}  // namespace

std::string RequestParser::Reset() {
  parser_.emplace(this);
  parser_->header_limit(kHeadBytesMax);
  parser_->body_limit(kBodyBytesMax);
  state_ = State::kEmpty;
  head_bytes_ = 0;
  chunk_extension_bytes_ = 0;
  head_complete_ = false;
  expects_continue_ = false;
  has_host_ = false;
  has_transfer_encoding_ = false;
  head_.clear();
  request_.method = {};
  request_.target = {};
  request_.headers.clear();
  std::string unretained;
  if (body_.capacity() > kRetainedBodyBytesMax) unretained.swap(body_);
  body_.clear();
  return unretained;
}

size_t RequestParser::Feed(std::string_view bytes) {
  input_ = bytes;
  size_t consumed = 0;
  if (!parser_->got_some()) {
    // An empty line before a request line is allowed (RFC 9112, 2.2): some clients send one after a body.
    while (bytes.substr(consumed, 2) == "\r\n") consumed += 2;
    state_ = consumed == bytes.size() ? State::kEmpty : State::kIncomplete;
    // The first half of an empty line: Beast would parse it as the beginning of a method.
    if (bytes.substr(consumed) == "\r") return consumed;
  }
  if (consumed == bytes.size()) return consumed;

  // Beast does not consume an incomplete last chunk, and asserts that the next call has more bytes than this one. So
  // input that is shorter than the shortest last chunk is not passed to Beast; it cannot complete the request.
  if (head_complete_ && parser_->chunked() && bytes.size() < kLastChunkBytes) return consumed;
  boost::beast::error_code error;
  // A call that parses the head stops at the end of the head, even if more bytes are available: head_bytes_ must not
  // count bytes of the body.
  do {
    error = {};
    const bool in_head = !head_complete_;
    parser_->eager(!in_head);
    const size_t put = parser_->put(boost::asio::buffer(bytes.data() + consumed, bytes.size() - consumed), error);
    consumed += put;
    if (in_head) head_bytes_ += put;
    // Beast limits the input of one call; this applies the same limit to a head that arrives in pieces.
    if (head_bytes_ > kHeadBytesMax) error = http::error::header_limit;
  } while (!error && !parser_->is_done() && consumed < bytes.size());

  if (error == http::error::body_limit) {
    state_ = State::kTooLarge;
  } else if (error && error != http::error::need_more) {
    state_ = State::kMalformed;
  } else if (parser_->is_done()) {
    state_ = State::kComplete;
    request_.body = &body_;
    if (!request_.target.starts_with('/') && !UseOriginForm()) state_ = State::kMalformed;
    // An HTTP/1.0 connection stays open only if both sides send `Connection: keep-alive`; in HTTP/1.1 that is the
    // default and needs no header.
    request_.connection = !request_.is_http_1_1 && parser_->keep_alive() ? "keep-alive" : "";
  } else {
    CopyHead();
  }
  return consumed;
}

bool RequestParser::IsInInput(std::string_view text) const {
  const std::less<const char*> before;
  return !before(text.data(), input_.data()) && !before(input_.data() + input_.size(), text.data());
}

std::string_view RequestParser::Copy(std::string_view text) {
  head_.reserve(kHeadBytesMax);
  const size_t begin = head_.size();
  head_ += text;
  return std::string_view(head_).substr(begin);
}

bool RequestParser::UseOriginForm() {
  constexpr std::string_view kAfterScheme = "://";
  const size_t scheme_end = request_.target.find(kAfterScheme);
  if (scheme_end == std::string_view::npos) return true;
  const std::string_view scheme = request_.target.substr(0, scheme_end);
  if (!EqualsIgnoringCase(scheme, "http") && !EqualsIgnoringCase(scheme, "https")) return true;
  const std::string_view rest = request_.target.substr(scheme_end + kAfterScheme.size());
  const size_t host_end = std::min(rest.find_first_of("/?"), rest.size());
  const std::string_view host = rest.substr(0, host_end);
  if (host.empty() || !IsHost(host)) return false;
  const std::string_view path = rest.substr(host_end);
  // A query may follow the host directly, and then needs a `/` in front of it. That target is not composed in `head_`:
  // views of the request point into `head_`, so it must not grow beyond its capacity.
  if (path.empty() || path.front() == '/') {
    request_.target = path.empty() ? "/" : path;
  } else {
    request_.target = origin_form_.assign("/").append(path);
  }
  std::erase_if(request_.headers, [](const auto& header) { return EqualsIgnoringCase(header.first, "host"); });
  request_.headers.emplace_back("Host", host);
  return true;
}

void RequestParser::CopyHead() {
  const auto copy = [this](std::string_view* text) {
    if (IsInInput(*text)) *text = Copy(*text);
  };
  copy(&request_.method);
  copy(&request_.target);
  for (auto& [name, value] : request_.headers) {
    copy(&name);
    copy(&value);
  }
}

void RequestParser::Collector::on_request_impl(http::verb, string_view method, string_view target, int version,
                                               error_code&) {
  owner_->request_.method = ToStringView(method);
  owner_->request_.target = ToStringView(target);
  owner_->request_.is_http_1_1 = version >= 11;
}

void RequestParser::Collector::on_field_impl(field name, string_view name_text, string_view value, error_code& error) {
  // Trailers of a chunked body arrive here too; they are not headers.
  if (owner_->head_complete_) return;
  if (name == field::transfer_encoding) {
    // The length of a body with another coding is unknown: what follows the head must not be read as the next request
    // (RFC 9112, 6.3).
    const bool is_only_chunked = EqualsIgnoringCase(TrimWhitespace(ToStringView(value)), "chunked");
    if (!is_only_chunked || std::exchange(owner_->has_transfer_encoding_, true)) {
      error = http::error::bad_transfer_encoding;
      return;
    }
  }
  if (name == field::host) {
    if (!IsHost(ToStringView(value)) || std::exchange(owner_->has_host_, true)) {
      error = http::error::bad_field;
      return;
    }
  }
  if (name == field::expect && EqualsIgnoringCase(ToStringView(value), "100-continue")) {
    owner_->expects_continue_ = true;
  }
  // Beast joins the lines of a folded value in a buffer of its own, which it reuses: such a value must be copied.
  const std::string_view text = ToStringView(value);
  owner_->request_.headers.emplace_back(ToStringView(name_text), owner_->IsInInput(text) ? text : owner_->Copy(text));
}

void RequestParser::Collector::on_header_impl(error_code& error) {
  owner_->head_complete_ = true;
  // RFC 9112, 3.2: HTTP/1.1 requires a host. 6.1: HTTP/1.0 has no transfer codings, so where the body ends is doubtful.
  const bool is_http_1_1 = owner_->request_.is_http_1_1;
  if (is_http_1_1 ? !owner_->has_host_ : owner_->has_transfer_encoding_) error = http::error::bad_field;
}

void RequestParser::Collector::on_body_init_impl(const boost::optional<std::uint64_t>& content_length, error_code&) {
  owner_->body_.reserve(std::min<size_t>(content_length.value_or(0), kBodyReserveBytesMax));
}

std::size_t RequestParser::Collector::on_body_impl(string_view bytes, error_code&) {
  owner_->body_.append(bytes.data(), bytes.size());
  return bytes.size();
}

void RequestParser::Collector::on_chunk_header_impl(std::uint64_t, string_view extensions, error_code& error) {
  // Beast accepts every character in a quoted value, also a line feed, which others take for the end of the line.
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; };
  owner_->chunk_extension_bytes_ += extensions.size();
  if (owner_->chunk_extension_bytes_ > kHeadBytesMax || std::any_of(extensions.begin(), extensions.end(), is_control)) {
    error = http::error::bad_chunk_extension;
  }
}

std::size_t RequestParser::Collector::on_chunk_body_impl(std::uint64_t, string_view bytes, error_code&) {
  owner_->body_.append(bytes.data(), bytes.size());
  return bytes.size();
}

}  // namespace holdfast::server
