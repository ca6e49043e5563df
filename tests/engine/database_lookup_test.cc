// Databases that are found, created, listed and dropped.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "engine/engine.h"
#include "engine/operations.h"
#include "tests/engine/schema/table_definitions.h"

namespace holdfast {
namespace {

constexpr std::string_view kAccount = "000000000000";
constexpr std::string_view kRegion = "us-east-1";

class DatabaseLookupTest : public testing::Test {
 protected:
  Engine engine_{{}, nullptr, 1};
};

TEST_F(DatabaseLookupTest, FindAndFindOrEmptyCreateNoDatabase) {
  EXPECT_EQ(engine_.Find(kAccount, kRegion), nullptr);
  EXPECT_EQ(engine_.Find(kAccount, kRegion, "fork"), nullptr);
  EXPECT_NE(engine_.FindOrEmpty(kAccount, kRegion), nullptr);
  EXPECT_EQ(engine_.database_count(), 0u);
  const std::shared_ptr<Database> made = engine_.FindOrCreate(kAccount, kRegion);
  EXPECT_EQ(engine_.Find(kAccount, kRegion), made);
  EXPECT_EQ(engine_.FindOrEmpty(kAccount, kRegion), made);
  EXPECT_EQ(engine_.Find(kAccount, "eu-west-2"), nullptr);
  EXPECT_EQ(engine_.Find(kAccount, kRegion, "fork"), nullptr);
  EXPECT_EQ(engine_.database_count(), 1u);
}

TEST_F(DatabaseLookupTest, FindOrEmptyCreatesAForkOfADatabaseThatExists) {
  EXPECT_TRUE(engine_.FindOrEmpty(kAccount, kRegion, "fork")->ListTables({})->table_names.empty());
  EXPECT_EQ(engine_.database_count(), 0u);
  ASSERT_TRUE(engine_.FindOrCreate(kAccount, kRegion)->CreateTable(PlainTable("Slots")).ok());
  EXPECT_EQ(engine_.FindOrEmpty(kAccount, kRegion, "fork")->ListTables({})->table_names.size(), 1u);
  EXPECT_EQ(engine_.database_count(), 2u) << "the fork was created: it shows the moment of its first use";
}

TEST(TemplateLookup, ADatabaseThatIsReadBeforeTheTemplateIsFilledBecomesACopyLater) {
  Engine engine({.template_account = "111111111111"}, nullptr, 1);
  EXPECT_NE(engine.FindOrEmpty(kAccount, kRegion), nullptr);
  EXPECT_EQ(engine.database_count(), 0u);
  ASSERT_TRUE(engine.FindOrCreate("111111111111", kRegion)->CreateTable(PlainTable("Slots")).ok());
  EXPECT_EQ(engine.FindOrEmpty(kAccount, kRegion)->ListTables({})->table_names.size(), 1u);
}

TEST_F(DatabaseLookupTest, AnEmptyDatabaseThatIsNotKeptHasTheAccountAndRegionOfTheRequest) {
  const auto created = engine_.FindOrEmpty("123456789012", "eu-west-2")->CreateTable(PlainTable("Slots"));
  ASSERT_TRUE(created.ok());
  EXPECT_EQ(created->table_description.table_arn, "arn:aws:dynamodb:eu-west-2:123456789012:table/Slots");
}

TEST_F(DatabaseLookupTest, ASelectionMayBeBounded) {
  for (const std::string_view region : {"a", "b", "c", "d"}) engine_.FindOrCreate(kAccount, region);
  EXPECT_EQ(engine_.Select({}).size(), 4u);
  EXPECT_EQ(engine_.Select({}, 3).size(), 3u);
  EXPECT_EQ(engine_.Select({.region = "c"}, 3).size(), 1u);
  EXPECT_EQ(engine_.Select({}, 0).size(), 0u);
}

TEST_F(DatabaseLookupTest, OnlyUnusedForksAndEmptyDatabasesAreDropped) {
  ASSERT_TRUE(engine_.FindOrCreate(kAccount, kRegion)->CreateTable(PlainTable("Slots")).ok());
  engine_.FindOrCreate(kAccount, kRegion, "fork");
  const std::shared_ptr<Database> fork_in_use = engine_.FindOrCreate(kAccount, kRegion, "used");
  engine_.FindOrCreate(kAccount, "eu-west-3")->StopClock(absl::FromUnixSeconds(1'790'000'000));
  // Empty, with the engine's clock: unused.
  engine_.FindOrCreate(kAccount, "ap-south-1");
  // The caller has a reference, which keeps the database for ever.
  engine_.database(kAccount, "eu-west-1");
  const std::shared_ptr<Database> in_use = engine_.FindOrCreate(kAccount, "eu-west-2");
  EXPECT_EQ(engine_.DropUnused(absl::Now() - absl::Minutes(1)), 0u) << "all databases were used just now";
  EXPECT_EQ(engine_.DropUnused(absl::Now() + absl::Minutes(1)), 2u);
  EXPECT_EQ(engine_.Find(kAccount, kRegion, "fork"), nullptr);
  EXPECT_EQ(engine_.Find(kAccount, "ap-south-1"), nullptr);
  EXPECT_EQ(engine_.Find(kAccount, kRegion, "used"), fork_in_use);
  EXPECT_EQ(engine_.database_count(), 5u);
}

TEST_F(DatabaseLookupTest, DropIfEmptyDropsOneEmptyDatabaseThatIsNotInUse) {
  engine_.FindOrCreate("100000000000", kRegion);
  engine_.FindOrCreate("200000000000", kRegion);
  ASSERT_TRUE(engine_.FindOrCreate("300000000000", kRegion)->CreateTable(PlainTable("Slots")).ok());
  const std::shared_ptr<Database> used = engine_.FindOrCreate("400000000000", kRegion);
  for (const char* const account : {"100000000000", "300000000000", "400000000000", "500000000000"}) {
    engine_.DropIfEmpty(account, kRegion);
  }
  EXPECT_EQ(engine_.Find("100000000000", kRegion), nullptr);
  EXPECT_EQ(engine_.database_count(), 3u);
  engine_.FindOrCreate("600000000000", kRegion, "f");
  engine_.FindOrCreate("300000000000", kRegion, "f");
  engine_.DropIfEmpty("600000000000", kRegion, "f");
  engine_.DropIfEmpty("300000000000", kRegion, "f");
  EXPECT_EQ(engine_.database_count(), 4u) << "only the empty fork and its original were dropped";
}

TEST_F(DatabaseLookupTest, ADatabaseInUseIsNotDropped) {
  std::atomic<bool> stop = false;
  std::thread dropper([&] {
    while (!stop) engine_.DropUnused(absl::InfiniteFuture());
  });
  for (int i = 0; i < 2'000; ++i) {
    const std::shared_ptr<Database> database = engine_.FindOrCreate(kAccount, kRegion);
    EXPECT_TRUE(database->CreateTable(PlainTable("Slots")).ok());
    EXPECT_EQ(engine_.Find(kAccount, kRegion), database) << "a database in use is kept";
    EXPECT_TRUE(database->DeleteTable({.table_name = "Slots"}).ok());
  }
  stop = true;
  dropper.join();
}

TEST_F(DatabaseLookupTest, DescriptionsHaveTheSizeAndTheKindOfClock) {
  const std::shared_ptr<Database> database = engine_.FindOrCreate(kAccount, kRegion);
  ASSERT_TRUE(database->CreateTable(PlainTable("Slots")).ok());
  PutItemRequest put;
  put.table_name = "Slots";
  put.item = AttributeMap{{"pk", AttributeValue::String("p")}, {"sk", AttributeValue::String("s")}};
  ASSERT_TRUE(database->PutItem(put).ok());
  engine_.FindOrCreate(kAccount, kRegion, "fork")->StopClock(absl::FromUnixSeconds(1'790'000'000));
  const std::vector<DatabaseDescription> descriptions = engine_.Describe({});
  ASSERT_EQ(descriptions.size(), 2u);
  EXPECT_EQ(descriptions[0].name, (DatabaseName{std::string(kAccount), std::string(kRegion), ""}));
  EXPECT_EQ(descriptions[0].size.tables, 1u);
  EXPECT_EQ(descriptions[0].size.items, 1u);
  EXPECT_GT(descriptions[0].size.item_bytes, 0u);
  EXPECT_LT(absl::Now() - descriptions[0].last_used, absl::Hours(1));
  EXPECT_FALSE(descriptions[0].has_virtual_clock);
  EXPECT_EQ(descriptions[1].name.fork, "fork");
  EXPECT_TRUE(descriptions[1].has_virtual_clock);
}

}  // namespace
}  // namespace holdfast
