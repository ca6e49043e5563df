#include "server/dispatch/databases.h"

#include <gtest/gtest.h>

namespace holdfast::server {
namespace {

class DatabasesTest : public testing::Test {
 protected:
  Engine engine_{{}, nullptr, 1};
};

TEST_F(DatabasesTest, ByAccountOnlyTwelveDigitsAndTheRegionTellDatabasesApart) {
  Databases databases(&engine_, Isolation::kByAccount);
  Database* const common = &databases.Of({"key", "us-east-1"});
  EXPECT_EQ(common, &databases.Of({"another", "us-east-1"}));
  EXPECT_EQ(common, &databases.Of({"000000000000", "us-east-1"}));
  EXPECT_EQ(common, &databases.Of({"12345678901", "us-east-1"})) << "eleven digits are no account";
  EXPECT_EQ(common, &databases.Of({"1234567890123", "us-east-1"})) << "nor are thirteen";
  EXPECT_EQ(common, &databases.Of({"12345678901x", "us-east-1"}));
  EXPECT_EQ(common, &databases.Of({"", "us-east-1"}));
  EXPECT_NE(common, &databases.Of({"key", "eu-west-2"}));
  EXPECT_NE(common, &databases.Of({"123456789012", "us-east-1"}));
  EXPECT_EQ(&databases.Of({"123456789012", "us-east-1"}), &databases.Of({"123456789012", "us-east-1"}));
}

TEST_F(DatabasesTest, ByAccessKeyEveryKeyHasItsOwn) {
  Databases databases(&engine_, Isolation::kByAccessKey);
  Database* const first = &databases.Of({"first", "us-east-1"});
  EXPECT_EQ(first, &databases.Of({"first", "us-east-1"}));
  EXPECT_NE(first, &databases.Of({"second", "us-east-1"}));
  EXPECT_NE(first, &databases.Of({"first", "eu-west-2"}));
  EXPECT_NE(first, &databases.Of({"", "us-east-1"}));
}

TEST_F(DatabasesTest, SharedThereIsOne) {
  Databases databases(&engine_, Isolation::kShared);
  EXPECT_EQ(&databases.Of({"first", "us-east-1"}), &databases.Of({"123456789012", "eu-west-2"}));
}

}  // namespace
}  // namespace holdfast::server
