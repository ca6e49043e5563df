// Completes a response whose body was written: compresses the body if the client accepts that, and writes the head.
#pragma once

#include <cstdint>
#include <utility>

#include "server/message/content_encoding.h"
#include "server/message/cors.h"
#include "server/message/http_message.h"
#include "server/message/response_head.h"

namespace holdfast::server {

// Not thread-safe: one for each thread.
class ResponseFinisher {
 public:
  // `seed` is that of the request ids, and must be different for each object. `origins`: which pages may read the
  // responses.
  ResponseFinisher(uint64_t seed, OriginPolicy origins) : origins_(std::move(origins)), head_writer_(seed) {}

  void Finish(const HttpRequest& request, ResponseHead head, HttpResponse* response);
  // Without compression.
  void FinishPlain(const HttpRequest& request, const ResponseHead& head, HttpResponse* response) {
    head_writer_.Finish(request, origins_, head, response);
  }
  void FinishRefusal(RefusalReason reason, HttpResponse* response) { head_writer_.FinishRefusal(reason, response); }

 private:
  const OriginPolicy origins_;
  ResponseHeadWriter head_writer_;
  ContentCompressor compressor_;
};

}  // namespace holdfast::server
