#include "server/message/response_head.h"

#include <charconv>

#include "server/message/response_checksum.h"

namespace holdfast::server {
namespace {

std::string_view StatusLine(int status) {
  switch (status) {
    case 200:
      return "HTTP/1.1 200 OK\r\n";
    case 201:
      return "HTTP/1.1 201 Created\r\n";
    case 204:
      return "HTTP/1.1 204 No Content\r\n";
    case 400:
      return "HTTP/1.1 400 Bad Request\r\n";
    case 403:
      return "HTTP/1.1 403 Forbidden\r\n";
    case 404:
      return "HTTP/1.1 404 Not Found\r\n";
    case 405:
      return "HTTP/1.1 405 Method Not Allowed\r\n";
    case 409:
      return "HTTP/1.1 409 Conflict\r\n";
    case 413:
      return "HTTP/1.1 413 Request Entity Too Large\r\n";
    case 500:
      return "HTTP/1.1 500 Internal Server Error\r\n";
    case 503:
      return "HTTP/1.1 503 Service Unavailable\r\n";
    default:
      return {};
  }
}

}  // namespace

void ResponseHeadWriter::Finish(const HttpRequest& request, const OriginPolicy& origins, const ResponseHead& head,
                                HttpResponse* response) {
  if (const std::string_view line = StatusLine(head.status); !line.empty()) {
    StartHead(line);
  } else {
    // The status of an upstream. The reason phrase may be empty (RFC 9112, 4).
    StartHead("HTTP/1.1 " + std::to_string(head.status) + " \r\n");
  }
  if (!head.content_type.empty()) AppendHeader("Content-Type", head.content_type);
  // A response with status 204 has no Content-Length header (RFC 9110, 8.6).
  if (head.status != 204) AppendHeader("Content-Length", response->body().size());
  if (head.content_coding != ContentCoding::kNone) AppendHeader("Content-Encoding", CodingName(head.content_coding));
  const std::string_view connection = response->closes_connection() ? "close" : request.connection;
  if (!connection.empty()) AppendHeader("Connection", connection);
  AppendHeader("x-amzn-RequestId", request_ids_.Next());
  AppendHeader("x-amz-crc32", ResponseChecksum(response->body()));
  AppendCorsHeaders(request, origins, &head_);
  head_ += "\r\n";
  // The response to HEAD describes the body that GET would get (RFC 9110, 9.3.2).
  if (request.method == "HEAD") response->ClearBody();
  response->FinishWithHead(head_);
}

void ResponseHeadWriter::FinishRefusal(RefusalReason reason, HttpResponse* response) {
  if (reason == RefusalReason::kTooLarge) {
    *response->StartBody() += "0\r\n\r\n";
    StartHead(StatusLine(413));
    AppendHeader("Transfer-Encoding", "chunked");
  } else {
    response->StartBody();
    StartHead(StatusLine(400));
    AppendHeader("Content-Length", 0);
    AppendHeader("x-amzn-RequestId", request_ids_.Next());
  }
  AppendHeader("Connection", "close");
  head_ += "\r\n";
  response->FinishWithHead(head_);
}

void ResponseHeadWriter::StartHead(std::string_view status_line) { head_.assign(status_line).append(CommonHeaders()); }

void ResponseHeadWriter::AppendHeader(std::string_view name, std::string_view value) {
  head_.append(name).append(": ").append(value).append("\r\n");
}

void ResponseHeadWriter::AppendHeader(std::string_view name, uint64_t value) {
  char digits[20];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  AppendHeader(name, std::string_view(digits, static_cast<size_t>(end - digits)));
}

const std::string& ResponseHeadWriter::CommonHeaders() {
  // The machine's clock, not that of a database: this is the time of the message.
  timespec now{};
#ifdef CLOCK_REALTIME_COARSE
  ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
#else
  ::clock_gettime(CLOCK_REALTIME, &now);
#endif
  if (now.tv_sec != common_headers_time_) {
    common_headers_time_ = now.tv_sec;
    std::tm utc{};
    ::gmtime_r(&common_headers_time_, &utc);
    char text[sizeof "Thu, 01 Jan 1970 00:00:00 GMT"];
    const size_t size = std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &utc);
    common_headers_.assign("Server: Server\r\nDate: ").append(text, size).append("\r\n");
  }
  return common_headers_;
}

}  // namespace holdfast::server
