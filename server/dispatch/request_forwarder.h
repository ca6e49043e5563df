// Passes requests on to the endpoint behind this server (--upstream), and its responses back, without parsing either.
//
// A request is signed anew, with the server's credentials, so the caller must have checked that it has a signature.
// Status, headers and body of a response are passed on unchanged, except for the headers of the connection and of CORS.
// A request without a response gets an error that says whether it may have been executed.
//
// A response of more than UpstreamClient::kCollectedBytesMax, or of unknown length, is passed on while it arrives, one
// part after the other. It takes little memory then, however slowly the client reads. If its rest does not arrive, the
// client's connection is closed before the body is complete.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "server/message/cors.h"
#include "server/message/deferred_response.h"
#include "server/message/owned_request.h"
#include "server/upstream/upstream_client.h"

namespace holdfast::server {

// Thread-safe.
class RequestForwarder {
 public:
  // Called with the name of an operation once its response has begun to arrive or could not be received, before the
  // client of this server receives any of it.
  using OnForwarded = std::function<void(std::string_view operation)>;

  // `client` must outlive this, and be stopped before what `on_forwarded` uses is destroyed. `seed` and `origins` are
  // those of ResponseFinisher.
  RequestForwarder(UpstreamClient* client, uint64_t seed, OriginPolicy origins, OnForwarded on_forwarded);

  // Signs and sends the request, and returns. The response is written on the thread of the UpstreamClient.
  void Forward(OwnedRequest request, std::string_view operation, DeferredResponse response);

 private:
  class ResponseWriter;

  UpstreamClient* const client_;
  // Used on the thread of the UpstreamClient only, where it may outlive this.
  const std::shared_ptr<ResponseWriter> writer_;
};

}  // namespace holdfast::server
