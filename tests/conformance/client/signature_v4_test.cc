#include "conformance/client/signature_v4.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace holdfast::conformance {
namespace {

// The example of AWS's Signature Version 4 documentation: an IAM ListUsers call of 30 August 2015.
constexpr std::string_view kSecret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
constexpr std::string_view kListUsers =
    "GET\n/\nAction=ListUsers&Version=2010-05-08\n"
    "content-type:application/x-www-form-urlencoded; charset=utf-8\nhost:iam.amazonaws.com\n"
    "x-amz-date:20150830T123600Z\n\ncontent-type;host;x-amz-date\n"
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
constexpr std::time_t kTime = 1'440'938'160;

std::string Hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    text += kDigits[static_cast<unsigned char>(c) / 16];
    text += kDigits[static_cast<unsigned char>(c) % 16];
  }
  return text;
}

TEST(SignatureV4, HashesTheEmptyBody) {
  EXPECT_EQ(Sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(SignatureV4, DerivesTheDocumentedSigningKeys) {
  EXPECT_EQ(Hex(SigningKey(kSecret, "20150830", "us-east-1", "iam")),
            "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9");
  EXPECT_EQ(Hex(SigningKey(kSecret, "20120215", "us-east-1", "iam")),
            "f4780e2d9f65fa895f9c67b32ce1baf0b0d8a43505a000a1a9e090d414db404d");
}

TEST(SignatureV4, HashesTheDocumentedRequestIntoTheStringToSign) {
  EXPECT_EQ(StringToSign("20150830T123600Z", "20150830/us-east-1/iam/aws4_request", kListUsers),
            "AWS4-HMAC-SHA256\n20150830T123600Z\n20150830/us-east-1/iam/aws4_request\n"
            "f536975d06c0309214f805bb90ccff089219ecd68b2577efef23edd43b7e1a59");
}

TEST(SignatureV4, MakesTheDocumentedSignature) {
  const std::string string_to_sign =
      StringToSign("20150830T123600Z", "20150830/us-east-1/iam/aws4_request", kListUsers);
  EXPECT_EQ(SignatureOf(string_to_sign, SigningKey(kSecret, "20150830", "us-east-1", "iam")),
            "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7");
}

// Botocore 1.43 computes this signature for the request.
TEST(SignatureV4, SignsADynamoDbRequest) {
  const Credentials credentials{
      .access_key_id = "AKIDEXAMPLE", .secret_access_key = std::string(kSecret), .session_token = ""};
  const SignedHeaders headers =
      Sign(credentials, "us-east-1", "127.0.0.1:8000", "DynamoDB_20120810.GetItem", R"({"TableName":"Music"})", kTime);
  EXPECT_EQ(headers.amz_date, "20150830T123600Z");
  EXPECT_EQ(headers.authorization,
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/dynamodb/aws4_request, "
            "SignedHeaders=content-type;host;x-amz-date;x-amz-target, "
            "Signature=53536e27d35946ddc328298e48dd9054775d65423b42026736ad7b1ce378fb56");
}

TEST(SignatureV4, SignsTheSessionToken) {
  const Credentials credentials{
      .access_key_id = "AKIDEXAMPLE", .secret_access_key = std::string(kSecret), .session_token = "TOKEN/with+chars=="};
  const SignedHeaders headers =
      Sign(credentials, "us-east-1", "127.0.0.1:8000", "DynamoDB_20120810.GetItem", R"({"TableName":"Music"})", kTime);
  EXPECT_EQ(headers.authorization,
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/dynamodb/aws4_request, "
            "SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target, "
            "Signature=240ab5f715b77745eff04cac91bfdeeb11679db40c4a41cf5f6f0eb9cd5a95a7");
}

}  // namespace
}  // namespace holdfast::conformance
