#include "engine/read/work_budget.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/operations/batches/batch_get_item.h"
#include "engine/operations/queries/query.h"
#include "engine/operations/queries/scan.h"
#include "engine/operations/transactions/transact_get_items.h"
#include "tests/engine/operations/item_table.h"

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
  // One search exceeds the default, and 201 exceed a million.
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
  WorkBudget budget(500 * work::kStepsPerEntry);
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

}  // namespace
}  // namespace holdfast::testing
