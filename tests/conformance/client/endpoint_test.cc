#include "conformance/client/endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace holdfast::conformance {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Pair;

TEST(SignedRequest, HasTheTargetOfTheOperationsService) {
  EndpointOptions endpoint;
  endpoint.credentials = {.access_key_id = "A", .secret_access_key = "S", .session_token = "T"};
  const HttpRequest put = SignedRequest(endpoint, "PutItem", "{}");
  EXPECT_EQ(put.body, "{}");
  EXPECT_THAT(put.headers, Contains(Pair("X-Amz-Target", "DynamoDB_20120810.PutItem")));
  EXPECT_THAT(put.headers, Contains(Pair("X-Amz-Security-Token", "T")));
  EXPECT_THAT(put.headers, Contains(Pair("Authorization", HasSubstr("x-amz-security-token"))));
  EXPECT_THAT(SignedRequest(endpoint, "GetRecords", "{}").headers,
              Contains(Pair("X-Amz-Target", "DynamoDBStreams_20120810.GetRecords")));
}

}  // namespace
}  // namespace holdfast::conformance
