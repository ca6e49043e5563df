// The errors that refuse a TransactWriteItems request as a whole: their texts, and which one is reported if there are
// several.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/operations/spoiled_requests.h"
#include "tests/engine/operations/transactions/transaction_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;
using Request = TransactWriteItemsRequest;

const std::string kNestingTooDeep =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit";

// A valid transaction, which the tests make invalid.
Request ValidRequest() {
  return Transaction(
      {TransactPut(Key("a", "put")), TransactUpdate(Key("a", "update"), "SET v = :v", Fields({{":v", N("1")}})),
       TransactDelete(Key("a", "delete")), TransactCheck(Key("a", "check"), "attribute_not_exists(pk)")});
}
TransactWriteItem& At(Request& request, size_t position) { return (*request.transact_items)[position]; }

TEST(TransactWriteItems, RefusesWithTheTextOfDynamoDb) {
  const std::string kEmptyKey =
      "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty "
      "string value. Key: ";
  const Fault<Request> faults[] = {
      {[](Request& r) { r.transact_items.reset(); },
       "1 validation error detected: Value null at 'transactItems' failed to satisfy constraint: Member must not be "
       "null"},
      {[](Request& r) { r.transact_items->clear(); },
       "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy constraint: Member must have "
       "length greater than or equal to 1"},
      {[](Request& r) { r.client_request_token = "0123456789012345678901234567890123456"; },
       "1 validation error detected: Value '0123456789012345678901234567890123456' at 'clientRequestToken' failed to "
       "satisfy constraint: Member must have length less than or equal to 36"},
      {[](Request& r) {
         r.return_consumed_capacity = EnumField<ReturnConsumedCapacity>::FromText("BOGUS");
         r.return_item_collection_metrics = EnumField<ReturnItemCollectionMetrics>::FromText("BOGUS2");
       },
       "2 validation errors detected: Value 'BOGUS' at 'returnConsumedCapacity' failed to satisfy constraint: Member "
       "must satisfy enum value set: [INDEXES, TOTAL, NONE]; Value 'BOGUS2' at 'returnItemCollectionMetrics' failed to "
       "satisfy constraint: Member must satisfy enum value set: [SIZE, NONE]"},
      {[](Request& r) { At(r, 3).condition_check->condition_expression.reset(); },
       "1 validation error detected: Value null at 'transactItems.4.member.conditionCheck.conditionExpression' failed "
       "to satisfy constraint: Member must not be null"},
      {[](Request& r) {
         At(r, 0).put->return_values_on_condition_check_failure =
             EnumField<ReturnValuesOnConditionCheckFailure>::FromText("none");
       },
       "1 validation error detected: Value 'none' at 'transactItems.1.member.put.returnValuesOnConditionCheckFailure' "
       "failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, NONE]"},
      {[](Request& r) { At(r, 0) = {}; }, "TransactItems can only contain one of Check, Put, Update or Delete"},
      {[](Request& r) { At(r, 0).delete_item = At(r, 2).delete_item; },
       "TransactItems can only contain one of Check, Put, Update or Delete"},
      {[](Request& r) { At(r, 1) = TransactCheck(Key("a", "put"), "attribute_exists(pk)"); },
       "Transaction request cannot include multiple operations on one item"},
      {[](Request& r) { At(r, 3).condition_check->table_name = "Ghosts"; }, kTableNotFound},
      {[](Request& r) {
         At(r, 0).put->item = ItemWith("a", "put", {{"", N("1")}});
       },
       "Empty attribute name"},
      {[](Request& r) {
         At(r, 0).put->item = ItemWith("a", "put", {{"d", Nested(33)}});
       },
       kNestingTooDeep},
      {[](Request& r) {
         At(r, 2).delete_item->key = AttributeMap{{"pk", Nested(33)}, {"sk", S("1")}};
       },
       kNestingTooDeep},
      {[](Request& r) { At(r, 3).condition_check->condition_expression = "attribute_exists("; },
       R"(Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "(")"},
      {[](Request& r) { At(r, 3).condition_check->condition_expression = std::string(4109, 'a'); },
       "Invalid ConditionExpression: Expression size has exceeded the maximum allowed size; expression size: 4109"},
      {[](Request& r) { At(r, 1).update->update_expression = "SET v = :v " + std::string(4098, ' '); },
       "Invalid UpdateExpression: Expression size has exceeded the maximum allowed size;"},
      {[](Request& r) { At(r, 1).update->update_expression = "REMOVE v"; },
       "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}"},
      {[](Request& r) {
         At(r, 1).update->expression_fields.names = Names{{"#n", "n"}};
       },
       "Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}"},
      {[](Request& r) {
         At(r, 2).delete_item->expression_fields = Fields({{":v", N("x")}});
       },
       "ExpressionAttributeValues contains invalid value: The parameter cannot be converted to a numeric value: x for "
       "key :v"},
      {[](Request& r) { At(r, 1).update->update_expression = "SET #n = :v"; },
       "Invalid UpdateExpression: An expression attribute name used in the document path is not defined; attribute "
       "name: #n"},
      {[](Request& r) { At(r, 1).update->update_expression = "SET v = :v, w = :w"; },
       "Invalid UpdateExpression: An expression attribute value used in expression is not defined; attribute value: "
       ":w"},
      {[](Request& r) { At(r, 0).put->item = Key("", "put"); }, kEmptyKey + "pk"},
      {[](Request& r) { At(r, 1).update->key = Key("a", ""); }, kEmptyKey + "sk"},
      {[](Request& r) { At(r, 2).delete_item->key = Key("", ""); }, kEmptyKey + "pk"},
      {[](Request& r) { At(r, 3).condition_check->key = Key("", "1"); }, kEmptyKey + "pk"},
      {[](Request& r) {
         At(r, 0).put->item = ItemWith("a", "put", {{"b", S("")}});
       },
       "One or more parameter values are not valid. A value specified for a secondary index key is not supported. The "
       "AttributeValue for a key attribute cannot contain an empty string value. IndexName: global, IndexKey: b"},
      {[](Request& r) {
         At(r, 1).update = TransactUpdate(Key("a", "update"), "SET b = :v", Fields({{":v", S("")}})).update;
       },
       "One or more parameter values are not valid. The update expression attempted to update a secondary index key to "
       "a value that is not supported. The AttributeValue for a key attribute cannot contain an empty string value."},
      {[](Request& r) { At(r, 0).put->item = ItemOfSize("a", "put", 409'601); },
       "Item size has exceeded the maximum allowed size"},
      {[](Request& r) {
         At(r, 0).put->item = ItemWith("a", "put", {{"n", N("x")}});
       },
       "The parameter cannot be converted to a numeric value: x"},
      {[](Request& r) {
         At(r, 0).put->item = ItemWith("a", "put", {{"s", Ss({})}});
       },
       "One or more parameter values were invalid: An string set  may not be empty"},
      {[](Request& r) {
         At(r, 0).put->item = ItemWith("a", "put", {{"s", Ss({"a", "a"})}});
       },
       "One or more parameter values were invalid: Input collection [a, a] contains duplicates."},
      // Reported before the check that a key cannot be a set.
      {[](Request& r) {
         At(r, 2).delete_item->key = AttributeMap{{"pk", Ss({"b", "a", "b"})}, {"sk", S("1")}};
       },
       "One or more parameter values were invalid: Input collection [b, a, b] contains duplicates."},
      {[](Request& r) {
         At(r, 1).update->expression_fields = Fields({{":v", Ns({"1", "1.0"})}});
       },
       "ExpressionAttributeValues contains invalid value: Input collection contains duplicates for key :v"},
      {[](Request& r) {
         At(r, 1).update->expression_fields = Fields({{":v", Nested(40)}});
       },
       "ExpressionAttributeValues contains invalid value: " + kNestingTooDeep + " for key :v"},
  };
  ItemTable table(IndexedTable(kItems));
  ExpectFaults(faults, ValidRequest(), [&](const Request& request) {
    const std::string outcome = Outcome(TransactWriteItems(table.state, request));
    EXPECT_EQ(table.Stored(Key("a", "update")), kAbsent);
    return outcome;
  });
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, ValidRequest())), "ok");
}

TEST(TransactWriteItems, ReportsAnEmptyBinaryKeyAsBinary) {
  TableDefinition definition = IndexedTable(kItems);
  for (AttributeDefinition& attribute : *definition.attribute_definitions) {
    attribute.attribute_type = ScalarAttributeType::kBinary;
  }
  ItemTable table(definition);
  const AttributeMap empty = {{"pk", B("a")}, {"sk", B("")}};
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Transaction({TransactPut(empty)}))),
            "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an "
            "empty binary value. Key: sk");
  EXPECT_EQ(
      Outcome(TransactWriteItems(table.state, Transaction({TransactUpdate({{"pk", B("a")}, {"sk", B("1")}},
                                                                          "SET b = :b", Fields({{":b", B("")}}))}))),
      "One or more parameter values are not valid. The update expression attempted to update a secondary index key to "
      "a value that is not supported. The AttributeValue for a key attribute cannot contain an empty binary value.");
}

TEST(TransactWriteItems, ReportsTheFaultThatIsCheckedFirst) {
  const Fault<Request> faults[] = {
      {[](Request& r) { r.client_request_token = std::string(37, 't'); },
       "2 validation errors detected: Value 'ttttttttttttttttttttttttttttttttttttt' at 'clientRequestToken'"},
      {[](Request& r) { At(r, 3).condition_check->condition_expression.reset(); },
       "1 validation error detected: Value null at 'transactItems.4.member.conditionCheck.conditionExpression'"},
      {[](Request& r) { At(r, 0).put->condition_expression = "pk = "; }, "Invalid ConditionExpression: Syntax error"},
      {[](Request& r) {
         At(r, 1).update->expression_fields = Fields({{":v", N("1")}, {":unused", N("1")}});
       },
       "Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}"},
      {[](Request& r) {
         At(r, 2).delete_item->expression_fields = Fields({{":v", N("x")}});
       },
       "ExpressionAttributeValues contains invalid value: The parameter cannot be converted to a numeric value: x for "
       "key :v"},
      {[](Request& r) {
         CommonMembers(r.transact_items->emplace_back(TransactPut(Key("a", "more")))).table_name = "Ghosts";
       },
       kTableNotFound},
      {[](Request& r) { r.transact_items->push_back(TransactPut(Key("", "more"))); },
       "One or more parameter values are not valid. The AttributeValue for a key attribute"},
      {[](Request& r) {
         r.transact_items->push_back(TransactDelete({{"pk", S("a")}}));
       },
       "TransactionCanceled: Transaction cancelled, please refer cancellation reasons for specific reasons [None, "
       "None, None, None, None, None, ValidationError]"},
      {[](Request& r) { r.transact_items->push_back(TransactDelete(Key("a", "put"))); },
       "Transaction request cannot include multiple operations on one item"},
      {[](Request& r) { r.transact_items->push_back(TransactCheck(Key("a", "none"), "attribute_exists(pk)")); },
       "TransactionCanceled: Transaction cancelled, please refer cancellation reasons for specific reasons [None, "
       "None, None, None, ConditionalCheckFailed]"},
      {[](Request&) {}, "ok"},
  };
  ItemTable table(IndexedTable(kItems));
  ExpectFirstFaults(faults, ValidRequest(),
                    [&](const Request& request) { return Outcome(TransactWriteItems(table.state, request)); });
}

TEST(TransactWriteItems, TheFirstInvalidActionIsReported) {
  ItemTable table;
  const TransactWriteItem syntax = OnCondition(TransactPut(Key("a", "1")), "pk =");
  const TransactWriteItem empty_name = TransactPut(ItemWith("a", "2", {{"", N("1")}}));
  EXPECT_THAT(Outcome(TransactWriteItems(table.state, Transaction({syntax, empty_name}))),
              StartsWith("Invalid ConditionExpression: Syntax error"));
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Transaction({empty_name, syntax}))), "Empty attribute name");
}

TEST(TransactWriteItems, ASyntaxErrorComesBeforeATooDeepKeyOfTheSameAction) {
  ItemTable table;
  const TransactWriteItem action =
      OnCondition(TransactDelete({{"pk", Nested(33)}, {"sk", S("1")}}), "attribute_exists(");
  EXPECT_THAT(Outcome(TransactWriteItems(table.state, Transaction({action}))),
              StartsWith("Invalid ConditionExpression: Syntax error"));
}

TEST(TransactWriteItems, NestingIsReportedBeforeEmptyNamesInMapsAndAfterEmptyAttributeNames) {
  ItemTable table;
  const auto outcome = [&](Entries entries) {
    return Outcome(TransactWriteItems(table.state, Transaction({TransactPut(ItemWith("a", "1", entries))})));
  };
  const AttributeValue unnamed = M({{"", N("1")}});
  EXPECT_EQ(outcome({{"d", Nested(40)}, {"m", unnamed}}), kNestingTooDeep);
  EXPECT_EQ(outcome({{"d", unnamed}, {"m", Nested(40)}}), kNestingTooDeep);
  EXPECT_EQ(outcome({{"", N("1")}, {"d", Nested(40)}}), "Empty attribute name");
  EXPECT_EQ(outcome({{"m", unnamed}}), "Empty attribute name");
}

TEST(TransactWriteItems, AValueMayHaveThirtyTwoLevels) {
  ItemTable table;
  EXPECT_EQ(
      Outcome(TransactWriteItems(table.state, Transaction({TransactPut(ItemWith("a", "1", {{"d", Nested(32)}}))}))),
      "ok");
}

TEST(TransactWriteItems, RefusesMoreThanAHundredActions) {
  ItemTable table;
  std::vector<TransactWriteItem> actions;
  for (int i = 0; i < 101; ++i) actions.push_back(TransactPut(Key("a", std::to_string(i))));
  const std::string outcome = Outcome(TransactWriteItems(table.state, Transaction(std::move(actions))));
  EXPECT_THAT(outcome, StartsWith("1 validation error detected: Value '["));
  EXPECT_THAT(outcome, EndsWith("]' at 'transactItems' failed to satisfy constraint: Member must have length less than "
                                "or equal to 100"));
}

// The limit counts the request: items, keys and values.
TEST(TransactWriteItems, RefusesMoreThanFourMegabytes) {
  ItemTable table;
  const auto outcome_of_payload = [&](size_t bytes) {
    Request request = Transaction({});
    for (int i = 0; i < 10; ++i) {
      request.transact_items->push_back(TransactPut(ItemOfSize("a", std::to_string(i), 409'600)));
    }
    // The key has 7 bytes.
    const size_t value_bytes = bytes - 10 * 409'600 - 7;
    request.transact_items->push_back(
        TransactUpdate(Key("b", "10"), "SET v = :v", Fields({{":v", S(std::string(value_bytes, 'x'))}})));
    return Outcome(TransactWriteItems(table.state, request));
  };
  EXPECT_EQ(outcome_of_payload(4'194'304), "ok");
  EXPECT_EQ(outcome_of_payload(4'194'305),
            "Transaction payload size cannot exceed 4MB. Payload Size: : Transaction payload size cannot exceed 4MB. "
            "Payload Size: 4194305");
}

TEST(TransactWriteItems, AnItemMayHaveFourHundredKilobytes) {
  ItemTable table;
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Transaction({TransactPut(ItemOfSize("a", "1", 409'600))}))), "ok");
}

}  // namespace
}  // namespace holdfast::testing
