#include "server/message/response_finisher.h"

namespace holdfast::server {

void ResponseFinisher::Finish(const HttpRequest& request, ResponseHead head, HttpResponse* response) {
  if (response->body().size() > ContentCompressor::kLeftUncompressedBytesMax) {
    head.content_coding = ChooseCoding(request.Header("accept-encoding"));
    if (head.content_coding != ContentCoding::kNone) {
      const std::string compressed = compressor_.Compress(head.content_coding, response->body());
      response->StartBody()->append(compressed);
    }
  }
  FinishPlain(request, head, response);
}

}  // namespace holdfast::server
