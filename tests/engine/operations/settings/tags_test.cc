// TagResource, UntagResource and ListTagsOfResource.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/operations/settings/list_tags_of_resource.h"
#include "engine/operations/settings/tag_resource.h"
#include "engine/operations/settings/untag_resource.h"
#include "engine/operations/tables/create_table.h"
#include "engine/operations/tables/delete_table.h"
#include "tests/engine/operations/test_database.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/support/outcomes.h"

namespace holdfast::testing {
namespace {

const std::string kTables = "arn:aws:dynamodb:us-east-1:000000000000:table/";
const std::string kArn = kTables + "Slots";
const std::string kInvalid = "One or more parameter values were invalid: ";
const std::string kOneError = "1 validation error detected: ";

std::vector<Tag> Numbered(int first, int count) {
  std::vector<Tag> tags;
  for (int i = first; i < first + count; ++i) tags.push_back({"key" + std::to_string(i), "v"});
  return tags;
}

struct TaggedTable : TestDatabase {
  TaggedTable() {
    TableDefinition definition = PlainTable("Slots");
    definition.tags = {Tag{"env", "test"}};
    definition.stream_specification = {true, StreamViewType::kKeysOnly};
    EXPECT_EQ(Outcome(CreateTable(state, definition)), "ok");
    stream_arn = state.tables.Find("Slots")->structure().stream->identity().arn;
  }

  std::string TagWith(std::vector<Tag> tags, std::string arn = kArn) {
    return Outcome(TagResource(state, {std::move(arn), std::move(tags)}));
  }
  std::string Untag(std::vector<std::string> keys, std::string arn = kArn) {
    return Outcome(UntagResource(state, {std::move(arn), std::move(keys)}));
  }
  // For example `env=test team=a`, or the error.
  std::string Tags(std::string arn = kArn) {
    const Result<ListTagsOfResourceResponse> response = ListTagsOfResource(state, {std::move(arn)});
    if (!response.ok()) return Outcome(response);
    std::string text;
    for (const auto& [key, value] : response->tags) text += (text.empty() ? "" : " ") + key + "=" + value;
    return text;
  }

  std::string stream_arn;
};

TEST(Tags, AreAddedReplacedAndRemoved) {
  TaggedTable table;
  EXPECT_EQ(table.Tags(), "env=test");
  EXPECT_EQ(table.TagWith({Tag{"team", "a"}, Tag{"Env", ""}}), "ok");
  EXPECT_EQ(table.Tags(), "env=test team=a Env=");
  EXPECT_EQ(table.TagWith({Tag{"env", "production"}}), "ok");
  EXPECT_EQ(table.Tags(), "env=production team=a Env=");
  EXPECT_EQ(table.Untag({"team", "not there", "team"}), "ok");
  EXPECT_EQ(table.Tags(), "env=production Env=");
  EXPECT_EQ(table.Untag({"env", "Env"}), "ok");
  EXPECT_EQ(table.Tags(), "");
}

TEST(Tags, AStreamHasTagsOfItsOwn) {
  TaggedTable table;
  EXPECT_EQ(table.Tags(table.stream_arn), "");
  EXPECT_EQ(table.TagWith({Tag{"reader", "billing"}}, table.stream_arn), "ok");
  EXPECT_EQ(table.Tags(table.stream_arn), "reader=billing");
  EXPECT_EQ(table.Tags(), "env=test");
  ASSERT_EQ(Outcome(DeleteTable(table.state, {"Slots"})), "ok");
  EXPECT_EQ(table.Tags(), "ResourceNotFound: Requested resource not found: ResourceArn: " + kArn + " not found");
  EXPECT_EQ(table.Tags(table.stream_arn), "reader=billing") << "a stream outlives its table by a day";
  EXPECT_EQ(table.Untag({"reader"}, table.stream_arn), "ok");
  EXPECT_EQ(table.Tags(table.stream_arn), "");
}

TEST(Tags, ARecreatedTableHasNoTags) {
  TaggedTable table;
  ASSERT_EQ(Outcome(DeleteTable(table.state, {"Slots"})), "ok");
  ASSERT_EQ(Outcome(CreateTable(table.state, PlainTable("Slots"))), "ok");
  EXPECT_EQ(table.Tags(), "");
}

TEST(Tags, AreAtMostFiftyAfterTheMerge) {
  const std::string too_many = "Number of Tags exceed the current limit for the provided ResourceArn";
  TaggedTable table;
  EXPECT_EQ(table.TagWith(Numbered(0, 49)), "ok");
  const std::string before = table.Tags();
  EXPECT_EQ(table.TagWith({Tag{"key0", "changed"}, Tag{"one more", ""}}), too_many);
  EXPECT_EQ(table.Tags(), before) << "a refused request changes no tag";
  EXPECT_EQ(table.TagWith(Numbered(0, 49)), "ok") << "replacing adds none";
  EXPECT_EQ(table.TagWith(Numbered(100, 51)), too_many);
  EXPECT_EQ(table.Untag(std::vector<std::string>(51, "x")), too_many);
  EXPECT_EQ(table.Untag(std::vector<std::string>(50, "x")), "ok");
  std::vector<std::string> keys = {"env"};
  for (const Tag& tag : Numbered(0, 49)) keys.push_back(*tag.key);
  EXPECT_EQ(table.Untag(keys), "ok");
  EXPECT_EQ(table.Tags(), "");
}

TEST(Tags, RefusesTagsThatAreNotWellFormed) {
  const std::string bad_key = "The Tag Key provided is invalid, Key: ";
  const std::string bad_value = "The Tag Value provided is invalid, Value: ";
  const std::string reserved = "Tag Key cannot be prefixed with aws:, Key: ";
  struct Case {
    std::vector<Tag> tags;
    std::string outcome;
  };
  const std::string accents = "ééé";
  std::string key_of_128, value_of_256;
  for (int i = 0; i < 128; ++i) key_of_128 += "é";
  for (int i = 0; i < 256; ++i) value_of_256 += "é";
  const std::vector<Case> cases = {
      {{}, "Atleast one Tag needs to be provided as Input."},
      {{Tag{std::nullopt, "v"}}, bad_key + "null"},
      {{Tag{"", "v"}}, bad_key},
      {{Tag{std::string(129, 'k'), "v"}}, bad_key + std::string(129, 'k')},
      {{Tag{"a!", "v"}}, bad_key + "a!"},
      {{Tag{"k", std::nullopt}}, bad_value + "null"},
      {{Tag{"k", std::string(257, 'v')}}, bad_value + std::string(257, 'v')},
      {{Tag{"k", "v#"}}, bad_value + "v#"},
      {{Tag{"aws:k", "v"}}, reserved + "aws:k"},
      {{Tag{"AwS:", "v"}}, reserved + "AwS:"},
      {{Tag{"a", "1"}, Tag{"b", "2"}, Tag{"a", "1"}},
       "Duplicate Tag Keys provided as input: Duplicate Tag Key found a"},
      {{Tag{"+ - = . _ : / @", "+ - = . _ : / @"}}, "ok"},
      {{Tag{"aws", "aws:"}}, "ok"},
      {{Tag{"a", "1"}, Tag{"A", "2"}}, "ok"},
      {{Tag{key_of_128, value_of_256}}, "ok"},
      {{Tag{accents, ""}}, "ok"},
  };
  for (const Case& c : cases) {
    TaggedTable table;
    EXPECT_EQ(table.TagWith(c.tags), c.outcome);
    EXPECT_EQ(table.Tags() == "env=test", c.outcome != "ok") << c.outcome;
  }
  TaggedTable table;
  EXPECT_EQ(table.Untag({}), "Atleast one Tag Key needs to be provided as Input.");
  EXPECT_EQ(table.Untag({"env", ""}), bad_key);
  EXPECT_EQ(table.Untag({"env", "aws:k"}), reserved + "aws:k");
  EXPECT_EQ(table.Tags(), "env=test");
}

// TagResource, UntagResource and ListTagsOfResource refuse an ARN with the same error.
TEST(Tags, RefusesArnsOfOtherResources) {
  const std::string region = "arn:aws:dynamodb:us-west-2:000000000000:table/Slots";
  const std::string malformed = "Invalid TableArn: Invalid ResourceArn provided as input ";
  const std::string not_found = "ResourceNotFound: Requested resource not found: ResourceArn: ";
  const std::string neither =
      kInvalid + "Invalid resource arn provided, only table or stream is accepted. Provided resource arn: ";
  struct Case {
    std::optional<std::string> arn;
    std::string outcome;
  };
  const std::vector<Case> cases = {
      {std::nullopt, "Invalid TableArn"},
      {"", kInvalid + "ARNs must start with 'arn:': "},
      {"Slots", kInvalid + "ARNs must start with 'arn:': Slots"},
      {"arn:aws:s3:::bucket", kInvalid + "Provided Arn is not a DynamoDB resource arn: arn:aws:s3:::bucket"},
      {"arn:aws", kInvalid + "Provided Arn is not a DynamoDB resource arn: arn:aws"},
      {kArn + "/index/by_day", neither + kArn + "/index/by_day"},
      {kArn + "/backup/01", neither + kArn + "/backup/01"},
      {region, malformed + region},
      {kTables, malformed + kTables},
      {kTables + "ab", malformed + kTables + "ab"},
      {kTables + "a b c", malformed + kTables + "a b c"},
      {kArn + "/stream/", malformed + kArn + "/stream/"},
      {"arn:aws:dynamodb:us-east-1:000000000000:global-table/Slots",
       malformed + "arn:aws:dynamodb:us-east-1:000000000000:global-table/Slots"},
      {"arn:aws:dynamodb:us-east-1:123456789012:table/Slots", "AccessDenied: Access is denied"},
      {kTables + "Ghost", not_found + kTables + "Ghost not found"},
      {kTables + "slots", not_found + kTables + "slots not found"},
      {kArn + "/stream/2020-01-01T00:00:00.000", not_found + kArn + "/stream/2020-01-01T00:00:00.000 not found"},
  };
  TaggedTable table;
  for (const Case& c : cases) {
    EXPECT_EQ(Outcome(TagResource(table.state, {c.arn, Numbered(0, 1)})), c.outcome);
    EXPECT_EQ(Outcome(UntagResource(table.state, {c.arn, std::vector<std::string>{"k"}})), c.outcome);
    EXPECT_EQ(Outcome(ListTagsOfResource(table.state, {c.arn})), c.outcome);
  }
}

TEST(Tags, ReportsErrorsInOrder) {
  const std::string null = "' failed to satisfy constraint: Member must not be null";
  TaggedTable table;
  EXPECT_EQ(Outcome(TagResource(table.state, {})), "Invalid TableArn");
  EXPECT_EQ(Outcome(TagResource(table.state, {"Slots", std::nullopt})),
            kInvalid + "ARNs must start with 'arn:': Slots");
  EXPECT_EQ(Outcome(TagResource(table.state, {"arn:aws:s3:::b", std::nullopt})),
            kOneError + "Value null at 'tags" + null);
  EXPECT_EQ(Outcome(UntagResource(table.state, {"arn:aws:s3:::b", std::nullopt})),
            kOneError + "Value null at 'tagKeys" + null);
  EXPECT_EQ(table.TagWith({}, "arn:aws:s3:::b"),
            kInvalid + "Provided Arn is not a DynamoDB resource arn: arn:aws:s3:::b");
  EXPECT_EQ(table.TagWith({}, kTables + "Ghost"), "Atleast one Tag needs to be provided as Input.");
  EXPECT_EQ(table.TagWith({Tag{"!", "v"}}, kTables + "Ghost"), "The Tag Key provided is invalid, Key: !");
  EXPECT_EQ(table.TagWith(Numbered(0, 51), kTables + "Ghost"),
            "ResourceNotFound: Requested resource not found: ResourceArn: " + kTables + "Ghost not found");
}

}  // namespace
}  // namespace holdfast::testing
