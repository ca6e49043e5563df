// PutResourcePolicy, GetResourcePolicy and DeleteResourcePolicy; CreateTable's ResourcePolicy.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/operations/settings/delete_resource_policy.h"
#include "engine/operations/settings/get_resource_policy.h"
#include "engine/operations/settings/put_resource_policy.h"
#include "engine/operations/tables/create_table.h"
#include "tests/engine/operations/test_database.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/support/outcomes.h"

namespace holdfast::testing {
namespace {

const std::string kTables = "arn:aws:dynamodb:us-east-1:000000000000:table/";
const std::string kArn = kTables + "Slots";
const std::string kNone = "PolicyNotFound: Resource-based policy not found for the provided ResourceArn.";

struct SlotsTable : TestDatabase {
  explicit SlotsTable(TableDefinition definition = PlainTable("Slots")) {
    definition.stream_specification = {true, StreamViewType::kKeysOnly};
    EXPECT_EQ(Outcome(CreateTable(state, definition)), "ok");
  }

  // The revision, or the error.
  std::string Put(std::string policy, std::optional<std::string> expected = {}, std::string arn = kArn) {
    const auto response = PutResourcePolicy(state, {std::move(arn), std::move(policy), std::move(expected)});
    return response.ok() ? response->revision_id : Outcome(response);
  }
  std::string Delete(std::optional<std::string> expected = {}, std::string arn = kArn) {
    const auto response = DeleteResourcePolicy(state, {std::move(arn), std::move(expected)});
    return response.ok() ? response->revision_id.value_or("no revision") : Outcome(response);
  }
  // The policy, or the error.
  std::string Stored(std::string arn = kArn) {
    const auto response = GetResourcePolicy(state, {std::move(arn)});
    return response.ok() ? response->policy : Outcome(response);
  }
};

TEST(ResourcePolicy, IsStoredAndReturned) {
  SlotsTable slots;
  EXPECT_EQ(slots.Stored(), kNone);
  const std::string first = slots.Put("{ }");
  EXPECT_EQ(slots.Stored(), "{ }") << "as it was sent, spaces included";
  EXPECT_EQ(GetResourcePolicy(slots.state, {kArn})->revision_id, first);
  EXPECT_EQ(slots.Put("{ }"), first) << "the same policy is the same revision";
  const std::string second = slots.Put("{}");
  EXPECT_NE(second, first);
  EXPECT_EQ(slots.Stored(), "{}");
  EXPECT_EQ(slots.Delete(), second);
  EXPECT_EQ(slots.Stored(), kNone);
  EXPECT_EQ(slots.Delete(), "no revision") << "deleting again is no error";
  EXPECT_NE(slots.Put("{}"), second) << "a revision does not come back";
}

TEST(ResourcePolicy, AnExpectedRevisionGuardsTheChange) {
  SlotsTable slots;
  EXPECT_EQ(slots.Put("a", "some revision"), kNone);
  EXPECT_EQ(slots.Delete("some revision"), kNone);
  const std::string first = slots.Put("a", "NO_POLICY");
  EXPECT_EQ(slots.Stored(), "a");
  EXPECT_EQ(slots.Put("b", "NO_POLICY"), kNone);
  const std::string second = slots.Put("b", first);
  EXPECT_EQ(slots.Put("c", first), kNone);
  EXPECT_EQ(slots.Delete(first), kNone);
  EXPECT_EQ(slots.Stored(), "b");
  EXPECT_EQ(slots.Delete(second), second);
}

TEST(ResourcePolicy, AStreamHasAPolicyOfItsOwn) {
  SlotsTable slots;
  const std::string stream = slots.state.tables.Find("Slots")->structure().stream->identity().arn;
  slots.Put("for the stream", {}, stream);
  EXPECT_EQ(slots.Stored(stream), "for the stream");
  EXPECT_EQ(slots.Stored(), kNone);
}

TEST(ResourcePolicy, CreateTableMaySetIt) {
  TableDefinition definition = PlainTable("Slots");
  definition.resource_policy = "from the start";
  SlotsTable slots(definition);
  EXPECT_EQ(slots.Stored(), "from the start");
  EXPECT_EQ(slots.Delete("no such revision"), kNone);
  EXPECT_EQ(slots.Stored(), "from the start");
}

TEST(ResourcePolicy, HasTwentyKilobytesAtMost) {
  const std::string too_large =
      "One or more parameter values were invalid: Resource-based policy exceeds the limit of 20480 bytes";
  SlotsTable slots;
  EXPECT_EQ(slots.Put(std::string(20'481, ' ')), too_large);
  EXPECT_EQ(slots.Stored(), kNone);
  slots.Put(std::string(20'480, ' '));
  EXPECT_EQ(slots.Stored().size(), 20'480u);
  TableDefinition definition = PlainTable("Other");
  definition.resource_policy = std::string(20'481, ' ');
  EXPECT_EQ(Outcome(CreateTable(slots.state, definition)), too_large);
}

TEST(ResourcePolicy, MustBeJson) {
  const std::string malformed =
      "One or more parameter values were invalid: Invalid policy document: The policy is not a JSON object";
  SlotsTable slots;
  EXPECT_EQ(Outcome(PutResourcePolicy(slots.state, {kArn, "policy", {}, /*policy_is_json_object=*/false})), malformed);
  EXPECT_EQ(slots.Stored(), kNone);
  TableDefinition definition = PlainTable("Other");
  definition.resource_policy = "policy";
  definition.resource_policy_is_json_object = false;
  EXPECT_EQ(Outcome(CreateTable(slots.state, definition)), malformed);
}

TEST(ResourcePolicy, Refusals) {
  const std::string one_error = "1 validation error detected: ";
  const std::string failed = "' failed to satisfy constraint: Member must ";
  const std::string no_table = "ResourceNotFound: Requested resource not found: Table: Ghost not found";
  const std::string bare = "One or more parameter values were invalid: ARNs must start with 'arn:': Slots";
  SlotsTable slots;
  for (const auto& [arn, outcome] : std::vector<std::pair<std::string, std::string>>{
           {"Slots", bare},
           {kTables + "Ghost", no_table},
           {kArn + "/stream/2020-01-01T00:00:00.000", "ResourceNotFound: Requested resource not found: Stream: " +
                                                          kArn + "/stream/2020-01-01T00:00:00.000 not found"},
           {"arn:aws:dynamodb:us-east-1:123456789012:table/Slots", "AccessDenied: Access is denied"}}) {
    EXPECT_EQ(slots.Put("{}", {}, arn), outcome);
    EXPECT_EQ(slots.Delete({}, arn), outcome);
    EXPECT_EQ(slots.Stored(arn), outcome);
  }
  EXPECT_EQ(Outcome(GetResourcePolicy(slots.state, {})),
            one_error + "Value null at 'resourceArn" + failed + "not be null");
  EXPECT_EQ(Outcome(DeleteResourcePolicy(slots.state, {})),
            one_error + "Value null at 'resourceArn" + failed + "not be null");
  EXPECT_EQ(Outcome(PutResourcePolicy(slots.state, {kArn, {}, {}})),
            one_error + "Value null at 'policy" + failed + "not be null");
  EXPECT_EQ(slots.Put("{}", ""),
            one_error + "Value '' at 'expectedRevisionId" + failed + "have length greater than or equal to 1");
  EXPECT_EQ(slots.Delete(std::string(256, 'r')), one_error + "Value '" + std::string(256, 'r') +
                                                     "' at 'expectedRevisionId" + failed +
                                                     "have length less than or equal to 255");
}

}  // namespace
}  // namespace holdfast::testing
