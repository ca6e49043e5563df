#include "server/upstream/upstream_endpoint.h"

#include <optional>
#include <string_view>

#include "conformance/client/environment.h"

namespace holdfast::server {
namespace {

using conformance::EndpointUrl;
using conformance::Environment;

constexpr std::string_view kAwsHostStart = "dynamodb.";
constexpr std::string_view kAwsHostEnd = ".amazonaws.com";
// The key id and the secret for emulators, which verify no signature.
constexpr char kAnyCredential[] = "holdfast";

// The region in `dynamodb.eu-west-1.amazonaws.com`; empty for other hosts.
std::string RegionOfAws(const std::string& host) {
  const size_t end = host.find(kAwsHostEnd);
  if (!host.starts_with(kAwsHostStart) || end == std::string::npos || end < kAwsHostStart.size()) return "";
  return host.substr(kAwsHostStart.size(), end - kAwsHostStart.size());
}

}  // namespace

Result<conformance::EndpointOptions, std::string> UpstreamEndpoint(const std::string& url, const std::string& region) {
  std::optional<EndpointUrl> parsed = conformance::ParseEndpointUrl(url);
  if (!parsed.has_value()) {
    return "--upstream needs a URL like https://dynamodb.eu-west-1.amazonaws.com or http://127.0.0.1:8001, not '" +
           url + "'";
  }
  conformance::EndpointOptions endpoint;
  const std::string region_of_aws = RegionOfAws(parsed->host);
  endpoint.region = !region.empty() ? region
                    : !region_of_aws.empty()
                        ? region_of_aws
                        : Environment("AWS_REGION", Environment("AWS_DEFAULT_REGION", "us-east-1"));
  endpoint.url = *parsed;
  endpoint.streams_url = *parsed;
  // On AWS, another host of the region serves DynamoDB Streams.
  if (!region_of_aws.empty()) endpoint.streams_url.host = "streams." + parsed->host;
  endpoint.credentials = conformance::CredentialsFromEnvironment(parsed->tls() ? "" : kAnyCredential);
  if (endpoint.credentials.access_key_id.empty() || endpoint.credentials.secret_access_key.empty()) {
    return std::string(
        "--upstream with https signs its requests with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment, "
        "and one of them is not set");
  }
  return endpoint;
}

}  // namespace holdfast::server
