// The JSON of TagResource, UntagResource and ListTagsOfResource.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "server/json/operations/settings/settings_json.h"
#include "tests/server/json/encoded.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

TEST(TagsJson, ReadsEveryMember) {
  const Decoded<TagResourceRequest> tag =
      DecodeTagResource(Parsed(R"({"ResourceArn":"arn:","Tags":[{"Key":"k","Value":"v"},{"Key":"l"}]})"));
  ASSERT_EQ(Message(tag), "<ok>");
  EXPECT_EQ(tag->resource_arn, "arn:");
  ASSERT_EQ(tag->tags->size(), 2u);
  EXPECT_EQ(tag->tags->at(0).key, "k");
  EXPECT_EQ(tag->tags->at(0).value, "v");
  EXPECT_EQ(tag->tags->at(1).value, std::nullopt);

  const Decoded<UntagResourceRequest> untag =
      DecodeUntagResource(Parsed(R"({"ResourceArn":"arn:","TagKeys":["k","l"]})"));
  ASSERT_EQ(Message(untag), "<ok>");
  EXPECT_EQ(untag->resource_arn, "arn:");
  EXPECT_EQ(untag->tag_keys, (std::vector<std::string>{"k", "l"}));

  EXPECT_EQ(DecodeListTagsOfResource(Parsed(R"({"ResourceArn":"arn:","NextToken":"x"})"))->resource_arn, "arn:");
}

TEST(TagsJson, RefusesMembersOfAnotherType) {
  EXPECT_EQ(Message(DecodeTagResource(Parsed(R"({"Tags":{}})"))), "Start of structure or map found where not expected");
  EXPECT_EQ(Message(DecodeTagResource(Parsed(R"({"Tags":["k"]})"))), "Unexpected value type in payload");
  EXPECT_EQ(Message(DecodeUntagResource(Parsed(R"({"TagKeys":[1]})"))), "NUMBER_VALUE cannot be converted to String");
  EXPECT_EQ(Message(DecodeListTagsOfResource(Parsed(R"({"NextToken":1})"))),
            "NUMBER_VALUE cannot be converted to String");
}

TEST(TagsJson, WritesTags) {
  EXPECT_EQ(Encoded(EncodeListTagsOfResource, {{{"k", "v"}, {"\"", ""}}}),
            R"({"Tags":[{"Key":"k","Value":"v"},{"Key":"\"","Value":""}]})");
  EXPECT_EQ(Encoded(EncodeListTagsOfResource, {}), R"({"Tags":[]})");
}

}  // namespace
}  // namespace holdfast::server
