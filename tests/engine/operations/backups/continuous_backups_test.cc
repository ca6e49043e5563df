// DescribeContinuousBackups and UpdateContinuousBackups.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/operations/backups/describe_continuous_backups.h"
#include "engine/operations/backups/update_continuous_backups.h"
#include "engine/operations/tables/create_table.h"
#include "tests/engine/operations/test_database.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/support/outcomes.h"

namespace holdfast::testing {
namespace {

struct SlotsTable : TestDatabase {
  SlotsTable() { EXPECT_EQ(Outcome(CreateTable(state, PlainTable("Slots"))), "ok"); }

  // `DISABLED`, or `<days> days, from <seconds> to <seconds>` since the test began.
  std::string Format(const ContinuousBackupsDescription& description) const {
    if (!description.recovery) return "DISABLED";
    const auto seconds = [&](absl::Time time) { return std::to_string(absl::ToInt64Seconds(time - start)); };
    return std::to_string(description.recovery->recovery_period_in_days) + " days, from " +
           seconds(description.recovery->earliest_restorable) + " to " +
           seconds(description.recovery->latest_restorable);
  }
  std::string Described() {
    const auto response = DescribeContinuousBackups(state, {"Slots"});
    return response.ok() ? Format(response->continuous_backups_description) : Outcome(response);
  }
  std::string Change(PointInTimeRecoverySpecification specification) {
    const auto response = UpdateContinuousBackups(state, {"Slots", specification});
    return response.ok() ? Format(response->continuous_backups_description) : Outcome(response);
  }

  const absl::Time start = clock->Now();
};

TEST(ContinuousBackups, AreStoredAndFollowTheClock) {
  SlotsTable slots;
  EXPECT_EQ(slots.Described(), "DISABLED");
  EXPECT_EQ(slots.Change({true, std::nullopt}), "35 days, from 0 to 0");
  slots.clock->Advance(absl::Minutes(4));
  EXPECT_EQ(slots.Described(), "35 days, from 0 to 0");
  slots.clock->Advance(absl::Minutes(6));
  EXPECT_EQ(slots.Described(), "35 days, from 0 to 300");
  EXPECT_EQ(slots.Change({true, 1}), "1 days, from 0 to 300") << "enabling again does not start over";
  slots.clock->Advance(absl::Hours(48));
  EXPECT_EQ(slots.Described(), "1 days, from 87000 to 173100");
  EXPECT_EQ(slots.Change({true, 35}), "35 days, from 87000 to 173100") << "what is over is not reopened";
  EXPECT_EQ(slots.Change({false, std::nullopt}), "DISABLED");
  EXPECT_EQ(slots.Described(), "DISABLED");
  EXPECT_EQ(slots.Change({true, 35}), "35 days, from 173400 to 173400");
}

TEST(ContinuousBackups, ReportsErrorsInOrder) {
  const std::string one_error = "1 validation error detected: ";
  const std::string failed = "' failed to satisfy constraint: Member must ";
  const std::string specification = "pointInTimeRecoverySpecification";
  using Specification = PointInTimeRecoverySpecification;
  struct Case {
    UpdateContinuousBackupsRequest request;
    std::string outcome;
  };
  const std::vector<Case> cases = {
      {{}, "The parameter 'TableName' is required but was not present in the request"},
      {{"Ghost", std::nullopt}, one_error + "Value null at '" + specification + failed + "not be null"},
      {{"Ghost", Specification{}},
       one_error + "Value null at '" + specification + ".pointInTimeRecoveryEnabled" + failed + "not be null"},
      {{"Ghost", Specification{true, 36}},
       one_error + "Value '36' at '" + specification + ".recoveryPeriodInDays" + failed +
           "have value less than or equal to 35"},
      {{"Ghost", Specification{true, 0}},
       one_error + "Value '0' at '" + specification + ".recoveryPeriodInDays" + failed +
           "have value greater than or equal to 1"},
      {{"Ghost", Specification{false, 5}},
       "Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery."},
      {{"Ghost", Specification{true, 5}}, "TableNotFound: Table not found: Ghost"},
  };
  SlotsTable slots;
  for (const Case& c : cases) EXPECT_EQ(Outcome(UpdateContinuousBackups(slots.state, c.request)), c.outcome);
  EXPECT_EQ(Outcome(DescribeContinuousBackups(slots.state, {"Ghost"})), "TableNotFound: Table not found: Ghost");
  EXPECT_EQ(Outcome(DescribeContinuousBackups(slots.state, {})),
            "The parameter 'TableName' is required but was not present in the request");
}

}  // namespace
}  // namespace holdfast::testing
