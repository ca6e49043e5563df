// The ConsumedCapacity of operations on items, batches, transactions, Query and Scan. The tests of PartiQL's operations
// (operations/partiql) have that of statements.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "engine/operations/batches/batch_get_item.h"
#include "tests/engine/operations/batches/write_requests.h"
#include "tests/engine/operations/queries/page_requests.h"
#include "tests/engine/operations/transactions/transaction_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;

// For example `Items 4 write: table 2, local 1, global 1`, with ` read` or ` write` if the response has
// ReadCapacityUnits or WriteCapacityUnits, and with the part after the colon if INDEXES was requested.
std::string FormatCapacity(const ConsumedCapacity& capacity) {
  std::ostringstream text;
  text << capacity.table_name << ' ' << capacity.total_units();
  if (capacity.kind == ConsumedCapacity::Kind::kRead) text << " read";
  if (capacity.kind == ConsumedCapacity::Kind::kWrite) text << " write";
  if (!capacity.by_index) return text.str();
  text << ": table " << capacity.table_units;
  for (const auto& [name, units] : capacity.local_indexes) text << ", " << name << ' ' << units;
  for (const auto& [name, units] : capacity.global_indexes) text << ", " << name << ' ' << units;
  return text.str();
}
std::string FormatCapacity(const std::optional<ConsumedCapacity>& capacity) {
  return capacity.has_value() ? FormatCapacity(*capacity) : kAbsent;
}
std::vector<std::string> FormatCapacity(const std::optional<std::vector<ConsumedCapacity>>& capacity) {
  std::vector<std::string> texts;
  if (!capacity.has_value()) return {kAbsent};
  for (const ConsumedCapacity& entry : *capacity) texts.push_back(FormatCapacity(entry));
  return texts;
}

template <typename Request>
Request WithCapacityOfIndexes(Request request) {
  request.return_consumed_capacity = ReturnConsumedCapacity::kIndexes;
  return request;
}
std::string CostOf(ItemTable& table, const PutItemRequest& request) {
  return FormatCapacity(PutItem(table.state, WithCapacityOfIndexes(request))->consumed_capacity);
}
std::string CostOf(ItemTable& table, const UpdateItemRequest& request) {
  return FormatCapacity(UpdateItem(table.state, WithCapacityOfIndexes(request))->consumed_capacity);
}
std::string CostOf(ItemTable& table, const DeleteItemRequest& request) {
  return FormatCapacity(DeleteItem(table.state, WithCapacityOfIndexes(request))->consumed_capacity);
}
std::string CostOf(ItemTable& table, const GetItemRequest& request) {
  return FormatCapacity(GetItem(table.state, WithCapacityOfIndexes(request))->consumed_capacity);
}
template <typename PageRequest>
std::string CostOf(ItemTable& table, const PageRequest& request) {
  return FormatCapacity(Run(table.state, WithCapacityOfIndexes(request))->consumed_capacity);
}

TEST(ConsumedCapacity, IsReturnedAsRequested) {
  ItemTable table(IndexedTable(kItems));
  PutItemRequest request = Put(ItemWith("p", "s", {{"a", S("1")}, {"b", S("1")}}));
  EXPECT_EQ(FormatCapacity(PutItem(table.state, request)->consumed_capacity), kAbsent);
  request.return_consumed_capacity = ReturnConsumedCapacity::kNone;
  EXPECT_EQ(FormatCapacity(PutItem(table.state, request)->consumed_capacity), kAbsent);
  request.item = ItemWith("p", "t", {{"a", S("1")}, {"b", S("1")}});
  request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
  EXPECT_EQ(FormatCapacity(PutItem(table.state, request)->consumed_capacity), "Items 3");
  request.item = ItemWith("p", "u", {{"a", S("1")}, {"b", S("1")}});
  request.return_consumed_capacity = ReturnConsumedCapacity::kIndexes;
  EXPECT_EQ(FormatCapacity(PutItem(table.state, request)->consumed_capacity), "Items 3: table 1, local 1, global 1");
}

TEST(ConsumedCapacity, NamesATableByItsArnIfTheRequestDoes) {
  ItemTable table;
  const std::string arn = "arn:aws:dynamodb:us-east-1:000000000000:table/" + std::string(kItems);
  const auto by_arn = [&arn](auto request) {
    request.table_name = arn;
    return request;
  };
  EXPECT_EQ(CostOf(table, by_arn(Put(Key("p", "s")))), arn + " 1: table 1");
  EXPECT_EQ(CostOf(table, by_arn(Get(Key("p", "s")))), arn + " 0.5: table 0.5");
  EXPECT_EQ(CostOf(table, by_arn(Update(Key("p", "s"), "REMOVE x"))), arn + " 1: table 1");
  EXPECT_EQ(CostOf(table, by_arn(QueryPartition("p"))), arn + " 0.5: table 0.5");
  EXPECT_EQ(CostOf(table, by_arn(ScanTable())), arn + " 0.5: table 0.5");
  EXPECT_EQ(CostOf(table, by_arn(Delete(Key("p", "s")))), arn + " 1: table 1");

  BatchWriteItemRequest write;
  write.request_items = {{arn, {Deleting(Key("p", "3"))}}};
  EXPECT_THAT(FormatCapacity(BatchWriteItem(table.state, WithCapacityOfIndexes(write))->consumed_capacity),
              ElementsAre(arn + " 1: table 1"));
  EXPECT_THAT(
      FormatCapacity(TransactWriteItems(table.state,
                                        WithCapacityOfIndexes(Transaction({OnTable(TransactPut(Key("p", "s")), arn)})))
                         ->consumed_capacity),
      ElementsAre(arn + " 2 write: table 2"));
  EXPECT_THAT(FormatCapacity(TransactGetItems(table.state,
                                              WithCapacityOfIndexes(ReadTransaction({TransactGet(Key("p", "s"), arn)})))
                                 ->consumed_capacity),
              ElementsAre(arn + " 2 read: table 2"));
}

TEST(ConsumedCapacity, AWriteIsRoundedUpToKilobytes) {
  ItemTable table;
  for (const auto& [bytes, units] :
       {std::pair(6, "1"), {1024, "1"}, {1025, "2"}, {2048, "2"}, {2049, "3"}, {409'600, "400"}}) {
    const AttributeMap item = bytes == 6 ? Key("p", "s") : ItemOfSize("p", "s", static_cast<size_t>(bytes));
    EXPECT_EQ(CostOf(table, Put(item)), std::string("Items ") + units + ": table " + units) << bytes;
    EXPECT_EQ(CostOf(table, Delete(Key("p", "s"))), std::string("Items ") + units + ": table " + units) << bytes;
  }
  EXPECT_EQ(CostOf(table, Delete(Key("p", "s"))), "Items 1: table 1") << "there is nothing to delete";
}

TEST(ConsumedCapacity, AWriteCostsTheLargerImage) {
  ItemTable table;
  EXPECT_EQ(CostOf(table, Put(ItemOfSize("p", "s", 3000))), "Items 3: table 3");
  EXPECT_EQ(CostOf(table, Put(Key("p", "s"))), "Items 3: table 3") << "smaller than before";
  EXPECT_EQ(CostOf(table, Put(ItemOfSize("p", "s", 5000))), "Items 5: table 5") << "larger than before";
  EXPECT_EQ(CostOf(table, Update(Key("p", "s"), "REMOVE z")), "Items 5: table 5");
  EXPECT_EQ(CostOf(table, Update(Key("p", "s"), "REMOVE z")), "Items 1: table 1");
  EXPECT_EQ(CostOf(table, Update(Key("p", "none"), "REMOVE z")), "Items 1: table 1")
      << "there is no item, and none is created";
}

TEST(ConsumedCapacity, AReadIsRoundedUpToFourKilobytes) {
  ItemTable table;
  for (const auto& [bytes, units] : {std::pair(6, 1.0), {4096, 1.0}, {4097, 2.0}, {8192, 2.0}, {409'600, 100.0}}) {
    table.Store(bytes == 6 ? Key("p", "s") : ItemOfSize("p", "s", static_cast<size_t>(bytes)));
    GetItemRequest request = Get(Key("p", "s"));
    request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
    EXPECT_EQ(GetItem(table.state, request)->consumed_capacity->total_units(), units / 2) << bytes;
    request.consistent_read = true;
    request.projection_expression = "pk";
    EXPECT_EQ(GetItem(table.state, request)->consumed_capacity->total_units(), units)
        << bytes << ", whatever is projected";
  }
  GetItemRequest missing = Get(Key("p", "missing"));
  EXPECT_EQ(CostOf(table, missing), "Items 0.5: table 0.5");
  missing.consistent_read = true;
  EXPECT_EQ(CostOf(table, missing), "Items 1: table 1");
}

// The global index projects x, of 3 KB, and not y, of 5 KB. The local index projects only keys.
TEST(ConsumedCapacity, AWriteIsChargedForItsIndexEntries) {
  TableDefinition definition = IndexedTable(kItems);
  definition.global_secondary_indexes->front().projection = Include({"x"});
  definition.local_secondary_indexes->front().projection = Project(ProjectionType::kKeysOnly);
  ItemTable table(definition);
  const AttributeValue x = S(std::string(3000, 'x'));
  const AttributeValue y = S(std::string(5000, 'y'));
  const auto item = [&](Entries more) { return ItemWith("p", "s", more); };
  EXPECT_EQ(CostOf(table, Put(item({{"x", x}, {"y", y}}))), "Items 8: table 8") << "in no index";
  EXPECT_EQ(CostOf(table, Put(item({{"b", S("1")}, {"x", x}, {"y", y}}))), "Items 11: table 8, global 3") << "appears";
  EXPECT_EQ(CostOf(table, Put(item({{"b", S("1")}, {"x", x}, {"y", y}}))), "Items 8: table 8") << "identical";
  EXPECT_EQ(CostOf(table, Put(item({{"b", S("1")}, {"x", x}}))), "Items 8: table 8")
      << "the projected attributes are unchanged";
  EXPECT_EQ(CostOf(table, Put(item({{"b", S("1")}, {"x", S("")}}))), "Items 6: table 3, global 3")
      << "shrinks in place";
  EXPECT_EQ(CostOf(table, Put(item({{"b", S("2")}, {"x", x}}))), "Items 7: table 3, global 4") << "moves: 1 + 3";
  EXPECT_EQ(CostOf(table, Put(item({{"x", x}}))), "Items 6: table 3, global 3") << "disappears";
  EXPECT_EQ(CostOf(table, Put(item({{"a", S("1")}, {"x", x}}))), "Items 4: table 3, local 1");
  EXPECT_EQ(CostOf(table, Put(item({{"a", S("2")}, {"x", x}}))), "Items 5: table 3, local 2");
  EXPECT_EQ(CostOf(table, Delete(Key("p", "s"))), "Items 4: table 3, local 1");
}

TEST(ConsumedCapacity, AReorderedSetIsNotAChange) {
  ItemTable table(IndexedTable(kItems));
  table.Store(ItemWith("p", "s", {{"b", S("1")}, {"t", Ss({"x", "y"})}}));
  EXPECT_EQ(CostOf(table, Put(ItemWith("p", "s", {{"b", S("1")}, {"t", Ss({"y", "x"})}}))), "Items 1: table 1");
  EXPECT_EQ(CostOf(table, Update(Key("p", "s"), "SET b = :b", Fields({{":b", S("1")}}))), "Items 1: table 1");
}

// A page is charged for the sum of its items' bytes, rounded up once, before the filter and the projection.
TEST(ConsumedCapacity, AQueryOrScanRoundsThePage) {
  ItemTable table;
  for (const char* sk : {"1", "2", "3"}) table.Store(ItemOfSize("p", sk, 3000));
  QueryRequest query = QueryPartition("p");
  EXPECT_EQ(CostOf(table, query), "Items 1.5: table 1.5") << "9,000 bytes";
  query.consistent_read = true;
  query.projection_expression = "pk";
  EXPECT_EQ(CostOf(table, query), "Items 3: table 3");
  query.limit = 1;
  EXPECT_EQ(CostOf(table, query), "Items 1: table 1");
  EXPECT_EQ(CostOf(table, QueryPartition("nobody")), "Items 0.5: table 0.5");
  ScanRequest scan = ScanTable();
  scan.filter_expression = "attribute_exists(gone)";
  EXPECT_EQ(CostOf(table, scan), "Items 1.5: table 1.5");
  scan.select = Select::kCount;
  scan.consistent_read = true;
  EXPECT_EQ(CostOf(table, scan), "Items 3: table 3");
}

TEST(ConsumedCapacity, AReadOfAnIndexIsChargedForItsEntries) {
  TableDefinition definition = IndexedTable(kItems);
  definition.local_secondary_indexes->front().projection = Project(ProjectionType::kKeysOnly);
  definition.global_secondary_indexes->front().projection = Include({"x"});
  ItemTable table(definition);
  for (const char* sk : {"1", "2", "3"}) {
    table.Store(ItemWith(
        "p", sk, {{"a", S("a")}, {"b", S("p")}, {"x", S(std::string(3000, 'x'))}, {"y", S(std::string(6000, 'y'))}}));
  }
  const QueryRequest global = QueryIndex("global", "b = :p", Fields({{":p", S("p")}}));
  EXPECT_EQ(CostOf(table, global), "Items 1.5: table 0, global 1.5");
  EXPECT_EQ(CostOf(table, ScanIndex("global")), "Items 1.5: table 0, global 1.5");
  QueryRequest local = QueryIndex("local", "pk = :p", Fields({{":p", S("p")}}));
  EXPECT_EQ(CostOf(table, local), "Items 0.5: table 0, local 0.5");
  // Each of the three items of 9 KB is fetched from the table, and is rounded up separately.
  local.select = Select::kAllAttributes;
  EXPECT_EQ(CostOf(table, local), "Items 5: table 4.5, local 0.5");
  local.consistent_read = true;
  EXPECT_EQ(CostOf(table, local), "Items 10: table 9, local 1");
}

TEST(ConsumedCapacity, ABatchIsAddedUpByTable) {
  ItemTable table(IndexedTable(kItems));
  table.Create(PlainTable("Others"));
  BatchWriteItemRequest write;
  write.request_items = {
      {kItems,
       {Putting(ItemOfSize("p", "1", 1025)), Putting(ItemWith("p", "2", {{"b", S("b")}})), Deleting(Key("p", "3"))}},
      {"Others", {Putting(ItemOfSize("p", "1", 5000))}}};
  const auto written = BatchWriteItem(table.state, WithCapacityOfIndexes(write));
  ASSERT_EQ(Outcome(written), "ok");
  EXPECT_THAT(FormatCapacity(written->consumed_capacity),
              ElementsAre("Items 5: table 4, global 1", "Others 5: table 5"));

  BatchGetItemRequest read;
  read.request_items.emplace();
  read.request_items->emplace_back(kItems, KeysAndAttributes()).second.keys = {
      {Key("p", "1"), Key("p", "2"), Key("p", "none")}};
  read.request_items->emplace_back("Others", KeysAndAttributes()).second.keys = {{Key("p", "1")}};
  read.request_items->back().second.consistent_read = true;
  read.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
  const auto response = BatchGetItem(table.state, read);
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_THAT(FormatCapacity(response->consumed_capacity), ElementsAre("Items 1.5", "Others 2"));
}

// A write in a transaction consumes twice the table units of an ordinary write, but only as many index units as it.
TEST(ConsumedCapacity, ATransactionCostsTheTableDouble) {
  ItemTable table(IndexedTable(kItems));
  const auto cost = [&](TransactWriteItem action) {
    return FormatCapacity(TransactWriteItems(table.state, WithCapacityOfIndexes(Transaction({std::move(action)})))
                              ->consumed_capacity)
        .front();
  };
  EXPECT_EQ(cost(TransactPut(Key("p", "none"))), "Items 2 write: table 2");
  EXPECT_EQ(cost(TransactPut(ItemWith("p", "s", {{"b", S("1")}}))), "Items 3 write: table 2, global 1");
  EXPECT_EQ(cost(TransactPut(ItemWith("p", "s", {{"b", S("1")}}))), "Items 2 write: table 2");
  EXPECT_EQ(cost(TransactPut(ItemWith("p", "s", {{"b", S("2")}}))), "Items 4 write: table 2, global 2");
  EXPECT_EQ(cost(TransactPut(ItemWith("p", "both", {{"a", S("1")}, {"b", S("1")}}))),
            "Items 4 write: table 2, local 1, global 1");
  const AttributeValue three_kilobytes = S(std::string(3000, 'x'));
  table.Store(ItemWith("p", "big", {{"b", S("1")}, {"x", three_kilobytes}}));
  EXPECT_EQ(cost(TransactCheck(Key("p", "big"), "attribute_exists(pk)")), "Items 6 write: table 6");
  EXPECT_EQ(cost(TransactCheck(Key("p", "absent"), "attribute_not_exists(pk)")), "Items 2 write: table 2");
  EXPECT_EQ(cost(TransactDelete(Key("p", "big"))), "Items 9 write: table 6, global 3");
  EXPECT_EQ(cost(TransactDelete(Key("p", "big"))), "Items 2 write: table 2");
  table.Store(ItemWith("p", "big", {{"x", three_kilobytes}}));
  EXPECT_EQ(cost(TransactPut(Key("p", "big"))), "Items 6 write: table 6");
}

TEST(ConsumedCapacity, TransactionsListTablesByName) {
  ItemTable table;
  table.Create(PlainTable("Earlier"));
  table.Store(ItemOfSize("p", "1", 5000));
  TransactWriteItemsRequest write = Transaction(
      {TransactPut(Key("p", "2")), OnTable(TransactPut(Key("p", "1")), "Earlier"), TransactDelete(Key("p", "1"))});
  write.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
  EXPECT_THAT(FormatCapacity(TransactWriteItems(table.state, write)->consumed_capacity),
              ElementsAre("Earlier 2 write", "Items 12 write"));
  table.Store(ItemOfSize("p", "1", 5000));
  TransactGetItemsRequest read = ReadTransaction(
      {TransactGet(Key("p", "1")), TransactGet(Key("p", "none")), TransactGet(Key("p", "1"), "Earlier")});
  EXPECT_THAT(FormatCapacity(TransactGetItems(table.state, WithCapacityOfIndexes(read))->consumed_capacity),
              ElementsAre("Earlier 2 read: table 2", "Items 6 read: table 6"));
}

}  // namespace
}  // namespace holdfast::testing
