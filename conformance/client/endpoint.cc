#include "conformance/client/endpoint.h"

#include <ctime>
#include <utility>

namespace holdfast::conformance {

bool IsStreamsOperation(std::string_view operation) {
  return operation == "ListStreams" || operation == "DescribeStream" || operation == "GetShardIterator" ||
         operation == "GetRecords";
}

HttpRequest SignedRequest(const EndpointOptions& endpoint, std::string_view operation, std::string body) {
  const bool streams = IsStreamsOperation(operation);
  const EndpointUrl& url = streams ? endpoint.streams_url : endpoint.url;
  const std::string target = (streams ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.") + std::string(operation);
  SignedHeaders signature =
      Sign(endpoint.credentials, endpoint.region, url.HostHeader(), target, body, std::time(nullptr));
  HttpRequest request;
  request.headers = {{"Content-Type", std::string(kContentType)},
                     {"X-Amz-Target", target},
                     {"X-Amz-Date", std::move(signature.amz_date)},
                     {"Authorization", std::move(signature.authorization)}};
  if (!endpoint.credentials.session_token.empty()) {
    request.headers.emplace_back("X-Amz-Security-Token", endpoint.credentials.session_token);
  }
  request.body = std::move(body);
  return request;
}

}  // namespace holdfast::conformance
