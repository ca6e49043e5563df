#include "server/dispatch/authentication.h"

#include <gtest/gtest.h>

#include <deque>

#include "server/message/database_names.h"
#include "tests/server/dispatch/exchange.h"

namespace holdfast::server {
namespace {

Result<Caller, WireFailure> AuthenticateRequest(const SentRequest& sent, std::string* decoded_credential) {
  HttpRequest request{.method = sent.method, .target = sent.target};
  for (const auto& [name, value] : sent.headers) request.headers.emplace_back(name, value);
  return Authenticate(request, decoded_credential);
}

SentRequest WithAuthorization(std::string_view authorization, std::string_view date = "20261001T000000Z") {
  SentRequest request;
  request.headers = {{"authorization", std::string(authorization)}};
  if (!date.empty()) request.headers.emplace_back("x-amz-date", date);
  return request;
}

SentRequest WithQuery(std::string_view query) { return {.target = "/?" + std::string(query)}; }

const char kCredential[] = "Credential=AKID/20261001/eu-west-2/dynamodb/aws4_request";

TEST(AuthenticationTest, ReadsTheCallerFromTheHeaderOrTheQueryString) {
  const std::string credential = kCredential;
  const SentRequest kRequests[] = {
      WithAuthorization("AWS4-HMAC-SHA256 " + credential + ", SignedHeaders=host;x-amz-date, Signature=ab"),
      WithAuthorization("  AWS4-HMAC-SHA256 Signature=ab SignedHeaders=host " + credential + "  "),
      WithAuthorization("AWS4-HMAC-SHA256,Signature=ab,SignedHeaders=host," + credential),
      {.headers = {{"AUTHORIZATION", "AWS4-HMAC-SHA256 " + credential + ",SignedHeaders=host,Signature=ab"},
                   {"Date", "20261001T000000Z"}}},
      WithQuery("X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKID%2F20261001%2feu-west-2%2Fdynamodb%2F"
                "aws4_request&X-Amz-Date=20261001T000000Z&X-Amz-SignedHeaders=host&X-Amz-Signature=ab"),
  };
  for (const SentRequest& request : kRequests) {
    std::string decoded_credential;
    const auto caller = AuthenticateRequest(request, &decoded_credential);
    ASSERT_TRUE(caller.ok()) << caller.error().message.value_or("");
    EXPECT_EQ(caller.value().access_key_id, "AKID");
    EXPECT_EQ(caller.value().region, "eu-west-2");
  }
}

TEST(AuthenticationTest, AcceptsInventedRegions) {
  for (const char* region : {"us-east-1", "local", "localhost", "ap-southeast-2", "us-gov-west-1", "Test_1"}) {
    std::string decoded_credential;
    const SentRequest request = WithAuthorization("AWS4-HMAC-SHA256 Credential=k/20261001/" + std::string(region) +
                                                  "/dynamodb/aws4_request,SignedHeaders=host,Signature=ab");
    const auto caller = AuthenticateRequest(request, &decoded_credential);
    ASSERT_TRUE(caller.ok()) << region;
    EXPECT_EQ(caller.value().region, region);
  }
}

// In the order of DynamoDB's checks. The server omits the checks of the age, of a signed Host header, of the access
// key, of the signature and of the session token.
TEST(AuthenticationTest, HasTheErrorsOfDynamoDB) {
  using Kind = WireFailureKind;
  const std::string credential = kCredential;
  const std::string complete = "AWS4-HMAC-SHA256 " + credential + ", SignedHeaders=host, Signature=ab";
  const std::string other_parameters = ",SignedHeaders=host,Signature=ab";
  SentRequest both = WithAuthorization(complete);
  both.target = "/?X-Amz-Algorithm=AWS4-HMAC-SHA256";
  const struct {
    SentRequest request;
    Kind kind;
    std::string message;
  } kCases[] = {
      {both, Kind::kInvalidSignature,
       "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header."},
      {SentRequest{}, Kind::kMissingAuthenticationToken, "Request is missing Authentication Token"},
      {WithAuthorization(""), Kind::kMissingAuthenticationToken, "Request is missing Authentication Token"},
      {WithAuthorization("Basic abc"), Kind::kMissingAuthenticationToken, "Request is missing Authentication Token"},
      {WithAuthorization("AWS key:signature"), Kind::kMissingAuthenticationToken,
       "Request is missing Authentication Token"},
      {WithAuthorization("AWS4-", ""), Kind::kIncompleteSignature,
       "Authorization header requires 'Credential' parameter. Authorization header requires 'Signature' parameter. "
       "Authorization header requires 'SignedHeaders' parameter. Authorization header requires existence of either a "
       "'X-Amz-Date' or a 'Date' header. Authorization=AWS4-"},
      {WithAuthorization("AWS4-HMAC-SHA256 Signature=ab"), Kind::kIncompleteSignature,
       "Authorization header requires 'Credential' parameter. Authorization header requires 'SignedHeaders' parameter. "
       "Authorization=AWS4-HMAC-SHA256 Signature=ab"},
      {WithAuthorization("AWS4-HMAC-SHA256 " + credential), Kind::kIncompleteSignature,
       "Authorization header requires 'Signature' parameter. Authorization header requires 'SignedHeaders' parameter. "
       "Authorization=AWS4-HMAC-SHA256 " +
           credential},
      {WithAuthorization(complete, ""), Kind::kIncompleteSignature,
       "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. Authorization=" +
           complete},
      {WithQuery("X-Amz-Algorithm"), Kind::kIncompleteSignature,
       "AWS query-string parameters must include 'X-Amz-Algorithm'. AWS query-string parameters must include "
       "'X-Amz-Credential'. AWS query-string parameters must include 'X-Amz-Signature'. AWS query-string parameters "
       "must include 'X-Amz-SignedHeaders'. AWS query-string parameters must include 'X-Amz-Date'. Re-examine the "
       "query-string parameters."},
      {WithQuery("X-Amz-Algorithm=x&X-Amz-Signature=y&X-Amz-Date=z"), Kind::kIncompleteSignature,
       "AWS query-string parameters must include 'X-Amz-Credential'. AWS query-string parameters must include "
       "'X-Amz-SignedHeaders'. Re-examine the query-string parameters."},
      {WithAuthorization(complete, "201"), Kind::kIncompleteSignature,
       "Date must be in ISO-8601 'basic format'. Got '201'. See http://en.wikipedia.org/wiki/ISO_8601"},
      {WithAuthorization(complete, "2026-10-01T00:00:00Z"), Kind::kIncompleteSignature,
       "Date must be in ISO-8601 'basic format'. Got '2026-10-01T00:00:00Z'. See "
       "http://en.wikipedia.org/wiki/ISO_8601"},
      {WithAuthorization("AWS4-X Credential=a,SignedHeaders=b,Signature=c", "201"), Kind::kIncompleteSignature,
       "Date must be in ISO-8601 'basic format'. Got '201'. See http://en.wikipedia.org/wiki/ISO_8601"},
      {WithAuthorization("AWS4-X Credential=a,SignedHeaders=b,Signature=c"), Kind::kIncompleteSignature,
       "Unsupported AWS 'algorithm': 'AWS4-X' (only AWS4-HMAC-SHA256 for now). "},
      {WithAuthorization("AWS4-HMAC-SHA256 Credential=a/b/c/d,SignedHeaders=b,Signature=c"), Kind::kIncompleteSignature,
       "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got 'a/b/c/d'"},
      {WithAuthorization("AWS4-HMAC-SHA256 Credential=a/b/c/d/e/f,SignedHeaders=b,Signature=c"),
       Kind::kIncompleteSignature,
       "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got "
       "'a/b/c/d/e/f'"},
      {WithAuthorization("AWS4-HMAC-SHA256 Credential=a/b/c?/d/e" + other_parameters), Kind::kInvalidSignature,
       "Credential should be scoped to a valid region, not 'c?'. Credential should be scoped to correct service: "
       "'dynamodb'. Credential should be scoped with a valid terminator: 'aws4_request', not 'e'. "},
      {WithAuthorization("AWS4-HMAC-SHA256 Credential=a/b/us-east-1/s3/aws4_request" + other_parameters),
       Kind::kInvalidSignature, "Credential should be scoped to correct service: 'dynamodb'. "},
  };
  std::string decoded_credential;
  for (const auto& test_case : kCases) {
    const auto caller = AuthenticateRequest(test_case.request, &decoded_credential);
    ASSERT_FALSE(caller.ok()) << test_case.message;
    EXPECT_EQ(caller.error().message, test_case.message);
    EXPECT_EQ(caller.error().kind, test_case.kind) << test_case.message;
  }
}

TEST(AuthenticationTest, TheDecodedCredentialOfAnEarlierRequestIsReplaced) {
  const auto query = [](const std::string& key) {
    return WithQuery("X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=" + key +
                     "%2F20261001%2Flocal%2Fdynamodb%2Faws4_request&X-Amz-Date=20261001T000000Z&X-Amz-SignedHeaders="
                     "host&X-Amz-Signature=ab");
  };
  const SentRequest longer = query("a-long-access-key");
  const SentRequest shorter = query("q");
  std::string decoded_credential;
  ASSERT_TRUE(AuthenticateRequest(longer, &decoded_credential).ok());
  const auto caller = AuthenticateRequest(shorter, &decoded_credential);
  ASSERT_TRUE(caller.ok());
  EXPECT_EQ(caller.value().access_key_id, "q");
}

// A header whose last parameter has "Signature=" in its value once crashed the server.
TEST(AuthenticationTest, ACredentialAfterTheSignatureIsRead) {
  std::string decoded_credential;
  const SentRequest request = WithAuthorization(
      "AWS4-HMAC-SHA256 SignedHeaders=host, Signature=abc, "
      "Credential=XSignature=foo/20260101/us-east-1/dynamodb/aws4_request");
  const auto caller = AuthenticateRequest(request, &decoded_credential);
  ASSERT_TRUE(caller.ok());
  EXPECT_EQ(caller.value().access_key_id, "XSignature=foo");
  EXPECT_EQ(caller.value().region, "us-east-1");
}

// Parses every sequence of four of the pieces: texts that the parser looks for, a valid credential and an invalid byte.
// Without a credential the header must be refused.
TEST(AuthenticationTest, NoSequenceOfPiecesCrashesTheParser) {
  constexpr std::string_view kPieces[] = {
      "Credential=", "k/20260101/us-east-1/dynamodb/aws4_request", "Signature=", "SignedHeaders=h", ",", " ", "=", "/",
      "\xff"};
  std::string decoded_credential;
  for (const std::string_view a : kPieces) {
    for (const std::string_view b : kPieces) {
      for (const std::string_view c : kPieces) {
        for (const std::string_view d : kPieces) {
          const std::string header =
              "AWS4-HMAC-SHA256 Signature=a SignedHeaders=h " + std::string(a).append(b).append(c).append(d);
          const auto caller = AuthenticateRequest(WithAuthorization(header), &decoded_credential);
          const bool has_credential = header.find("Credential=") != std::string::npos;
          EXPECT_TRUE(has_credential || !caller.ok()) << header;
        }
      }
    }
  }
}

// Older Go clients and hand-written signers sign with an empty region or service.
TEST(AuthenticationTest, AnEmptyRegionOrServiceHasTheDefaultOfDynamoDBLocal) {
  std::string decoded_credential;
  // The returned Caller has views into its request, so the requests must not move; a deque does not move its elements.
  std::deque<SentRequest> sent;
  const auto scoped = [&](std::string_view scope) {
    sent.push_back(WithAuthorization("AWS4-HMAC-SHA256 Credential=k/20261001/" + std::string(scope) +
                                     ",SignedHeaders=host,Signature=ab"));
    return AuthenticateRequest(sent.back(), &decoded_credential);
  };
  const auto no_region = scoped("/dynamodb/aws4_request");
  ASSERT_TRUE(no_region.ok());
  EXPECT_EQ(no_region.value().region, "us-east-1");
  EXPECT_TRUE(no_region.value().region_assumed);
  EXPECT_FALSE(no_region.value().service_assumed);
  const auto no_service = scoped("eu-west-2//aws4_request");
  ASSERT_TRUE(no_service.ok());
  EXPECT_EQ(no_service.value().region, "eu-west-2");
  EXPECT_TRUE(no_service.value().service_assumed);
  EXPECT_FALSE(scoped("//").ok()) << "the scope must end with aws4_request";
  EXPECT_FALSE(scoped("/s3/aws4_request").ok());
  EXPECT_FALSE(scoped("us east/dynamodb/aws4_request").ok());
}

TEST(AuthenticationTest, ARegionBeyondTheMaximumLengthIsRefused) {
  std::string decoded_credential;
  for (const size_t length : {size_t{64}, size_t{65}, size_t{8000}}) {
    const std::string region(length, 'r');
    const auto caller = AuthenticateRequest(WithAuthorization("AWS4-HMAC-SHA256 Credential=k/20261001/" + region +
                                                              "/dynamodb/aws4_request,SignedHeaders=host,Signature=ab"),
                                            &decoded_credential);
    ASSERT_EQ(caller.ok(), length <= kRegionBytesMax) << length;
    if (!caller.ok()) {
      EXPECT_EQ(caller.error().message, "Credential should be scoped to a valid region, not '" + region + "'. ");
    }
  }
}

TEST(AuthenticationTest, InvalidPercentCodesAreNotDecoded) {
  for (const std::string credential : {"%", "%2", "%zz", "a%2"}) {
    std::string decoded_credential;
    const auto caller =
        AuthenticateRequest(WithQuery("X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=" + credential +
                                      "&X-Amz-Date=20261001T000000Z&X-Amz-SignedHeaders=host&X-Amz-Signature=ab"),
                            &decoded_credential);
    ASSERT_FALSE(caller.ok());
    EXPECT_EQ(decoded_credential, credential);
  }
}

}  // namespace
}  // namespace holdfast::server
