#include "engine/operations/transactions/transact_get_items.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/operations/spoiled_requests.h"
#include "tests/engine/operations/transactions/transaction_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using Request = TransactGetItemsRequest;

TransactGetItem Projecting(TransactGetItem action, std::string projection, Names names = {}) {
  action.get->projection_expression = std::move(projection);
  if (!names.empty()) action.get->expression_attribute_names = std::move(names);
  return action;
}

TEST(TransactGetItems, ReturnsItemsInRequestOrder) {
  ItemTable table;
  table.Create(PlainTable("Others"));
  table.Store(ItemWith("a", "1", {{"n", N("1")}}));
  table.Store(ItemWith("a", "1", {{"n", N("2")}}), "Others");
  const auto response = TransactGetItems(
      table.state,
      ReadTransaction({TransactGet(Key("a", "2")), TransactGet(Key("a", "1"), "Others"), TransactGet(Key("a", "1"))}));
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_THAT(FormatAll(response->responses),
              ElementsAre(kAbsent, R"({n: 2, pk: "a", sk: "1"})", R"({n: 1, pk: "a", sk: "1"})"));
  EXPECT_FALSE(response->consumed_capacity.has_value());
}

TEST(TransactGetItems, AProjectionReturnsOnlyItsPaths) {
  ItemTable table;
  table.Store(ItemWith("a", "1", {{"n", N("1")}, {"m", M({{"x", N("2")}, {"y", N("3")}})}}));
  const auto formatted = [&](std::string projection, Names names = {}) {
    const auto response = TransactGetItems(
        table.state,
        ReadTransaction({Projecting(TransactGet(Key("a", "1")), std::move(projection), std::move(names))}));
    return response.ok() ? Format(response->responses.front()) : Outcome(response);
  };
  EXPECT_EQ(formatted("n"), "{n: 1}");
  EXPECT_EQ(formatted("m.x, sk"), R"({m: {x: 2}, sk: "1"})");
  EXPECT_EQ(formatted("#m.#y", {{"#m", "m"}, {"#y", "y"}}), "{m: {y: 3}}");
  EXPECT_EQ(formatted("gone"), kAbsent) << "a projection that finds nothing leaves Item out";
}

TEST(TransactGetItems, AGetWithoutAProjectionMayHaveNames) {
  ItemTable table;
  table.Store(Key("a", "1"));
  TransactGetItem get = TransactGet(Key("a", "1"));
  get.get->expression_attribute_names = Names{{"#n", "n"}};
  const auto response = TransactGetItems(table.state, ReadTransaction({get}));
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_THAT(FormatAll(response->responses), ElementsAre(R"({pk: "a", sk: "1"})"));
}

TEST(TransactGetItems, RefusesWithTheTextOfDynamoDb) {
  const Fault<Request> faults[] = {
      {[](Request& r) { r.transact_items.reset(); },
       "1 validation error detected: Value null at 'transactItems' failed to satisfy constraint: Member must not be "
       "null"},
      {[](Request& r) { r.transact_items->clear(); },
       "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy constraint: Member must have "
       "length greater than or equal to 1"},
      {[](Request& r) { r.return_consumed_capacity = EnumField<ReturnConsumedCapacity>::FromText("total"); },
       "1 validation error detected: Value 'total' at 'returnConsumedCapacity' failed to satisfy constraint: Member "
       "must satisfy enum value set: [INDEXES, TOTAL, NONE]"},
      {[](Request& r) { r.transact_items->front().get->table_name = "Ghosts"; }, kTableNotFound},
      {[](Request& r) { r.transact_items->push_back(r.transact_items->front()); },
       "Transaction request cannot include multiple operations on one item"},
      {[](Request& r) { r.transact_items->front() = Projecting(TransactGet(Key("a", "1")), "!!"); },
       R"(Invalid ProjectionExpression: Syntax error; token: "!", near: "!!")"},
      {[](Request& r) { r.transact_items->front() = Projecting(TransactGet(Key("a", "1")), "#n"); },
       "Invalid ProjectionExpression: An expression attribute name used in the document path is not defined; attribute "
       "name: #n"},
      {[](Request& r) {
         r.transact_items->front() = Projecting(TransactGet(Key("a", "1")), "n", {{"#n", "n"}});
       },
       "Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}"},
      {[](Request& r) {
         r.transact_items->front().get->expression_attribute_names = Names{{"n", "n"}};
       },
       "ExpressionAttributeNames contains invalid key: Syntax error; key: \"n\""},
  };
  ItemTable table;
  ExpectFaults(faults, ReadTransaction({TransactGet(Key("a", "1")), TransactGet(Key("a", "2"))}),
               [&](const Request& request) { return Outcome(TransactGetItems(table.state, request)); });
}

TEST(TransactGetItems, CancelsForAKeyThatDoesNotFit) {
  const std::string kSchema = "ValidationError: The provided key element does not match the schema";
  struct Case {
    AttributeMap key;
    std::string reason;
  };
  const Case cases[] = {
      {{}, kSchema},
      {{{"pk", S("a")}}, kSchema},
      {ItemWith("a", "1", {{"x", S("1")}}), kSchema},
      {{{"pk", S("a")}, {"sk", N("1")}}, kSchema},
      {{{"pk", S("a")}, {"sk", M({})}}, kSchema},
      {Key("", "1"),
       "ValidationError: One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
       "contain an empty string value. Key: pk"},
  };
  ItemTable table;
  for (const Case& c : cases) {
    SCOPED_TRACE(Format(c.key));
    const auto response = TransactGetItems(
        table.state, ReadTransaction({TransactGet(Key("a", "1")), TransactGet(c.key), TransactGet(Key("a", "2"))}));
    EXPECT_EQ(Outcome(response),
              "TransactionCanceled: Transaction cancelled, please refer cancellation reasons for specific reasons "
              "[None, ValidationError, None]");
    EXPECT_THAT(ReasonsOf(response), ElementsAre("None", c.reason, "None"));
  }
}

TEST(TransactGetItems, ReadsAHundredItemsAndNoMore) {
  ItemTable table;
  Request request = ReadTransaction({});
  for (int i = 0; i < 100; ++i) request.transact_items->push_back(TransactGet(Key("a", std::to_string(i))));
  const auto response = TransactGetItems(table.state, request);
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_EQ(response->responses.size(), 100u);
  request.transact_items->push_back(TransactGet(Key("a", "100")));
  EXPECT_THAT(
      Outcome(TransactGetItems(table.state, request)),
      EndsWith("' at 'transactItems' failed to satisfy constraint: Member must have length less than or equal to 100"));
}

// The limit counts the bytes of the items, not of the request.
TEST(TransactGetItems, ReadsFourMegabytesAndNoMore) {
  ItemTable table;
  Request request = ReadTransaction({});
  for (int i = 0; i < 10; ++i) {
    const std::string sk = std::to_string(i);
    table.Store(ItemOfSize("a", sk, 409'600));
    request.transact_items->push_back(TransactGet(Key("a", sk)));
  }
  request.transact_items->push_back(TransactGet(Key("a", "rest")));
  table.Store(ItemOfSize("a", "rest", 4'194'304 - 10 * 409'600));
  EXPECT_EQ(Outcome(TransactGetItems(table.state, request)), "ok");
  table.Store(ItemOfSize("a", "rest", 4'194'305 - 10 * 409'600));
  EXPECT_EQ(Outcome(TransactGetItems(table.state, request)),
            "Transaction payload size cannot exceed 4MB. Payload Size: : Transaction payload size cannot exceed 4MB. "
            "Payload Size: 4194305");
}

}  // namespace
}  // namespace holdfast::testing
