// Between HTTP messages and the requests and answers that faults know.
#pragma once

#include <optional>
#include <string>

#include "conformance/faulty/fault.h"
#include "conformance/faulty/upstream.h"
#include "conformance/wire/endpoint_url.h"

namespace holdfast::conformance::faulty {

struct SignedRequest {
  Request request;
  // Of its credential.
  std::string access_key_id;
  std::string region;
};

// Nothing for what does not speak DynamoDB's protocol, or not so that it could be signed anew.
std::optional<SignedRequest> ReadSignedRequest(const RequestMessage& message);

// The message as the endpoint shall see it. It is signed anew if `request` is not what the message says, if the
// endpoint has TLS, or if the client accepts compressed answers: a fault must be able to read them.
RequestMessage ToMessage(const RequestMessage& original, const SignedRequest& sent_by_client, const Request& request,
                         const EndpointUrl& endpoint, const std::string& secret_access_key);

// With Content-Length and checksum of the body that the answer has now.
ResponseMessage ToMessage(Response response);

// As it came, in both directions.
std::optional<ResponseMessage> Forward(const RequestMessage& message, Upstream* upstream);

// The endpoint as the fault sees it while it handles one message of a client. All arguments outlive it.
class MessageExchange final : public Endpoint {
 public:
  MessageExchange(const RequestMessage& original, const SignedRequest& sent_by_client, const EndpointUrl& url,
                  const std::string& secret_access_key, Upstream* upstream)
      : original_(original),
        sent_by_client_(sent_by_client),
        url_(url),
        secret_access_key_(secret_access_key),
        upstream_(upstream) {}

  Response Send(const Request& request) override;

 private:
  const RequestMessage& original_;
  const SignedRequest& sent_by_client_;
  const EndpointUrl& url_;
  const std::string& secret_access_key_;
  Upstream* const upstream_;
};

}  // namespace holdfast::conformance::faulty
