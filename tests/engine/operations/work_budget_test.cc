#include "engine/base/work_budget.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/operations/batches/batch_get_item.h"
#include "engine/operations/partiql/batch_execute_statement.h"
#include "engine/operations/partiql/execute_statement.h"
#include "engine/operations/partiql/execute_transaction.h"
#include "engine/operations/queries/query.h"
#include "engine/operations/queries/scan.h"
#include "engine/operations/transactions/transact_get_items.h"
#include "tests/engine/operations/batches/write_requests.h"
#include "tests/engine/operations/item_table.h"
#include "tests/engine/operations/transactions/transaction_requests.h"

namespace holdfast::testing {
namespace {

constexpr char kBudgetExhausted[] = "WorkBudgetExhausted: The request needs more work than it was given";

ScanRequest ScanItems(std::string filter = "", ExpressionFields fields = {}) {
  ScanRequest scan;
  scan.table_name = kItems;
  if (!filter.empty()) scan.filter_expression = std::move(filter);
  scan.expression_fields = std::move(fields);
  return scan;
}

QueryRequest QueryItems() {
  QueryRequest query;
  query.table_name = kItems;
  query.key_condition_expression = "pk = :p";
  query.expression_fields = Fields({{":p", S("p")}});
  return query;
}

// 1,200 comparisons, none of which is true.
ScanRequest ScanWithManyComparisons() {
  std::string filter;
  std::string list = "z";
  for (int i = 1; i < 100; ++i) list += ",z";
  for (int i = 0; i < 12; ++i) filter += (i == 0 ? "y IN (" : " OR y IN (") + list + ")";
  return ScanItems(std::move(filter));
}

struct ManyItems : ItemTable {
  explicit ManyItems(int count) {
    for (int i = 0; i < count; ++i) Store(Key("p", std::to_string(i)));
  }
};

TEST(WorkBudget, IsExhaustedByTheFirstStepBeyondIt) {
  WorkBudget budget(10);
  EXPECT_TRUE(budget.Spend(4));
  EXPECT_TRUE(budget.Spend(6));
  EXPECT_FALSE(budget.exhausted());
  EXPECT_FALSE(budget.Spend(1));
  EXPECT_TRUE(budget.exhausted());

  WorkBudget other(10);
  EXPECT_FALSE(other.Spend(11));
  EXPECT_FALSE(other.Spend(1)) << "work beyond the budget exhausts it";
}

TEST(WorkBudget, AScanBeyondItIsAbandonedAndCanBeRepeated) {
  ManyItems items(1'000);
  WorkBudget small(500 * work::kStepsPerEntry);
  EXPECT_EQ(Outcome(Scan(items.state, ScanItems(), &small)), kBudgetExhausted);
  EXPECT_TRUE(small.exhausted());
  EXPECT_EQ(Scan(items.state, ScanItems())->count, 1'000u);
}

TEST(WorkBudget, AQueryBeyondItIsAbandonedInBothDirections) {
  ManyItems items(1'000);
  for (const bool forward : {true, false}) {
    QueryRequest query = QueryItems();
    query.scan_index_forward = forward;
    WorkBudget small(500 * work::kStepsPerEntry);
    EXPECT_EQ(Outcome(Query(items.state, query, &small)), kBudgetExhausted);
    WorkBudget enough;
    EXPECT_EQ(Query(items.state, query, &enough)->count, 1'000u);
    EXPECT_FALSE(enough.exhausted());
  }
}

TEST(WorkBudget, DoesNotChangeAResponseWithinIt) {
  ManyItems items(100);
  WorkBudget budget;
  const Result<ScanResponse> bounded = Scan(items.state, ScanItems("sk < :v", Fields({{":v", S("5")}})), &budget);
  const Result<ScanResponse> unbounded = Scan(items.state, ScanItems("sk < :v", Fields({{":v", S("5")}})));
  ASSERT_EQ(Outcome(bounded), "ok");
  EXPECT_EQ(FormatAll(*bounded->items), FormatAll(*unbounded->items));
  EXPECT_GT(budget.left(), 0u);
  EXPECT_LT(budget.left(), WorkBudget::kStepsDefault);
}

TEST(WorkBudget, AFilterCountsEachOfItsComparisons) {
  ManyItems items(100);
  WorkBudget plain;
  ASSERT_EQ(Outcome(Scan(items.state, ScanItems(), &plain)), "ok");
  WorkBudget budget;
  EXPECT_EQ(Outcome(Scan(items.state, ScanWithManyComparisons(), &budget)), kBudgetExhausted);
  EXPECT_EQ(Scan(items.state, ScanWithManyComparisons())->count, 0u);
}

TEST(WorkBudget, SearchesOfALargeItemExceedIt) {
  ItemTable items;
  items.Store(ItemOfSize("p", "s", 400'000));
  std::string filter = "contains(z, :v)";
  for (int i = 0; i < 200; ++i) filter += " OR contains(z, :v)";
  // One search (18,750 steps) and the encoding of the item (6,250) together exceed the default; 201 searches exceed a
  // million.
  WorkBudget default_budget;
  EXPECT_EQ(Outcome(Scan(items.state, ScanItems("contains(z, :v)", Fields({{":v", S("y")}})), &default_budget)),
            kBudgetExhausted);
  WorkBudget large_budget(1'000'000);
  EXPECT_EQ(Outcome(Scan(items.state, ScanItems(std::move(filter), Fields({{":v", S("y")}})), &large_budget)),
            kBudgetExhausted);
}

TEST(WorkBudget, PartitionsWithoutAnEntryInTheIndexAreCounted) {
  ItemTable items(IndexedTable(kItems));
  for (int i = 0; i < 1'000; ++i) items.Store(Key(std::to_string(i), "s"));
  ScanRequest scan = ScanItems();
  scan.index_name = "local";
  WorkBudget budget(500 * work::kStepsPerPartition);
  EXPECT_EQ(Outcome(Scan(items.state, scan, &budget)), kBudgetExhausted);
  EXPECT_EQ(Scan(items.state, scan)->scanned_count, 0u);
}

TEST(WorkBudget, ABatchOfLargeItemsExceedsIt) {
  ItemTable items;
  BatchGetItemRequest batch;
  batch.request_items.emplace().emplace_back(kItems, KeysAndAttributes()).second.keys.emplace();
  TransactGetItemsRequest transaction;
  transaction.transact_items.emplace();
  for (int i = 0; i < 5; ++i) {
    const std::string sk = std::to_string(i);
    items.Store(ItemOfSize("p", sk, 400'000));
    batch.request_items->front().second.keys->push_back(Key("p", sk));
    TransactGetItem::Get& get = transaction.transact_items->emplace_back().get.emplace();
    get.table_name = kItems;
    get.key = Key("p", sk);
  }
  WorkBudget budget;
  EXPECT_EQ(Outcome(BatchGetItem(items.state, batch, &budget)), kBudgetExhausted);
  EXPECT_EQ(BatchGetItem(items.state, batch)->responses.front().second.size(), 5u);
  WorkBudget other;
  EXPECT_EQ(Outcome(TransactGetItems(items.state, transaction, &other)), kBudgetExhausted);
  EXPECT_EQ(TransactGetItems(items.state, transaction)->responses.size(), 5u);
}

// Four searches of an item made by ItemOfSize, whose `z` has only the letter x, so all four are true. If the item has
// 400,000 bytes, they exceed the default budget.
constexpr char kSearches[] =
    "NOT contains(z, :a) AND NOT contains(z, :b) AND NOT contains(z, :c) AND NOT contains(z, :d)";

ExpressionFields SearchedFields() { return Fields({{":a", S("a")}, {":b", S("b")}, {":c", S("c")}, {":d", S("d")}}); }

// The statement writes the item with this sort key after the same four searches.
std::string SearchingUpdate(std::string_view sk) {
  return "UPDATE Items SET n = 1 WHERE pk = 'p' AND sk = '" + std::string(sk) +
         "' AND NOT contains(z, 'a') AND NOT contains(z, 'b') AND NOT contains(z, 'c') AND NOT contains(z, 'd')";
}

TEST(WorkBudget, AWriteBeyondItChangesNothingAndCanBeRepeated) {
  ItemTable items;
  const AttributeMap large = ItemOfSize("p", "s", 400'000);
  items.Store(large);
  const std::string before = items.Stored(Key("p", "s"));
  const auto check = [&](const auto& run, const auto& request) {
    WorkBudget budget;
    EXPECT_EQ(Outcome(run(items.state, request, &budget)), kBudgetExhausted);
    EXPECT_TRUE(budget.exhausted());
    EXPECT_EQ(items.Stored(Key("p", "s")), before);
    EXPECT_EQ(Outcome(run(items.state, request, nullptr)), "ok");
    EXPECT_NE(items.Stored(Key("p", "s")), before);
    items.Store(large);
  };
  UpdateItemRequest update = If(Update(Key("p", "s"), "SET n = :a"), kSearches, SearchedFields());
  check(UpdateItem, update);
  check(PutItem, If(Put(Key("p", "s")), kSearches, SearchedFields()));
  check(DeleteItem, If(Delete(Key("p", "s")), kSearches, SearchedFields()));
  ExecuteStatementRequest statement;
  statement.statement = SearchingUpdate("s");
  check(ExecuteStatement, statement);
  ExecuteTransactionRequest statements;
  statements.transact_statements.emplace().emplace_back().statement = SearchingUpdate("s");
  statements.client_request_token = "token of statements";
  check(ExecuteTransaction, statements);
  TransactWriteItemsRequest transaction = Transaction({TransactUpdate(Key("p", "s"), "SET n = :a", SearchedFields())});
  transaction.transact_items->front().update->condition_expression = kSearches;
  transaction.client_request_token = "token";
  check(TransactWriteItems, transaction);
}

TEST(WorkBudget, AWriteOfSmallItemsIsWithinIt) {
  ItemTable items;
  items.Store(ItemOfSize("p", "1", 1'000));
  items.Store(ItemOfSize("p", "2", 1'000));
  TransactWriteItemsRequest transaction = Transaction({TransactUpdate(Key("p", "1"), "SET n = :a", SearchedFields()),
                                                       TransactUpdate(Key("p", "2"), "SET n = :a", SearchedFields())});
  for (TransactWriteItem& action : *transaction.transact_items) action.update->condition_expression = kSearches;
  WorkBudget budget;
  EXPECT_EQ(Outcome(TransactWriteItems(items.state, transaction, &budget)), "ok");
  EXPECT_GT(budget.left(), WorkBudget::kStepsDefault - 1'000);
}

// One item whose encoding costs more steps than the default budget has.
class WorkBudgetOfReturnedItem : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::vector<AttributeValue> nulls(100'000, AttributeValue::Null());
    items_.Store(ItemWith("p", "s", {{"l", AttributeValue::List(nulls)}}));
  }

  template <typename Operation, typename Request>
  void ExpectExhaustedUnlessUnbounded(Operation operation, const Request& request) {
    const std::string stored = items_.Stored(Key("p", "s"));
    WorkBudget budget;
    EXPECT_EQ(Outcome(operation(items_.state, request, &budget)), kBudgetExhausted);
    EXPECT_EQ(items_.Stored(Key("p", "s")), stored);
    EXPECT_EQ(Outcome(operation(items_.state, request, nullptr)), "ok");
  }

  ItemTable items_;
};

TEST_F(WorkBudgetOfReturnedItem, AGetItem) {
  ExpectExhaustedUnlessUnbounded(GetItem, Get(Key("p", "s")));
  ExecuteStatementRequest select;
  select.statement = "SELECT * FROM Items WHERE pk = 'p' AND sk = 's'";
  ExpectExhaustedUnlessUnbounded(ExecuteStatement, select);
}

TEST_F(WorkBudgetOfReturnedItem, AWriteThatReturnsIt) {
  UpdateItemRequest update = Update(Key("p", "s"), "SET a = :a", Fields({{":a", S("a")}}));
  WorkBudget budget;
  EXPECT_EQ(Outcome(UpdateItem(items_.state, update, &budget)), "ok");
  update.return_values = ReturnValues::kAllNew;
  ExpectExhaustedUnlessUnbounded(UpdateItem, update);
  ExecuteStatementRequest statement;
  statement.statement = "UPDATE Items SET b = 'b' WHERE pk = 'p' AND sk = 's' RETURNING ALL OLD *";
  ExpectExhaustedUnlessUnbounded(ExecuteStatement, statement);
  PutItemRequest put = Put(Key("p", "s"));
  put.return_values = ReturnValues::kAllOld;
  ExpectExhaustedUnlessUnbounded(PutItem, put);
}

TEST(WorkBudget, ABatchOfStatementsBeyondItExecutesNone) {
  ItemTable items;
  BatchExecuteStatementRequest batch;
  batch.statements.emplace().emplace_back().statement = "INSERT INTO Items VALUE {'pk': 'p', 'sk': 'new'}";
  for (int i = 0; i < 3; ++i) {
    items.Store(ItemOfSize("p", std::to_string(i), 400'000));
    batch.statements->emplace_back().statement = SearchingUpdate(std::to_string(i));
  }
  WorkBudget budget;
  EXPECT_EQ(Outcome(BatchExecuteStatement(items.state, batch, &budget)), kBudgetExhausted);
  EXPECT_EQ(items.Stored(Key("p", "new")), "(absent)");
  const auto response = BatchExecuteStatement(items.state, batch);
  ASSERT_EQ(Outcome(response), "ok");
  for (const BatchStatementResponse& member : response->responses) EXPECT_FALSE(member.error.has_value());
}

// A put changes an entry of each index.
TEST(WorkBudget, ABatchOfPutsThatChangeHundredsOfIndexEntriesExecutesNone) {
  TableDefinition definition = PlainTable(kItems);
  definition.attribute_definitions->push_back(Define("b"));
  definition.global_secondary_indexes.emplace();
  for (int i = 0; i < 20; ++i) {
    definition.global_secondary_indexes->push_back(GlobalIndexOf("index-" + std::to_string(i), {Hash("b")}));
  }
  ItemTable items(definition);
  BatchWriteItemRequest batch;
  std::vector<WriteRequest>& writes =
      batch.request_items.emplace().emplace_back(kItems, std::vector<WriteRequest>()).second;
  const auto add_put = [&writes](int i) {
    writes.push_back(Putting(ItemWith("p", std::to_string(i), {{"b", S("b")}})));
  };
  add_put(0);
  WorkBudget budget;
  EXPECT_EQ(Outcome(BatchWriteItem(items.state, batch, &budget)), "ok");
  for (int i = 1; i < 25; ++i) add_put(i);
  budget = WorkBudget();
  EXPECT_EQ(Outcome(BatchWriteItem(items.state, batch, &budget)), kBudgetExhausted);
  EXPECT_EQ(items.Stored(Key("p", "1")), "(absent)");
  EXPECT_EQ(Outcome(BatchWriteItem(items.state, batch)), "ok");
}

}  // namespace
}  // namespace holdfast::testing
