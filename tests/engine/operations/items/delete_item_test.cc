#include "engine/operations/items/delete_item.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/base/limits.h"
#include "tests/engine/operations/item_table.h"
#include "tests/engine/operations/spoiled_requests.h"

namespace holdfast::testing {
namespace {

const std::string kOneError = "1 validation error detected: ";
const std::string kInvalid = "One or more parameter values were invalid: ";

TEST(DeleteItem, DeletesAnItem) {
  ItemTable table;
  table.Store(Key("p", "s"));
  table.Store(Key("p", "t"));
  const auto response = DeleteItem(table.state, Delete(Key("p", "s")));
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_EQ(Format(response->attributes), kAbsent);
  EXPECT_FALSE(response->consumed_capacity.has_value());
  EXPECT_EQ(table.Stored(Key("p", "s")), kAbsent);
  EXPECT_EQ(table.Stored(Key("p", "t")), R"({pk: "p", sk: "t"})");
  EXPECT_EQ(Outcome(DeleteItem(table.state, Delete(Key("p", "s")))), "ok") << "again";
}

TEST(DeleteItem, ReturnsTheDeletedItemIfRequested) {
  ItemTable table;
  table.Store(ItemWith("p", "s", {{"n", N("1")}}));
  DeleteItemRequest request = Delete(Key("p", "s"));
  request.return_values = ReturnValues::kAllOld;
  EXPECT_EQ(Format(DeleteItem(table.state, request)->attributes), R"({n: 1, pk: "p", sk: "s"})");
  EXPECT_EQ(Format(DeleteItem(table.state, request)->attributes), kAbsent);
  for (const ReturnValues form : {ReturnValues::kAllNew, ReturnValues::kUpdatedNew, ReturnValues::kUpdatedOld}) {
    request.return_values = form;
    EXPECT_EQ(Outcome(DeleteItem(table.state, request)), kOneError + "ReturnValues can only be ALL_OLD or NONE");
  }
}

TEST(DeleteItem, DeletesOnlyIfTheConditionIsTrue) {
  ItemTable table;
  table.Store(ItemWith("p", "s", {{"n", N("1")}}));
  DeleteItemRequest request = If(Delete(Key("p", "s")), "n = :n", Fields({{":n", N("2")}}));
  EXPECT_EQ(Outcome(DeleteItem(table.state, request)), kConditionFailed);
  EXPECT_EQ(ItemOf(DeleteItem(table.state, request)), kAbsent);
  request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::kAllOld;
  EXPECT_EQ(ItemOf(DeleteItem(table.state, request)), R"({n: 1, pk: "p", sk: "s"})");
  EXPECT_EQ(table.Stored(Key("p", "s")), R"({n: 1, pk: "p", sk: "s"})");
  request.expression_fields = Fields({{":n", N("1.0")}});
  EXPECT_EQ(Outcome(DeleteItem(table.state, request)), "ok");
  EXPECT_EQ(Outcome(DeleteItem(table.state, request)), kConditionFailed) << "the item is missing";
  EXPECT_EQ(Outcome(DeleteItem(table.state, If(Delete(Key("p", "s")), "attribute_not_exists(pk)"))), "ok");
}

TEST(DeleteItem, DeletesOnlyIfExpectedHolds) {
  ItemTable table;
  table.Store(ItemWith("p", "s", {{"n", N("1")}}));
  DeleteItemRequest request = Delete(Key("p", "s"));
  ExpectedAttributeValue expected;
  expected.comparison_operator = ComparisonOperator::kGt;
  expected.attribute_value_list = {{N("1")}};
  request.expected = {{"n", expected}};
  EXPECT_EQ(Outcome(DeleteItem(table.state, request)), kConditionFailed);
  request.expected->front().second.comparison_operator = ComparisonOperator::kGe;
  EXPECT_EQ(Outcome(DeleteItem(table.state, request)), "ok");
  EXPECT_EQ(table.Stored(Key("p", "s")), kAbsent);
}

TEST(DeleteItem, RefusesWithTheTextOfDynamoDb) {
  const std::string kSchema = "The provided key element does not match the schema";
  const auto key = [](AttributeMap value) { return [value](DeleteItemRequest& r) { r.key = value; }; };
  const Fault<DeleteItemRequest> faults[] = {
      {[](DeleteItemRequest& r) { r.key.reset(); },
       kOneError + "Value null at 'key' failed to satisfy constraint: Member must not be null"},
      {[](DeleteItemRequest& r) {
         r.return_consumed_capacity = EnumField<ReturnConsumedCapacity>::FromText("a");
         r.return_values = EnumField<ReturnValues>::FromText("b");
         r.return_item_collection_metrics = EnumField<ReturnItemCollectionMetrics>::FromText("c");
       },
       "3 validation errors detected: Value 'a' at 'returnConsumedCapacity' failed to satisfy constraint: Member must "
       "satisfy enum value set: [INDEXES, TOTAL, NONE]; Failed to satisfy constraint: Member must satisfy enum value "
       "set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]; Value 'c' at 'returnItemCollectionMetrics' failed to "
       "satisfy constraint: Member must satisfy enum value set: [SIZE, NONE]"},
      // ReturnValues is checked before nested values. A value of at least kOlderLayerLevelsMin levels makes the older
      // validation layer check the request, and its errors have no prefix.
      {[](DeleteItemRequest& r) {
         r.return_values = ReturnValues::kUpdatedNew;
         r.expected = {{"a", ExpectedAttributeValue{Nested(limits::kOlderLayerLevelsMin - 1), {}, {}, {}}}};
       },
       kOneError + "ReturnValues can only be ALL_OLD or NONE"},
      {[](DeleteItemRequest& r) {
         r.return_values = ReturnValues::kUpdatedNew;
         r.expected = {{"a", ExpectedAttributeValue{Nested(limits::kOlderLayerLevelsMin), {}, {}, {}}}};
       },
       "ReturnValues can only be ALL_OLD or NONE"},
      {[](DeleteItemRequest& r) {
         r.return_values_on_condition_check_failure = EnumField<ReturnValuesOnConditionCheckFailure>::FromText("dog");
       },
       kOneError + "Value 'dog' at 'returnValuesOnConditionCheckFailure' failed to satisfy constraint: Member must "
                   "satisfy enum value set: [ALL_OLD, NONE]"},
      {[](DeleteItemRequest& r) {
         r.expected.emplace();
         r.condition_expression = "a = b";
       },
       kOneError + "Can not use both expression and non-expression parameters in the same request: Non-expression "
                   "parameters: {Expected} Expression parameters: {ConditionExpression}"},
      {[](DeleteItemRequest& r) {
         r.expression_fields = Fields({}, {{"#n", "n"}});
       },
       kOneError + "ExpressionAttributeNames can only be specified when using expressions"},
      {key({{"pk", S("p")}, {"sk", N("1e999")}}),
       kOneError + "Number overflow. Attempting to store a number with magnitude larger than supported range"},
      {key({{"pk", S("p")}, {"sk", Ns({"1", "1"})}}), kOneError + kInvalid + "Input collection contains duplicates."},
      {[](DeleteItemRequest& r) { r.condition_expression = "pk"; },
       kOneError + R"(Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "pk")"},
      {[](DeleteItemRequest& r) { r.table_name = "Ghosts"; }, kTableNotFound},
      {key({{"pk", S("p")}}), kSchema},
      {key({{"pk", S("p")}, {"sk", Bool(true)}}), kSchema},
      {key(ItemWith("p", "s", {{"n", N("1")}})), kSchema},
      {key(Key("p", "")),
       "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty "
       "string value. Key: sk"},
      {key(Key(std::string(2049, 'p'), "s")),
       kInvalid + "Size of hashkey has exceeded the maximum size limit of2048 bytes"},
      {[](DeleteItemRequest& r) {
         r = If(r, "sk.x = :v", Fields({{":v", N("1")}}));
       },
       "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: sk"},
  };
  ItemTable table;
  ExpectFaults(faults, Delete(Key("p", "s")),
               [&](const DeleteItemRequest& request) { return Outcome(DeleteItem(table.state, request)); });
}

TEST(DeleteItem, ReportsTheFaultThatIsCheckedFirst) {
  const Fault<DeleteItemRequest> faults[] = {
      {[](DeleteItemRequest& r) { r.table_name = ""; }, kOneError + "Value at 'TableName'"},
      {[](DeleteItemRequest& r) { r.return_consumed_capacity = EnumField<ReturnConsumedCapacity>::FromText("x"); },
       kOneError + "Value 'x' at 'returnConsumedCapacity'"},
      {[](DeleteItemRequest& r) { r.expected.emplace(); }, kOneError + "Can not use both"},
      {[](DeleteItemRequest& r) {
         r.key = AttributeMap{{"pk", N("bad")}};
       },
       kOneError + "The parameter cannot be converted to a numeric value: bad"},
      {[](DeleteItemRequest& r) { r.return_values = ReturnValues::kUpdatedNew; },
       kOneError + "ReturnValues can only be ALL_OLD or NONE"},
      {[](DeleteItemRequest& r) { r.condition_expression = "v ="; }, kOneError + "Invalid ConditionExpression"},
      {[](DeleteItemRequest& r) {
         r.expression_fields = Fields({{":v", N("1")}, {":unused", N("1")}});
       },
       kOneError + "Value provided in ExpressionAttributeValues unused"},
      {[](DeleteItemRequest& r) { r.table_name = "Ghosts"; }, kTableNotFound},
      {[](DeleteItemRequest& r) {
         r.key = AttributeMap{{"pk", S("")}};
       },
       "The provided key element does not match"},
      {[](DeleteItemRequest& r) { r.key = Key("", "s"); }, "One or more parameter values are not valid."},
      {[](DeleteItemRequest& r) { r.condition_expression = "pk.x = :v"; }, "Key attributes must be scalars"},
      {[](DeleteItemRequest& r) { r.condition_expression = "v = :v"; }, kConditionFailed},
      {[](DeleteItemRequest&) {}, "ok"},
  };
  ItemTable table;
  ExpectFirstFaults(faults, If(Delete(Key("p", "s")), "NOT v = :v", Fields({{":v", N("1")}})),
                    [&](const DeleteItemRequest& request) { return Outcome(DeleteItem(table.state, request)); });
}

}  // namespace
}  // namespace holdfast::testing
