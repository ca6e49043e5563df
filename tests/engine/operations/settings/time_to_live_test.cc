// UpdateTimeToLive and DescribeTimeToLive.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/operations/settings/describe_time_to_live.h"
#include "engine/operations/settings/update_time_to_live.h"
#include "engine/operations/tables/create_table.h"
#include "tests/engine/operations/test_database.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/support/outcomes.h"

namespace holdfast::testing {
namespace {

constexpr char kArn[] = "arn:aws:dynamodb:us-east-1:000000000000:table/Slots";
const std::string kOneError = "1 validation error detected: ";
const std::string kNoSuchTable = "ResourceNotFound: Requested resource not found: Table: Ghost not found";

struct SlotsTable : TestDatabase {
  SlotsTable() { EXPECT_EQ(Outcome(CreateTable(state, PlainTable("Slots"))), "ok"); }

  std::string Change(bool enabled, std::string attribute, std::string table = "Slots") {
    return Outcome(UpdateTimeToLive(state, {std::move(table), TimeToLiveSpecification{enabled, std::move(attribute)}}));
  }
  // `DISABLED`, or `ENABLED on <attribute>`.
  std::string Described(std::string table = "Slots") {
    const Result<DescribeTimeToLiveResponse> response = DescribeTimeToLive(state, {std::move(table)});
    if (!response.ok()) return Outcome(response);
    std::string text(EnumField<TimeToLiveStatus>::TextOf(response->time_to_live_status));
    return response->attribute_name ? text + " on " + *response->attribute_name : text;
  }
};

TEST(TimeToLive, IsDisabledUntilItIsEnabled) {
  SlotsTable slots;
  EXPECT_EQ(slots.Described(), "DISABLED");
  EXPECT_EQ(slots.Change(true, "ttl"), "ok");
  EXPECT_EQ(slots.Described(), "ENABLED on ttl");
  EXPECT_EQ(slots.Described(kArn), "ENABLED on ttl");
  EXPECT_EQ(slots.Change(false, "ttl", kArn), "ok");
  EXPECT_EQ(slots.Described(), "DISABLED");
  EXPECT_EQ(slots.Change(true, "other"), "ok");
  EXPECT_EQ(slots.Described(), "ENABLED on other");
}

TEST(TimeToLive, TheResponseEchoesTheRequest) {
  SlotsTable slots;
  const Result<UpdateTimeToLiveResponse> response =
      UpdateTimeToLive(slots.state, {"Slots", TimeToLiveSpecification{true, "ttl"}});
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_EQ(response->time_to_live_specification.enabled, true);
  EXPECT_EQ(response->time_to_live_specification.attribute_name, "ttl");
}

TEST(TimeToLive, AKeyAttributeIsAccepted) {
  SlotsTable slots;
  EXPECT_EQ(slots.Change(true, "pk"), "ok");
}

TEST(TimeToLive, RefusesRequestsThatChangeNothingOrTheAttribute) {
  SlotsTable slots;
  EXPECT_EQ(slots.Change(false, "ttl"), "TimeToLive is already disabled");
  ASSERT_EQ(slots.Change(true, "ttl_a"), "ok");
  EXPECT_EQ(slots.Change(true, "ttl_a"), "TimeToLive is already enabled");
  const std::string other = "TimeToLive is active on a different AttributeName: current AttributeName is ttl_a";
  EXPECT_EQ(slots.Change(true, "ttl_b"), other);
  EXPECT_EQ(slots.Change(false, "ttl_b"), other);
  EXPECT_EQ(slots.Described(), "ENABLED on ttl_a");
}

TEST(TimeToLive, ChecksTheRequestBeforeTheTable) {
  struct Case {
    std::string name;
    UpdateTimeToLiveRequest request;
    std::string outcome;
  };
  const TimeToLiveSpecification good = {true, "ttl"};
  const std::string path = " at 'timeToLiveSpecification";
  const std::string null = "Member must not be null";
  const std::string failed = " failed to satisfy constraint: ";
  const std::vector<Case> cases = {
      {"no table", {std::nullopt, good}, "The parameter 'TableName' is required but was not present in the request"},
      {"short table name",
       {"ab", std::nullopt},
       kOneError + "Value 'ab' at 'tableName'" + failed + "Member must have length greater than or equal to 3"},
      {"no specification", {"Ghost", std::nullopt}, kOneError + "Value null" + path + "'" + failed + null},
      {"nothing specified",
       {"Ghost", TimeToLiveSpecification{}},
       "2 validation errors detected: Value null" + path + ".enabled'" + failed + null + "; Value null" + path +
           ".attributeName'" + failed + null},
      {"no attribute",
       {"Ghost", TimeToLiveSpecification{true, std::nullopt}},
       kOneError + "Value null" + path + ".attributeName'" + failed + null},
      {"enabled or not",
       {"Ghost", TimeToLiveSpecification{std::nullopt, "ttl"}},
       kOneError + "Value null" + path + ".enabled'" + failed + null},
      {"empty attribute",
       {"Slots", TimeToLiveSpecification{true, ""}},
       kOneError + "Value ''" + path + ".attributeName'" + failed +
           "Member must have length greater than or equal to 1"},
      {"long attribute",
       {"Slots", TimeToLiveSpecification{true, std::string(256, 'a')}},
       kOneError + "Value '" + std::string(256, 'a') + "'" + path + ".attributeName'" + failed +
           "Member must have length less than or equal to 255"},
      {"longest attribute", {"Slots", TimeToLiveSpecification{true, std::string(255, 'a')}}, "ok"},
      {"missing table", {"Ghost", good}, kNoSuchTable},
      {"missing table by its ARN", {"arn:aws:dynamodb:us-east-1:000000000000:table/Ghost", good}, kNoSuchTable},
  };
  for (const Case& c : cases) {
    SlotsTable slots;
    EXPECT_EQ(Outcome(UpdateTimeToLive(slots.state, c.request)), c.outcome) << c.name;
  }
  SlotsTable slots;
  EXPECT_EQ(slots.Described("Ghost"), kNoSuchTable);
  EXPECT_EQ(Outcome(DescribeTimeToLive(slots.state, {})),
            "The parameter 'TableName' is required but was not present in the request");
}

TEST(TimeToLive, DependsOnTheStatusOfTheTable) {
  SlotsTable slots;
  const std::shared_ptr<Table> table = slots.state.tables.Find("Slots");
  table->set_status(TableStatus::kCreating);
  EXPECT_EQ(slots.Described(),
            "Cannot describe time to live while table is in CREATING state: Current table state is CREATING");
  EXPECT_EQ(slots.Change(true, "ttl"), "ResourceNotFound: Requested resource not found: Table: Slots not found");
  slots.clock->Advance(absl::Seconds(3));
  EXPECT_EQ(slots.Change(true, "ttl"),
            "ResourceInUse: Attempt to change a resource which is still in use: Table Slots is being created");

  table->set_status(TableStatus::kUpdating);
  EXPECT_EQ(slots.Change(true, "ttl"), "ok");
  EXPECT_EQ(slots.Described(), "ENABLED on ttl");

  table->set_status(TableStatus::kDeleting);
  EXPECT_EQ(slots.Described(),
            "Cannot describe time to live while table is in DELETING state: Current table state is DELETING");
  EXPECT_EQ(slots.Change(false, "ttl"), "ok");
}

// A request that would change nothing, or that names another attribute, has its own error also during the cooldown.
// Enabling and disabling both start the cooldown, and refused attempts do not extend it.
TEST(TimeToLive, WithACooldownTwoChangesAre31MinutesApart) {
  const std::string too_soon = "Time to live has been modified multiple times within a fixed interval";
  const absl::Time start = absl::FromUnixSeconds(1'791'540'000);
  TimeToLiveSettings settings;
  const auto change = [&](int64_t seconds, bool enabled, std::string attribute) {
    return Outcome(ChangeTimeToLive(settings, {enabled, std::move(attribute)}, start + absl::Seconds(seconds), true));
  };
  EXPECT_EQ(change(0, true, "ttl"), "ok");
  EXPECT_EQ(change(1, true, "ttl"), "TimeToLive is already enabled");
  EXPECT_EQ(change(1, false, "b"), "TimeToLive is active on a different AttributeName: current AttributeName is ttl");
  EXPECT_EQ(change(1, false, "ttl"), too_soon);
  EXPECT_EQ(change(1'859, false, "ttl"), too_soon);
  EXPECT_EQ(change(1'860, false, "ttl"), "ok");
  EXPECT_EQ(change(1'861, false, "ttl"), "TimeToLive is already disabled");
  EXPECT_EQ(change(1'860 + 1'859, true, "b"), too_soon);
  EXPECT_EQ(change(1'860 + 1'860, true, "b"), "ok");
  EXPECT_EQ(settings.attribute_name, "b");
  EXPECT_EQ(change(1'860, false, "b"), "ok") << "the last change was before the clock was set back";
}

}  // namespace
}  // namespace holdfast::testing
