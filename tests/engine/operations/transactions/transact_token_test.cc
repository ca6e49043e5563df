// TransactWriteItems with a ClientRequestToken: a request that is repeated within ten minutes succeeds and is not
// executed again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "engine/base/stored_bytes.h"
#include "tests/engine/operations/transactions/transaction_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Request = TransactWriteItemsRequest;

constexpr char kMismatch[] =
    "IdempotentParameterMismatch: DynamoDB rejected the request because you retried a request with a different payload "
    "but with an idempotent token that was already used.";

Request Increment(std::string token = "token") {
  Request request = Transaction({TransactUpdate(Key("a", "1"), "ADD n :one", Fields({{":one", N("1")}}))});
  request.client_request_token = std::move(token);
  return request;
}

TEST(ClientRequestToken, TheSameRequestHasNoSecondEffect) {
  ItemTable table;
  ASSERT_EQ(Outcome(TransactWriteItems(table.state, Increment())), "ok");
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Increment())), "ok");
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({n: 1, pk: "a", sk: "1"})");
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Increment("another"))), "ok");
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({n: 2, pk: "a", sk: "1"})");
}

TEST(ClientRequestToken, WithoutATokenEveryRequestIsExecuted) {
  ItemTable table;
  for (int i = 0; i < 2; ++i) {
    Request request = Increment();
    request.client_request_token.reset();
    ASSERT_EQ(Outcome(TransactWriteItems(table.state, request)), "ok");
  }
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({n: 2, pk: "a", sk: "1"})");
}

TEST(ClientRequestToken, TokensCountTowardsTheMemoryLimit) {
  const size_t before = StoredBytes::Total();
  EngineOptions options;
  options.max_memory_bytes = before + 3'000'000;
  ItemTable table(PlainTable(kItems), options);
  // The clock stands still, so that no token expires. Each transaction deletes an item that does not exist.
  const auto deletion = [](int number) {
    Request request = Transaction({TransactDelete(Key("a", "1"))});
    request.client_request_token = "token " + std::to_string(number);
    return request;
  };
  int executed = 0;
  while (executed < 100'000 && TransactWriteItems(table.state, deletion(executed)).ok()) ++executed;
  EXPECT_GT(executed, 5'000);
  EXPECT_LT(executed, 40'000);
  EXPECT_THAT(Outcome(TransactWriteItems(table.state, deletion(executed))), HasSubstr("memory limit"));
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, deletion(0))), "ok") << "a replay takes no memory";
  Request without_token = deletion(0);
  without_token.client_request_token.reset();
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, without_token)), "ok");
  table.clock->Advance(absl::Minutes(11));
  while (table.state.idempotency_tokens.DropSomeExpired(table.clock->Now())) continue;
  EXPECT_EQ(table.state.idempotency_tokens.size(), 0u);
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, deletion(executed))), "ok");
}

TEST(ClientRequestToken, AReplayDoesNotUndoLaterWrites) {
  ItemTable table;
  ASSERT_EQ(Outcome(TransactWriteItems(table.state, Increment())), "ok");
  table.Store(ItemWith("a", "1", {{"n", N("50")}}));
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Increment())), "ok");
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({n: 50, pk: "a", sk: "1"})");
}

// A replay succeeds even if the conditions are false now.
TEST(ClientRequestToken, AReplayDoesNotEvaluateItsConditions) {
  ItemTable table;
  Request request = Transaction({OnCondition(TransactPut(Key("a", "1")), "attribute_not_exists(pk)")});
  request.client_request_token = "token";
  ASSERT_EQ(Outcome(TransactWriteItems(table.state, request)), "ok");
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, request)), "ok");
  request.client_request_token.reset();
  EXPECT_THAT(ReasonsOf(TransactWriteItems(table.state, request)), ElementsAre(kConditionFailed));
}

TEST(ClientRequestToken, AnotherRequestIsAMismatch) {
  const std::function<void(Request&)> changes[] = {
      [](Request& r) {
        (*r.transact_items)[0].update->expression_fields.values = Values{{":one", N("2")}};
      },
      [](Request& r) { (*r.transact_items)[0].update->update_expression = "SET n = :one"; },
      [](Request& r) { (*r.transact_items)[0].update->key = Key("a", "2"); },
      [](Request& r) { (*r.transact_items)[0].update->table_name = "Others"; },
      [](Request& r) { (*r.transact_items)[0].update->condition_expression = "attribute_exists(pk)"; },
      [](Request& r) { r.transact_items->push_back(TransactDelete(Key("a", "3"))); },
      [](Request& r) { (*r.transact_items)[0] = TransactDelete(Key("a", "1")); },
      [](Request& r) { (*r.transact_items)[0] = ReturningOld((*r.transact_items)[0]); },
  };
  for (const auto& change : changes) {
    ItemTable table;
    table.Create(PlainTable("Others"));
    ASSERT_EQ(Outcome(TransactWriteItems(table.state, Increment())), "ok");
    Request other = Increment();
    change(other);
    EXPECT_EQ(Outcome(TransactWriteItems(table.state, other)), kMismatch);
    EXPECT_EQ(table.Stored(Key("a", "1")), R"({n: 1, pk: "a", sk: "1"})");
    EXPECT_EQ(Outcome(TransactWriteItems(table.state, Increment())), "ok")
        << "the token still belongs to the first request";
  }
}

// The expressions are equal, but their placeholder stands for another attribute.
TEST(ClientRequestToken, ExpressionAttributeNamesArePartOfTheRequest) {
  ItemTable table;
  const auto request = [](std::string name) {
    Request result = Transaction(
        {TransactUpdate(Key("a", "1"), "ADD #count :one", Fields({{":one", N("1")}}, {{"#count", std::move(name)}}))});
    result.client_request_token = "token";
    return result;
  };
  ASSERT_EQ(Outcome(TransactWriteItems(table.state, request("n"))), "ok");
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, request("m"))), kMismatch);
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, request("n"))), "ok");
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({n: 1, pk: "a", sk: "1"})");
}

TEST(ClientRequestToken, RequestedMetricsAreNotPartOfTheRequest) {
  ItemTable table;
  ASSERT_EQ(Outcome(TransactWriteItems(table.state, Increment())), "ok");
  Request again = Increment();
  again.return_consumed_capacity = ReturnConsumedCapacity::kIndexes;
  again.return_item_collection_metrics = ReturnItemCollectionMetrics::kSize;
  const auto response = TransactWriteItems(table.state, again);
  ASSERT_EQ(Outcome(response), "ok");
  ASSERT_TRUE(response->consumed_capacity.has_value());
  EXPECT_TRUE(response->consumed_capacity->front().by_index);
}

TEST(ClientRequestToken, TheOrderOfValuesAndTheSpellingOfNumbersDoNotMatter) {
  ItemTable table;
  const auto request = [](Values values) {
    Request result = Transaction({TransactUpdate(Key("a", "1"), "ADD n :one, m :two", Fields(std::move(values)))});
    result.client_request_token = "token";
    return result;
  };
  ASSERT_EQ(Outcome(TransactWriteItems(table.state, request({{":one", N("1")}, {":two", N("2")}}))), "ok");
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, request({{":two", N("2.0")}, {":one", N("1e0")}}))), "ok");
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({m: 2, n: 1, pk: "a", sk: "1"})");
}

TEST(ClientRequestToken, IsForgottenAfterTenMinutes) {
  ItemTable table;
  ASSERT_EQ(Outcome(TransactWriteItems(table.state, Increment())), "ok");
  table.clock->Advance(absl::Minutes(10) - absl::Milliseconds(1));
  ASSERT_EQ(Outcome(TransactWriteItems(table.state, Increment())), "ok");
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({n: 1, pk: "a", sk: "1"})") << "still within the window";
  table.clock->Advance(absl::Milliseconds(1));
  ASSERT_EQ(Outcome(TransactWriteItems(table.state, Increment())), "ok");
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({n: 2, pk: "a", sk: "1"})") << "a replay does not prolong the window";
}

TEST(ClientRequestToken, AfterTheWindowAnotherRequestMayUseIt) {
  ItemTable table;
  ASSERT_EQ(Outcome(TransactWriteItems(table.state, Increment())), "ok");
  Request other = Transaction({TransactDelete(Key("a", "1"))});
  other.client_request_token = "token";
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, other)), kMismatch);
  table.clock->Advance(absl::Minutes(10));
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, other)), "ok");
  EXPECT_EQ(table.Stored(Key("a", "1")), kAbsent);
}

TEST(ClientRequestToken, TheTokenOfACancelledRequestIsForgotten) {
  ItemTable table;
  Request request = Transaction({OnCondition(TransactPut(Key("a", "1")), "attribute_exists(pk)")});
  request.client_request_token = "token";
  ASSERT_THAT(ReasonsOf(TransactWriteItems(table.state, request)), ElementsAre(kConditionFailed));
  table.Store(ItemWith("a", "1", {{"n", N("1")}}));
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, request)), "ok") << "carried out now";
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({pk: "a", sk: "1"})");
}

TEST(ClientRequestToken, HasOneToThirtySixCharacters) {
  ItemTable table;
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Increment(std::string(36, 't')))), "ok");
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Increment("t"))), "ok");
  std::string accented;
  for (int i = 0; i < 36; ++i) accented += "é";
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Increment(accented))), "ok");
  EXPECT_NE(Outcome(TransactWriteItems(table.state, Increment(accented + "é"))), "ok");
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Increment(""))),
            "1 validation error detected: Value '' at 'clientRequestToken' failed to satisfy constraint: "
            "Member must have length greater than or equal to 1");
}

// A replay consumes read units, not write units: two for each 4 KB of the larger image of each item.
TEST(ClientRequestToken, AReplayConsumesReadUnits) {
  ItemTable table(IndexedTable(kItems));
  table.Store(ItemOfSize("a", "1", 9 * 1024));
  Request request = Transaction({TransactDelete(Key("a", "1")), TransactPut(ItemWith("a", "2", {{"b", S("b")}}))});
  request.client_request_token = "token";
  request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
  const auto first = TransactWriteItems(table.state, request);
  ASSERT_EQ(Outcome(first), "ok");
  ASSERT_EQ(first->consumed_capacity->size(), 1u);
  EXPECT_EQ(first->consumed_capacity->front().kind, ConsumedCapacity::Kind::kWrite);
  EXPECT_EQ(first->consumed_capacity->front().total_units(), 21);
  EXPECT_EQ(first->consumed_capacity->front().global_indexes.size(), 1u);
  const auto again = TransactWriteItems(table.state, request);
  ASSERT_EQ(Outcome(again), "ok");
  ASSERT_EQ(again->consumed_capacity->size(), 1u);
  EXPECT_EQ(again->consumed_capacity->front().kind, ConsumedCapacity::Kind::kRead);
  EXPECT_EQ(again->consumed_capacity->front().total_units(), 8);
  EXPECT_TRUE(again->consumed_capacity->front().global_indexes.empty());
  request.return_consumed_capacity = {};
  EXPECT_FALSE(TransactWriteItems(table.state, request)->consumed_capacity.has_value());
}

}  // namespace
}  // namespace holdfast::testing
