#include "conformance/faulty/faults/table_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/conformance/faulty/scripted_endpoint.h"

namespace holdfast::conformance::faulty {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(TableKeys, KeyAttributesComeFromDescribeTable) {
  ScriptedEndpoint endpoint({Success(R"({"Table":{"KeySchema":[{"AttributeName":"s","KeyType":"RANGE"},
                                                               {"AttributeName":"p","KeyType":"HASH"}]}})")});
  EXPECT_THAT(KeyAttributesOf(OperationRequest("PutItem", "{}"), "a \"name\"", &endpoint), ElementsAre("p", "s"));
  EXPECT_EQ(endpoint.Operations(), "DescribeTable");
  EXPECT_EQ(endpoint.requests()[0].body, R"({"TableName":"a \"name\""})");
}

TEST(TableKeys, WithoutADescriptionThereAreNoKeyAttributes) {
  ScriptedEndpoint endpoint({Failure(400, "ResourceNotFoundException", "m"), Success()});
  EXPECT_THAT(KeyAttributesOf(OperationRequest("PutItem", "{}"), "t", &endpoint), IsEmpty());
  EXPECT_THAT(KeyAttributesOf(OperationRequest("PutItem", "{}"), "t", &endpoint), IsEmpty());
}

TEST(TableKeys, KeyOfCopiesTheKeyAttributesOfAnItem) {
  rapidjson::Document memory;
  const rapidjson::Document item = ParseJson(R"({"n":{"N":"1"},"s":{"S":"y"},"p":{"S":"x"}})");
  const auto key = KeyOf(item, {"p", "s"}, memory.GetAllocator());
  ASSERT_TRUE(key.has_value());
  EXPECT_EQ(ToText(*key), R"({"p":{"S":"x"},"s":{"S":"y"}})");
  EXPECT_FALSE(KeyOf(item, {"p", "absent"}, memory.GetAllocator()).has_value());
}

}  // namespace
}  // namespace holdfast::conformance::faulty
