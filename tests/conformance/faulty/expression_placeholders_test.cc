#include "conformance/faulty/faults/expression_placeholders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/conformance/faulty/scripted_endpoint.h"

namespace holdfast::conformance::faulty {
namespace {

using testing::ElementsAre;

std::string Dropped(const std::string& request, std::string_view expression) {
  rapidjson::Document document = ParseJson(request);
  DropExpression(&document, expression);
  return ToText(document);
}

TEST(ExpressionPlaceholders, AreFoundAnywhereInAnExpression) {
  EXPECT_THAT(PlaceholdersIn("#a.#b[0]=:v1 AND begins_with(c,:v_2)OR(#a<:v1)"), ElementsAre("#a", "#b", ":v1", ":v_2"));
  EXPECT_THAT(PlaceholdersIn("attribute_exists(pk)"), ElementsAre());
  EXPECT_THAT(PlaceholdersIn("a = :"), ElementsAre(":"));
}

TEST(ExpressionPlaceholders, DefinitionsUsedOnlyByTheDroppedExpressionAreRemoved) {
  EXPECT_THAT(Dropped(R"({"ConditionExpression":"#a = :old","UpdateExpression":"SET #a = :new",
                          "ExpressionAttributeNames":{"#a":"x"},
                          "ExpressionAttributeValues":{":old":{"N":"1"},":new":{"N":"2"}}})",
                      "ConditionExpression"),
              IsJson(R"({"UpdateExpression":"SET #a = :new","ExpressionAttributeNames":{"#a":"x"},
                         "ExpressionAttributeValues":{":new":{"N":"2"}}})"));
}

TEST(ExpressionPlaceholders, EmptyMapsOfDefinitionsAreRemoved) {
  EXPECT_THAT(Dropped(R"({"TableName":"t","ConditionExpression":"#a = :a","ExpressionAttributeNames":{"#a":"x"},
                          "ExpressionAttributeValues":{":a":{"N":"1"}}})",
                      "ConditionExpression"),
              IsJson(R"({"TableName":"t"})"));
}

TEST(ExpressionPlaceholders, UnusedDefinitionsAreKept) {
  EXPECT_THAT(Dropped(R"({"ConditionExpression":"a = :a",
                          "ExpressionAttributeValues":{":a":{"N":"1"},":unused":{"N":"2"}}})",
                      "ConditionExpression"),
              IsJson(R"({"ExpressionAttributeValues":{":unused":{"N":"2"}}})"));
}

TEST(ExpressionPlaceholders, APlaceholderDiffersFromALongerOne) {
  EXPECT_THAT(Dropped(R"({"ConditionExpression":"a = :v","UpdateExpression":"SET b = :v2",
                          "ExpressionAttributeValues":{":v":{"N":"1"},":v2":{"N":"2"}}})",
                      "ConditionExpression"),
              IsJson(R"({"UpdateExpression":"SET b = :v2","ExpressionAttributeValues":{":v2":{"N":"2"}}})"));
}

TEST(ExpressionPlaceholders, OnlyUsedDefinitionsAreCopied) {
  const rapidjson::Document request = ParseJson(R"({"ExpressionAttributeNames":{"#a":"x","#b":"y"},
                                                    "ExpressionAttributeValues":{":v":{"N":"1"}}})");
  rapidjson::Document copy(rapidjson::kObjectType);
  CopyDefinitions(request, "attribute_exists(#b)", &copy, copy.GetAllocator());
  EXPECT_THAT(ToText(copy), IsJson(R"({"ExpressionAttributeNames":{"#b":"y"}})"));
}

}  // namespace
}  // namespace holdfast::conformance::faulty
