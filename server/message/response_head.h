// The head of a response: the status line and the headers that DynamoDB sends, in its order.
#pragma once

#include <ctime>
#include <string>
#include <string_view>

#include "server/message/content_encoding.h"
#include "server/message/cors.h"
#include "server/message/http_message.h"
#include "server/message/request_id.h"

namespace holdfast::server {

struct ResponseHead {
  int status = 200;
  // Empty: no such header.
  std::string_view content_type = {};
  ContentCoding content_coding = ContentCoding::kNone;
};

// Not thread-safe: one for each thread.
class ResponseHeadWriter {
 public:
  explicit ResponseHeadWriter(uint64_t seed) : request_ids_(seed) { head_.reserve(kTypicalHeadBytes); }

  // Completes `response`, whose body was written, as the response to `request`. `origins`: which pages may read it.
  void Finish(const HttpRequest& request, const OriginPolicy& origins, const ResponseHead& head,
              HttpResponse* response);
  // Writes the response to a request that is too large or malformed. The connection must be closed after it.
  void FinishRefusal(RefusalReason reason, HttpResponse* response);

 private:
  void StartHead(std::string_view status_line);
  void AppendHeader(std::string_view name, std::string_view value);
  void AppendHeader(std::string_view name, uint64_t value);
  // The Server and Date headers.
  const std::string& CommonHeaders();

  // Reserved in advance, so that the response to a failed allocation does not allocate.
  static constexpr size_t kTypicalHeadBytes = 768;

  RequestIds request_ids_;
  std::string head_;
  // Cached, because they change once a second.
  std::time_t common_headers_time_ = -1;
  std::string common_headers_;
};

}  // namespace holdfast::server
