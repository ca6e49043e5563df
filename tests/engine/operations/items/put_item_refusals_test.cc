// The errors of PutItem: their texts, and which one is reported if there are several.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tests/engine/operations/item_table.h"
#include "tests/engine/operations/spoiled_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::StartsWith;

const std::string kOneError = "1 validation error detected: ";
const std::string kInvalid = "One or more parameter values were invalid: ";
const std::string kNotValid = "One or more parameter values are not valid. ";
const std::string kTooDeep =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit";
const std::string kNameTooLong =
    kInvalid + "Attribute name is too large, must be less than 65536 bytes; the limit is 65535";

using Case = Fault<PutItemRequest>;
// The table has a local index `local` on a and a global index `global` on b.
template <size_t size>
void ExpectRefusals(const Case (&cases)[size]) {
  ItemTable table(IndexedTable(kItems));
  ExpectFaults(cases, Put(Key("p", "s")), [&](const PutItemRequest& request) {
    const std::string outcome = Outcome(PutItem(table.state, request));
    EXPECT_EQ(table.Stored(Key("p", "s")), kAbsent);
    return outcome;
  });
}
std::function<void(PutItemRequest&)> SetItem(AttributeMap item) {
  return [item](PutItemRequest& r) { r.item = item; };
}
std::function<void(PutItemRequest&)> SetValue(AttributeValue value) {
  return SetItem(ItemWith("p", "s", {{"x", value}}));
}

TEST(PutItem, RefusesMembersWithTheTextOfDynamoDb) {
  const Case cases[] = {
      {[](PutItemRequest& r) { r.item.reset(); },
       kOneError + "Value null at 'item' failed to satisfy constraint: Member must not be null"},
      {[](PutItemRequest& r) { r.table_name.reset(); },
       kOneError + "Value null at 'tableName' failed to satisfy constraint: Member must not be null"},
      {[](PutItemRequest& r) { r.table_name = ""; },
       kOneError + "Value at 'TableName' failed to satisfy constraint: Member must have length greater than or equal "
                   "to 1"},
      {[](PutItemRequest& r) { r.table_name = "a b"; },
       kOneError + "Value 'a b' at 'tableName' failed to satisfy constraint: Member must satisfy regular expression "
                   "pattern: [a-zA-Z0-9_.-]+"},
      {[](PutItemRequest& r) {
         r.return_consumed_capacity = EnumField<ReturnConsumedCapacity>::FromText("total");
         r.return_values = EnumField<ReturnValues>::FromText("all_old");
         r.return_item_collection_metrics = EnumField<ReturnItemCollectionMetrics>::FromText("none");
       },
       "3 validation errors detected: Value 'total' at 'returnConsumedCapacity' failed to satisfy constraint: Member "
       "must satisfy enum value set: [INDEXES, TOTAL, NONE]; Failed to satisfy constraint: Member must satisfy enum "
       "value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]; Value 'none' at 'returnItemCollectionMetrics' "
       "failed to satisfy constraint: Member must satisfy enum value set: [SIZE, NONE]"},
      {[](PutItemRequest& r) {
         r.expected.emplace();
         r.condition_expression = "a = b";
       },
       kOneError + "Can not use both expression and non-expression parameters in the same request: Non-expression "
                   "parameters: {Expected} Expression parameters: {ConditionExpression}"},
      {[](PutItemRequest& r) {
         r.expression_fields = Fields({{":v", N("1")}});
       },
       kOneError + "ExpressionAttributeValues can only be specified when using expressions"},
      {[](PutItemRequest& r) { r.condition_expression = ""; },
       kOneError + "Invalid ConditionExpression: The expression can not be empty;"},
      {[](PutItemRequest& r) { r.condition_expression = "a > 4"; },
       kOneError + R"(Invalid ConditionExpression: Syntax error; token: "4", near: "> 4")"},
      {[](PutItemRequest& r) {
         r.condition_expression = "(quantity - reservedQty) >= :qty";
         r.expression_fields = Fields({{":qty", N("1")}});
       },
       kOneError + R"(Invalid ConditionExpression: Syntax error; token: "-", near: "quantity - reservedQty")"},
      {[](PutItemRequest& r) { r.conditional_operator = ConditionalOperator::kAnd; },
       kOneError + "ConditionalOperator can only be used when Filter or Expected has two or more elements"},
      {[](PutItemRequest& r) { r.table_name = "Ghosts"; }, kTableNotFound},
  };
  ExpectRefusals(cases);
}

TEST(PutItem, RefusesValuesWithTheTextOfDynamoDb) {
  const Case cases[] = {
      {SetValue(Ss({})), kOneError + kInvalid + "An string set  may not be empty"},
      {SetValue(Ns({})), kOneError + kInvalid + "An number set  may not be empty"},
      {SetValue(Bs({})), kOneError + kInvalid + "Binary sets should not be empty"},
      {SetValue(Ss({"b", "a", "b"})),
       kOneError + kInvalid + "Input collection [\"a\", \"b\", \"b\"] contains duplicates."},
      {SetValue(Bs({"\xff", std::string(1, '\0'), std::string(1, '\0')})),
       kOneError + kInvalid + "Input collection [\"AA==\",\"/w==\",\"AA==\"]of type BS contains duplicates."},
      {SetValue(Ns({"1", "1.0"})), kOneError + kInvalid + "Input collection contains duplicates."},
      {SetValue(N("")), kOneError + "The parameter cannot be converted to a numeric value: "},
      {SetValue(N("abc")), kOneError + "The parameter cannot be converted to a numeric value: abc"},
      {SetValue(N("1e126")),
       kOneError + "Number overflow. Attempting to store a number with magnitude larger than supported range"},
      {SetValue(N("1e-131")),
       kOneError + "Number underflow. Attempting to store a number with magnitude smaller than supported range"},
      {SetValue(N("123456789012345678901234567890123456789")),
       kOneError + "Attempting to store more than 38 significant digits in a Number"},
      {SetValue(L({M({{"deep", N("x")}})})), kOneError + "The parameter cannot be converted to a numeric value: x"},
      {SetValue(Nested(33)),
       "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported "
       "limit"},
      {SetValue(M({{"", N("1")}})), "Empty attribute name"},
      {SetItem(ItemWith("p", "s", {{"", N("1")}})), "Empty attribute name"},
  };
  ExpectRefusals(cases);
}

TEST(PutItem, RefusesKeysWithTheTextOfDynamoDb) {
  const std::string kEmptyIndexKey = kNotValid +
                                     "A value specified for a secondary index key is not supported. The AttributeValue "
                                     "for a key attribute cannot contain an empty string value. ";
  const Case cases[] = {
      {SetItem({}), kInvalid + "Missing the key pk in the item"},
      {SetItem({{"pk", S("p")}}), kInvalid + "Missing the key sk in the item"},
      {SetItem({{"pk", N("1")}, {"sk", S("s")}}), kInvalid + "Type mismatch for key pk expected: S actual: N"},
      {SetItem({{"pk", S("p")}, {"sk", M({})}}), kInvalid + "Type mismatch for key sk expected: S actual: M"},
      {SetItem({{"pk", S("p")}, {"sk", Ss({"s"})}}), kInvalid + "Type mismatch for key sk expected: S actual: SS"},
      {SetItem({{"pk", S("")}}),
       kNotValid + "The AttributeValue for a key attribute cannot contain an empty string value. Key: pk"},
      {SetItem({{"pk", S(std::string(2049, 'p'))}, {"sk", N("1")}}),
       kInvalid + "Size of hashkey has exceeded the maximum size limit of2048 bytes"},
      {SetItem(Key("", "s")),
       kNotValid + "The AttributeValue for a key attribute cannot contain an empty string value. Key: pk"},
      {SetItem(Key("p", "")),
       kNotValid + "The AttributeValue for a key attribute cannot contain an empty string value. Key: sk"},
      {SetItem(Key(std::string(2049, 'p'), "s")),
       kInvalid + "Size of hashkey has exceeded the maximum size limit of2048 bytes"},
      {SetItem(Key("p", std::string(1025, 's'))),
       kInvalid + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"},
      {SetItem(ItemWith("p", "s", {{"a", N("1")}})),
       kInvalid + "Type mismatch for Index Key a Expected: S Actual: N IndexName: local"},
      {SetItem(ItemWith("p", "s", {{"b", L({})}})),
       kInvalid + "Type mismatch for Index Key b Expected: S Actual: L IndexName: global"},
      {SetItem(ItemWith("p", "s", {{"a", N("1")}, {"b", Null()}})),
       kInvalid + "Type mismatch for Index Key b Expected: S Actual: NULL IndexName: global"},
      {SetItem(ItemWith("p", "s", {{"a", S("")}})), kEmptyIndexKey + "IndexName: local, IndexKey: a"},
      {SetItem(ItemWith("p", "s", {{"b", S("")}})), kEmptyIndexKey + "IndexName: global, IndexKey: b"},
      {SetItem(ItemWith("p", "s", {{"a", S(std::string(1025, 'a'))}})),
       kInvalid + "Size limit exceeded for Index Key a Actual Size: 1025 bytes Max Size: 1024 bytes IndexName: local"},
      {SetItem(ItemWith("p", "s", {{"b", S(std::string(2049, 'b'))}})),
       kInvalid + "Size limit exceeded for Index Key b Actual Size: 2049 bytes Max Size: 2048 bytes IndexName: global"},
      {SetItem({{"pk", S("p")}, {"a", N("1")}}), kInvalid + "Missing the key sk in the item"},
  };
  ExpectRefusals(cases);
}

TEST(PutItem, ATooDeepValueIsReportedWithACountOfErrorsOnlyInACondition) {
  const Case cases[] = {
      {[](PutItemRequest& r) {
         r = If(r, "a = :v", Fields({{":v", Nested(33)}}));
       },
       kOneError + kTooDeep},
      {SetValue(Nested(33)), kTooDeep},
  };
  ExpectRefusals(cases);
}

// The names in Expected are attribute names, too.
TEST(PutItem, RefusesInvalidAttributeNamesInExpected) {
  const auto expected = [](std::string name) {
    return [name](PutItemRequest& r) { r.expected = {{name, ExpectedAttributeValue{Nested(33), {}, {}, {}}}}; };
  };
  const Case cases[] = {
      {expected(""), "Empty attribute name"},
      {expected(std::string(65'536, 'a')), kNameTooLong},
      {expected(std::string(65'535, 'a')), kTooDeep},
  };
  ExpectRefusals(cases);
}

TEST(PutItem, WithAVeryDeepValueOtherErrorsHaveTheOlderWording) {
  const auto spoil = [](int levels) {
    return [levels](PutItemRequest& r) {
      r.conditional_operator = EnumField<ConditionalOperator>::FromText("XOR");
      r.return_values = EnumField<ReturnValues>::FromText("x");
      r.expected = {{"a", ExpectedAttributeValue{Nested(levels), {}, {}, {}}}};
    };
  };
  const Case cases[] = {
      {spoil(61), kOneError + "Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]"},
      {spoil(100),
       "2 validation errors detected: Value 'XOR' at 'conditionalOperator' failed to satisfy constraint: Member must "
       "satisfy enum value set: [OR, AND]; Value 'x' at 'returnValues' failed to satisfy constraint: Member must "
       "satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"},
  };
  ExpectRefusals(cases);
}

TEST(PutItem, ListsAndCountsAtMostTenErrors) {
  PutItemRequest request = Put(Key("p", "s"));
  request.expected.emplace();
  for (int i = 0; i < 12; ++i) {
    request.expected->push_back({"a" + std::to_string(i), {}});
    request.expected->back().second.comparison_operator = EnumField<ComparisonOperator>::FromText("x");
  }
  ItemTable table;
  const std::string outcome = Outcome(PutItem(table.state, request));
  EXPECT_THAT(outcome, StartsWith("10 validation errors detected: "));
  EXPECT_THAT(outcome, ::testing::HasSubstr("expected.a9.member"));
  EXPECT_THAT(outcome, ::testing::Not(::testing::HasSubstr("expected.a10.member")));
}

TEST(PutItem, ReportsAnEmptyBinaryKeyAsBinary) {
  TableDefinition definition = IndexedTable(kItems);
  for (AttributeDefinition& attribute : *definition.attribute_definitions) {
    attribute.attribute_type = ScalarAttributeType::kBinary;
  }
  ItemTable table(definition);
  EXPECT_EQ(Outcome(PutItem(table.state, Put({{"pk", B("p")}, {"sk", B("")}}))),
            kNotValid + "The AttributeValue for a key attribute cannot contain an empty binary value. Key: sk");
  EXPECT_EQ(Outcome(PutItem(table.state, Put({{"pk", B("p")}, {"sk", B("s")}, {"b", B("")}}))),
            kNotValid +
                "A value specified for a secondary index key is not supported. The AttributeValue for a key attribute "
                "cannot contain an empty binary value. IndexName: global, IndexKey: b");
}

TEST(PutItem, ReportsTheFaultThatIsCheckedFirst) {
  const Fault<PutItemRequest> faults[] = {
      {[](PutItemRequest& r) { r.table_name = ""; }, kOneError + "Value at 'TableName'"},
      {[](PutItemRequest& r) { r.return_consumed_capacity = EnumField<ReturnConsumedCapacity>::FromText("x"); },
       kOneError + "Value 'x' at 'returnConsumedCapacity'"},
      {[](PutItemRequest& r) { r.expected.emplace(); }, kOneError + "Can not use both expression and non-expression"},
      {[](PutItemRequest& r) {
         r.item = ItemWith("p", "s", {{"n", N("bad")}});
       },
       kOneError + "The parameter cannot be converted to a numeric value: bad"},
      {[](PutItemRequest& r) { r.return_values = ReturnValues::kAllNew; },
       kOneError + "ReturnValues can only be ALL_OLD or NONE"},
      {[](PutItemRequest& r) { r.item = ItemOfSize("p", "s", 409'601); },
       "Item size has exceeded the maximum allowed size"},
      {[](PutItemRequest& r) { r.expression_fields.values = Values{}; },
       kOneError + "ExpressionAttributeValues must not be empty"},
      {[](PutItemRequest& r) { r.condition_expression = "pk ="; },
       kOneError + "Invalid ConditionExpression: Syntax error"},
      {[](PutItemRequest& r) {
         r.expression_fields = Fields({{":v", S("p")}, {":unused", N("1")}});
       },
       kOneError + "Value provided in ExpressionAttributeValues unused"},
      {[](PutItemRequest& r) { r.table_name = "Ghosts"; }, kTableNotFound},
      {[](PutItemRequest& r) {
         r.item = AttributeMap{{"sk", S("")}, {"a", N("1")}};
       },
       kInvalid + "Missing the key pk"},
      {[](PutItemRequest& r) {
         r.item = AttributeMap{{"pk", S("")}, {"sk", N("1")}, {"a", N("1")}};
       },
       kNotValid + "The AttributeValue for a key attribute cannot contain an empty string value. Key: pk"},
      {[](PutItemRequest& r) {
         r.item = AttributeMap{{"pk", S("p")}, {"sk", N("1")}, {"a", N("1")}};
       },
       kInvalid + "Type mismatch for key sk"},
      {[](PutItemRequest& r) {
         r.item = ItemWith("p", std::string(1025, 's'), {{"a", N("1")}});
       },
       kInvalid + "Aggregated size of all range keys"},
      {[](PutItemRequest& r) {
         r.item = ItemWith("p", "s", {{"a", N("1")}});
       },
       kInvalid + "Type mismatch for Index Key a"},
      {[](PutItemRequest& r) { r.condition_expression = "b.c = :v"; }, "Key attributes must be scalars"},
      {[](PutItemRequest& r) { r.condition_expression = "pk = :v"; }, kConditionFailed},
      {[](PutItemRequest&) {}, "ok"},
  };
  ItemTable table(IndexedTable(kItems));
  ExpectFirstFaults(faults, If(Put(Key("p", "s")), "attribute_not_exists(pk) OR pk = :v", Fields({{":v", S("p")}})),
                    [&](const PutItemRequest& request) { return Outcome(PutItem(table.state, request)); });
}

}  // namespace
}  // namespace holdfast::testing
