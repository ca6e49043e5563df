#include "engine/tables/table_name.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace holdfast {
namespace {

constexpr std::string_view kRegion = "us-east-1";
constexpr std::string_view kAccount = "000000000000";

TEST(TableName, ANameOrAnArnOfThisAccountAndRegionResolvesToTheBareName) {
  struct Case {
    std::string_view text;
    std::string_view name;
  };
  const Case cases[] = {
      {"Slots", "Slots"},
      {"arn:aws:dynamodb:us-east-1:000000000000:table/Slots", "Slots"},
      {"arn:aws:dynamodb:us-east-1:000000000000:table/a.b-c_D", "a.b-c_D"},
      // These are no ARNs, and are returned unchanged: invalid names are refused later, by the checks of the operation.
      {"", ""},
      {"ar", "ar"},
      {"a;b", "a;b"},
      {"ARN:aws", "ARN:aws"},
      {"table/Slots", "table/Slots"},
      {"8f5c1f3e-0000-4000-8000-000000000000", "8f5c1f3e-0000-4000-8000-000000000000"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.text);
    const Result<std::string_view> name = ResolveTableName(c.text, kRegion, kAccount);
    ASSERT_TRUE(name.ok()) << name.error().message;
    EXPECT_EQ(*name, c.name);
  }
}

TEST(TableName, AnInvalidArnIsRefused) {
  const std::string format =
      "1 validation error detected: Valid ARN format is "
      "'arn:<partition>:dynamodb:<region>:<account-id>:table/<table-name>', not '";
  struct Case {
    std::string arn;
    ErrorKind kind;
    // The error without its end, which is the ARN and a quotation mark.
    std::string message;
  };
  const std::string region = "1 validation error detected: Invalid AWS region in '";
  const std::string partition = "1 validation error detected: Invalid AWS partition in '";
  const std::string type = "1 validation error detected: Invalid resource type in '";
  const Case cases[] = {
      {"arn:aws:dynamodb:us-west-2:000000000000:table/Slots", ErrorKind::kValidation, region},
      {"arn:aws:dynamodb::000000000000:table/Slots", ErrorKind::kValidation, region},
      {"arn:aws-cn:dynamodb:us-east-1:000000000000:table/Slots", ErrorKind::kValidation, partition},
      {"arn:aws-cn:dynamodb:cn-north-1:000000000000:table/Slots", ErrorKind::kValidation, partition},
      {"arn:aws:dynamodb:us-east-1:000000000000:table/Slots/index/gsi", ErrorKind::kValidation, type},
      {"arn:aws:dynamodb:us-east-1:000000000000:table/Slots/stream/2026-10-08T23:07:31.275", ErrorKind::kValidation,
       type},
      {"arn:aws:dynamodb:us-east-1:000000000000:table", ErrorKind::kValidation, type},
      {"arn:aws:dynamodb:us-east-1:000000000000:backup/Slots", ErrorKind::kValidation, type},
      {"arn:aws:dynamodb:us-east-1:000000000000:table/", ErrorKind::kValidation, format},
      {"arn:aws:dynamodb:us-east-1:000000000000:table/ab", ErrorKind::kValidation, format},
      {"arn:aws:dynamodb:us-east-1:000000000000:table/a;bc", ErrorKind::kValidation, format},
      {"arn:aws:dynamodb:us-east-1:000000000000:table/Slots:extra", ErrorKind::kValidation, format},
      {"arn:aws:sqs:us-east-1:000000000000:table/Slots", ErrorKind::kValidation, format},
      {"arn:", ErrorKind::kValidation, format},
      {"arn:::::", ErrorKind::kValidation, format},
      {"arn:aws:dynamodb:us-east-1:000000000000", ErrorKind::kValidation, format},
      {"arn:aws:dynamodb:us-east-1:000000000000:table/" + std::string(256, 'x'), ErrorKind::kValidation, format},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.arn);
    const Result<std::string_view> name = ResolveTableName(c.arn, kRegion, kAccount);
    ASSERT_FALSE(name.ok());
    EXPECT_EQ(name.error().kind, c.kind);
    EXPECT_EQ(name.error().message, c.message + c.arn + "'");
  }
}

TEST(TableName, AnotherAccountsArnIsDenied) {
  const Result<std::string_view> name =
      ResolveTableName("arn:aws:dynamodb:us-east-1:111111111111:table/Slots", kRegion, kAccount);
  ASSERT_FALSE(name.ok());
  EXPECT_EQ(name.error().kind, ErrorKind::kAccessDenied);
  EXPECT_EQ(name.error().message, "Access is denied");
}

TEST(TableName, TheControlPlaneRefusesInvalidNames) {
  const std::string too_long(256, 'x');
  const std::string at_name = " at 'tableName' failed to satisfy constraint: Member must ";
  struct Case {
    std::optional<std::string> text;
    std::string message;
  };
  const Case cases[] = {
      {std::nullopt, "The parameter 'TableName' is required but was not present in the request"},
      {"ab", "1 validation error detected: Value 'ab'" + at_name + "have length greater than or equal to 3"},
      {"", "2 validation errors detected: Value ''" + at_name +
               "satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value ''" + at_name +
               "have length greater than or equal to 3"},
      {"abc;",
       "1 validation error detected: Value 'abc;'" + at_name + "satisfy regular expression pattern: [a-zA-Z0-9_.-]+"},
      {too_long,
       "1 validation error detected: Value '" + too_long + "'" + at_name + "have length less than or equal to 255"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.text.value_or("(absent)"));
    const Result<std::string_view> name = ResolveControlPlaneTableName(c.text, kRegion, kAccount);
    ASSERT_FALSE(name.ok());
    EXPECT_EQ(name.error().kind, ErrorKind::kValidation);
    EXPECT_EQ(name.error().message, c.message);
  }
}

TEST(TableName, TheControlPlaneAcceptsAnArn) {
  const std::optional<std::string> arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Slots";
  const Result<std::string_view> name = ResolveControlPlaneTableName(arn, kRegion, kAccount);
  ASSERT_TRUE(name.ok()) << name.error().message;
  EXPECT_EQ(*name, "Slots");
}

}  // namespace
}  // namespace holdfast
