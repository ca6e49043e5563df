// Converts between HTTP messages and the Request and Response that faults handle (conformance/faulty/faults/fault.h).
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>
#include <string>

#include "conformance/client/connection.h"
#include "conformance/faulty/faults/fault.h"

namespace holdfast::conformance::faulty {

using RequestMessage = boost::beast::http::request<boost::beast::http::string_body>;
using ResponseMessage = boost::beast::http::response<boost::beast::http::string_body>;

struct SignedRequest {
  Request request;
  // From the credential in the Authorization header.
  std::string access_key_id;
  std::string region;
};

// Returns nothing for a message outside of DynamoDB's protocol, or one that cannot be signed anew.
std::optional<SignedRequest> ReadSignedRequest(const RequestMessage& message);

// The request to send to the endpoint. It is signed anew if `request` differs from the message, if the endpoint has
// TLS, or if the client accepts compressed responses, which a fault could not read.
HttpRequest ToHttpRequest(const RequestMessage& original, const SignedRequest& sent_by_client, const Request& request,
                          const EndpointUrl& endpoint, const std::string& secret_access_key);

// Computes Content-Length and checksum from the response's current body.
ResponseMessage ToMessage(Response response);

// Forwards the message and returns the response, both unmodified. Returns nothing if the endpoint sent no response.
std::optional<ResponseMessage> Forward(const RequestMessage& message, Connection* connection);

// The endpoint as a fault sees it during one call of Fault::Handle. What the constructor's arguments refer to must
// outlive this object.
class MessageExchange final : public Endpoint {
 public:
  MessageExchange(const RequestMessage& original, const SignedRequest& sent_by_client, const EndpointUrl& url,
                  const std::string& secret_access_key, Connection* connection)
      : original_(original),
        sent_by_client_(sent_by_client),
        url_(url),
        secret_access_key_(secret_access_key),
        connection_(connection) {}

  Response Send(const Request& request) override;

 private:
  const RequestMessage& original_;
  const SignedRequest& sent_by_client_;
  const EndpointUrl& url_;
  const std::string& secret_access_key_;
  Connection* const connection_;
};

}  // namespace holdfast::conformance::faulty
