#include "server/dispatch/databases.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/time/clock.h"
#include "engine/base/stored_bytes.h"
#include "engine/operations/tables/create_table.h"
#include "engine/operations/tables/list_tables.h"
#include "tests/engine/schema/table_definitions.h"

namespace holdfast::server {
namespace {

class DatabasesTest : public testing::Test {
 protected:
  // Returns the caller's database, created if need be.
  static Database* Create(Databases& databases, const Caller& caller, std::string_view fork = {}) {
    const auto found = databases.ForCaller({.caller = caller, .fork = fork, .creates_database = true});
    EXPECT_TRUE(found.ok());
    return found.ok() ? found.value().database.get() : nullptr;
  }

  Engine engine_{{}, nullptr, 1};
};

TEST_F(DatabasesTest, ByAccountOnlyAccessKeysOfTwelveDigitsAndRegionsDistinguishDatabases) {
  Databases databases(&engine_, Isolation::kByAccount);
  Database* const common = Create(databases, {"key", "us-east-1"});
  EXPECT_EQ(common, Create(databases, {"another", "us-east-1"}));
  EXPECT_EQ(common, Create(databases, {"000000000000", "us-east-1"}));
  EXPECT_EQ(common, Create(databases, {"12345678901", "us-east-1"})) << "eleven digits are not an account";
  EXPECT_EQ(common, Create(databases, {"1234567890123", "us-east-1"})) << "thirteen digits are not an account";
  EXPECT_EQ(common, Create(databases, {"12345678901x", "us-east-1"}));
  EXPECT_EQ(common, Create(databases, {"", "us-east-1"}));
  EXPECT_NE(common, Create(databases, {"key", "eu-west-2"}));
  EXPECT_NE(common, Create(databases, {"123456789012", "us-east-1"}));
  EXPECT_EQ(Create(databases, {"123456789012", "us-east-1"}), Create(databases, {"123456789012", "us-east-1"}));
}

TEST_F(DatabasesTest, ByAccessKeyEachKeyAndRegionHasADatabase) {
  Databases databases(&engine_, Isolation::kByAccessKey);
  Database* const first = Create(databases, {"first", "us-east-1"});
  EXPECT_EQ(first, Create(databases, {"first", "us-east-1"}));
  EXPECT_NE(first, Create(databases, {"second", "us-east-1"}));
  EXPECT_NE(first, Create(databases, {"first", "eu-west-2"}));
  EXPECT_NE(first, Create(databases, {"", "us-east-1"}));
}

TEST_F(DatabasesTest, SharedIsolationHasOneDatabase) {
  Databases databases(&engine_, Isolation::kShared);
  EXPECT_EQ(Create(databases, {"first", "us-east-1"}), Create(databases, {"123456789012", "eu-west-2"}));
}

TEST_F(DatabasesTest, ForksOfACallerAreDatabasesOfTheirOwn) {
  Databases databases(&engine_, Isolation::kByAccount);
  const Caller caller{"key", "us-east-1"};
  Database* const fork = Create(databases, caller, "test-1");
  EXPECT_NE(Create(databases, caller), fork);
  EXPECT_EQ(fork, Create(databases, caller, "test-1"));
  EXPECT_NE(fork, Create(databases, caller, "test-2"));
  EXPECT_NE(fork, Create(databases, {"123456789012", "us-east-1"}, "test-1"));
}

TEST_F(DatabasesTest, ReadingADatabaseDoesNotCreateIt) {
  for (const Isolation isolation : {Isolation::kByAccount, Isolation::kByAccessKey, Isolation::kShared}) {
    Databases databases(&engine_, isolation);
    for (const char* key : {"first", "second", "123456789012"}) {
      const auto found = databases.ForCaller({.caller = {key, "us-east-1"}});
      ASSERT_TRUE(found.ok());
      EXPECT_FALSE(found.value().exists);
      EXPECT_TRUE(found.value().database->ListTables({})->table_names.empty());
    }
  }
  EXPECT_EQ(engine_.database_count(), 0u);
}

TEST_F(DatabasesTest, AnUnknownAccessKeyDoesNotGetTheDatabaseOfACollidingKey) {
  Databases databases(&engine_, Isolation::kByAccessKey);
  // A key of twelve digits gets the account with that number if it is free. Here the key `first` has that account.
  const DatabaseName first = databases.NameFor({.caller = {"first", "us-east-1"}});
  Database* const created = Create(databases, {"first", "us-east-1"});
  const auto found = databases.ForCaller({.caller = {first.account, "us-east-1"}});
  ASSERT_TRUE(found.ok());
  EXPECT_NE(found.value().database.get(), created);
  EXPECT_NE(Create(databases, {first.account, "us-east-1"}), created);
}

TEST_F(DatabasesTest, ReadsGetACopyOfTheTemplate) {
  Engine engine({.template_account = "111111111111"}, nullptr, 1);
  Databases databases(&engine, {.has_template = true});
  Database* const original = Create(databases, {"111111111111", "us-east-1"});
  ASSERT_TRUE(original->CreateTable(PlainTable("Rooms")).ok());
  const auto found = databases.ForCaller({.caller = {"222222222222", "us-east-1"}});
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(found.value().exists);
  EXPECT_NE(found.value().database.get(), original);
  EXPECT_EQ(found.value().database->ListTables({})->table_names, std::vector<std::string>{"Rooms"});
}

TEST_F(DatabasesTest, DatabasesBeyondTheMaximumAreRefusedAndReadsAreServed) {
  for (const Isolation isolation : {Isolation::kByAccount, Isolation::kByAccessKey}) {
    Engine engine({}, nullptr, 1);
    Databases databases(&engine, {.isolation = isolation, .databases_max = 2});
    Database* const first = Create(databases, {"000000000001", "us-east-1"});
    EXPECT_NE(Create(databases, {"000000000001", "us-east-1"}, "fork"), nullptr);
    for (const char* key : {"000000000002", "000000000003"}) {
      const auto refused = databases.ForCaller({.caller = {key, "us-east-1"}, .creates_database = true});
      ASSERT_FALSE(refused.ok());
      EXPECT_EQ(refused.error().kind, WireFailureKind::kLimitExceeded);
      EXPECT_NE(refused.error().message->find("--max-databases"), std::string::npos);
      EXPECT_TRUE(databases.ForCaller({.caller = {key, "us-east-1"}}).ok());
    }
    EXPECT_FALSE(databases.ForCaller({.caller = {"000000000001", "us-east-1"}, .fork = "another"}).ok());
    EXPECT_EQ(Create(databases, {"000000000001", "us-east-1"}), first);
    EXPECT_EQ(engine.database_count(), 2u);
    engine.DropForks({});
    EXPECT_NE(Create(databases, {"000000000002", "us-east-1"}), nullptr);
  }
}

TEST_F(DatabasesTest, ForksAreRefusedBeyondTheLimitOfMemory) {
  EngineOptions options;
  options.max_memory_bytes = StoredBytes::Total() + 3'000'000;
  Engine engine(options, nullptr, 1);
  Databases databases(&engine, {});
  Database* const original = Create(databases, {"000000000001", "us-east-1"});
  EXPECT_NE(Create(databases, {"000000000001", "us-east-1"}, "before"), nullptr);
  int tables = 0;
  while (tables < 2'000 && original->CreateTable(PlainTable("Table" + std::to_string(tables))).ok()) ++tables;
  EXPECT_LT(tables, 2'000);
  const auto refused = databases.ForCaller({.caller = {"000000000001", "us-east-1"}, .fork = "after"});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message->find("--max-memory"), std::string::npos);
  EXPECT_TRUE(databases.ForCaller({.caller = {"000000000001", "us-east-1"}, .fork = "before"}).ok());
}

// Access keys whose databases were dropped do not count towards databases_max.
TEST_F(DatabasesTest, AccessKeysWithoutDatabasesAreForgotten) {
  Databases databases(&engine_, {.isolation = Isolation::kByAccessKey, .databases_max = 2});
  for (int key = 0; key < 10; ++key) {
    const std::string name = "key" + std::to_string(key);
    EXPECT_NE(Create(databases, {name, "us-east-1"}), nullptr) << key;
    engine_.DropUnused(absl::Now() + absl::Minutes(1));
  }
}

TEST_F(DatabasesTest, InvalidForkNamesAreRefused) {
  Databases databases(&engine_, Isolation::kByAccount);
  for (const std::string& name : {std::string("a b"), std::string("a/b"), std::string("\xff"), std::string(65, 'a')}) {
    const auto found = databases.ForCaller({.caller = {"key", "us-east-1"}, .fork = name});
    ASSERT_FALSE(found.ok()) << name;
    EXPECT_EQ(found.error().kind, WireFailureKind::kBadForkName);
  }
  EXPECT_NE(Create(databases, {"key", "us-east-1"}, std::string(64, 'a')), nullptr);
}

// A lookup must not return a fork that was dropped.
TEST_F(DatabasesTest, ADroppedForkIsCreatedAgain) {
  Databases databases(&engine_, Isolation::kByAccount);
  const RequestedDatabase requested{.caller = {"key", "us-east-1"}, .fork = "test-1"};
  Create(databases, requested.caller);
  const std::shared_ptr<Database> before = databases.ForCaller(requested).value().database;
  ASSERT_EQ(databases.ForCaller(requested).value().database, before);
  engine_.DropForks({});
  const auto after = databases.ForCaller(requested);
  EXPECT_NE(after.value().database, before);
  EXPECT_TRUE(after.value().exists);
}

}  // namespace
}  // namespace holdfast::server
