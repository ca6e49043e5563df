#include "server/dispatch/databases.h"

#include <gtest/gtest.h>

#include <memory>
#include <string_view>
#include <utility>

namespace holdfast::server {
namespace {

class DatabasesTest : public testing::Test {
 protected:
  Engine engine_{{}, nullptr, 1};
};

TEST_F(DatabasesTest, ByAccountOnlyTwelveDigitsAndTheRegionTellDatabasesApart) {
  Databases databases(&engine_, Isolation::kByAccount);
  Database* const common = databases.Of({"key", "us-east-1"}).get();
  EXPECT_EQ(common, databases.Of({"another", "us-east-1"}).get());
  EXPECT_EQ(common, databases.Of({"000000000000", "us-east-1"}).get());
  EXPECT_EQ(common, databases.Of({"12345678901", "us-east-1"}).get()) << "eleven digits are no account";
  EXPECT_EQ(common, databases.Of({"1234567890123", "us-east-1"}).get()) << "nor are thirteen";
  EXPECT_EQ(common, databases.Of({"12345678901x", "us-east-1"}).get());
  EXPECT_EQ(common, databases.Of({"", "us-east-1"}).get());
  EXPECT_NE(common, databases.Of({"key", "eu-west-2"}).get());
  EXPECT_NE(common, databases.Of({"123456789012", "us-east-1"}).get());
  EXPECT_EQ(databases.Of({"123456789012", "us-east-1"}).get(), databases.Of({"123456789012", "us-east-1"}).get());
}

TEST_F(DatabasesTest, ByAccessKeyEveryKeyHasItsOwn) {
  Databases databases(&engine_, Isolation::kByAccessKey);
  Database* const first = databases.Of({"first", "us-east-1"}).get();
  EXPECT_EQ(first, databases.Of({"first", "us-east-1"}).get());
  EXPECT_NE(first, databases.Of({"second", "us-east-1"}).get());
  EXPECT_NE(first, databases.Of({"first", "eu-west-2"}).get());
  EXPECT_NE(first, databases.Of({"", "us-east-1"}).get());
}

TEST_F(DatabasesTest, SharedThereIsOne) {
  Databases databases(&engine_, Isolation::kShared);
  EXPECT_EQ(databases.Of({"first", "us-east-1"}).get(), databases.Of({"123456789012", "eu-west-2"}).get());
}

TEST_F(DatabasesTest, AForkHostNamesAPrivateCopy) {
  Databases databases(&engine_, Isolation::kByAccount);
  const Caller caller{"key", "us-east-1"};
  Database* const common = databases.Of(caller, "localhost:8000").get();
  Database* const fork = databases.Of(caller, "test-1.fork.localhost:8000").get();
  EXPECT_NE(common, fork);
  EXPECT_EQ(fork, databases.Of(caller, "test-1.FORK.localhost").get());
  EXPECT_NE(fork, databases.Of(caller, "test-2.fork.localhost:8000").get());
  EXPECT_NE(fork, databases.Of({"123456789012", "us-east-1"}, "test-1.fork.localhost:8000").get());
  for (const char* host : {"", ":8000", "fork.localhost", ".fork.localhost:8000", "127.0.0.1:8000", "[::1]:8000"}) {
    EXPECT_EQ(common, databases.Of(caller, host).get()) << host;
  }
}

TEST_F(DatabasesTest, TheCallerBeforeIsNotMistakenForAnother) {
  Databases databases(&engine_, Isolation::kByAccessKey);
  CallerDatabase remembering(&databases);
  const std::pair<Caller, std::string_view> calls[] = {
      {{"", ""}, "localhost"},
      {{"first", "us-east-1"}, "localhost"},
      {{"first", "us-east-1"}, "localhost"},
      {{"first", "us-east-1"}, "test-1.fork.localhost"},
      {{"first", "us-east-1"}, "localhost"},
      {{"first", "eu-west-2"}, "localhost"},
      {{"second", "eu-west-2"}, "localhost"},
      {{"second", "eu-west-2"}, "test-1.fork.localhost"},
      {{"firs", "tus-east-1"}, "localhost"},
      {{"first", "us-east-1"}, "127.0.0.1"},
  };
  for (const auto& [caller, host] : calls) {
    EXPECT_EQ(remembering.Of(caller, host).get(), databases.Of(caller, host).get())
        << caller.access_key_id << " " << caller.region << " " << host;
  }
}

// Forks come and go, so that nobody may remember one.
TEST_F(DatabasesTest, AForkThatIsGoneIsNotRemembered) {
  Databases databases(&engine_, Isolation::kByAccount);
  CallerDatabase remembering(&databases);
  const Caller caller{"key", "us-east-1"};
  const std::shared_ptr<Database> before = remembering.Of(caller, "test-1.fork.localhost");
  engine_.DropForks({});
  EXPECT_NE(remembering.Of(caller, "test-1.fork.localhost"), before);
}

}  // namespace
}  // namespace holdfast::server
