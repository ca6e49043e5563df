// ItemCollectionMetrics are returned only on request, and only for tables with a local index, whose item collections
// are limited in size, and so are an item and its entries.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/base/limits.h"
#include "tests/engine/operations/batches/write_requests.h"
#include "tests/engine/operations/partiql/statement_table.h"
#include "tests/engine/operations/transactions/transaction_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using MetricsByTable = std::optional<std::vector<std::pair<std::string, std::vector<ItemCollectionMetrics>>>>;

std::string FormatMetrics(const ItemCollectionMetrics& metrics) {
  EXPECT_EQ(metrics.size_estimate_gb_low, 0);
  EXPECT_EQ(metrics.size_estimate_gb_high, 1);
  return Format(metrics.item_collection_key);
}
std::string FormatMetrics(const std::optional<ItemCollectionMetrics>& metrics) {
  return metrics.has_value() ? FormatMetrics(*metrics) : kAbsent;
}
std::vector<std::string> FormatMetrics(const MetricsByTable& metrics) {
  if (!metrics.has_value()) return {kAbsent};
  std::vector<std::string> texts;
  for (const auto& [table, collections] : *metrics) {
    for (const ItemCollectionMetrics& collection : collections)
      texts.push_back(table + " " + FormatMetrics(collection));
  }
  return texts;
}
template <typename Request>
Request WithMetrics(Request request) {
  request.return_item_collection_metrics = ReturnItemCollectionMetrics::kSize;
  return request;
}

TEST(ItemCollectionMetrics, AreReturnedForSingleWrites) {
  ItemTable with_local(IndexedTable(kItems));
  ItemTable without_local;
  const auto update = Update(Key("p", "s"), "SET v = :v", Fields({{":v", N("1")}}));
  for (ItemTable* table : {&with_local, &without_local}) {
    const std::string expected = table == &with_local ? R"({pk: "p"})" : kAbsent;
    EXPECT_EQ(FormatMetrics(PutItem(table->state, WithMetrics(Put(Key("p", "s"))))->item_collection_metrics), expected);
    EXPECT_EQ(FormatMetrics(UpdateItem(table->state, WithMetrics(update))->item_collection_metrics), expected);
    EXPECT_EQ(FormatMetrics(DeleteItem(table->state, WithMetrics(Delete(Key("p", "s"))))->item_collection_metrics),
              expected);
  }
  PutItemRequest unasked = Put(Key("p", "s"));
  EXPECT_EQ(FormatMetrics(PutItem(with_local.state, unasked)->item_collection_metrics), kAbsent);
  unasked.return_item_collection_metrics = ReturnItemCollectionMetrics::kNone;
  EXPECT_EQ(FormatMetrics(PutItem(with_local.state, unasked)->item_collection_metrics), kAbsent);
}

// One entry for each collection written.
TEST(ItemCollectionMetrics, AreReturnedForBatches) {
  ItemTable table(IndexedTable(kItems));
  table.Create(PlainTable("Others"));
  BatchWriteItemRequest request;
  request.request_items = {{kItems, {Putting(Key("p", "1")), Putting(Key("p", "2")), Deleting(Key("q", "1"))}},
                           {"Others", {Putting(Key("p", "1"))}}};
  EXPECT_THAT(FormatMetrics(BatchWriteItem(table.state, WithMetrics(request))->item_collection_metrics),
              ElementsAre(R"(Items {pk: "p"})", R"(Items {pk: "q"})"));
  EXPECT_THAT(FormatMetrics(BatchWriteItem(table.state, request)->item_collection_metrics), ElementsAre(kAbsent));
  request.request_items->erase(request.request_items->begin());
  EXPECT_THAT(FormatMetrics(BatchWriteItem(table.state, WithMetrics(request))->item_collection_metrics),
              ElementsAre(kAbsent));
}

TEST(ItemCollectionMetrics, AreReturnedForTransactions) {
  ItemTable table(IndexedTable(kItems));
  table.Create(PlainTable("Others"));
  const auto request = WithMetrics(Transaction(
      {TransactPut(Key("p", "1")), OnTable(TransactPut(Key("p", "1")), "Others"), TransactDelete(Key("q", "1")),
       TransactUpdate(Key("p", "2"), "SET v = :v", Fields({{":v", N("1")}}))}));
  EXPECT_THAT(FormatMetrics(TransactWriteItems(table.state, request)->item_collection_metrics),
              ElementsAre(R"(Items {pk: "p"})", R"(Items {pk: "q"})"));
}

// The limit of a collection is 10 GB in DynamoDB. Here it is 400 bytes: two items of 100 bytes with their entries in
// the local index.
struct SmallCollections : ItemTable {
  static constexpr size_t kItemBytes = 100;
  SmallCollections() : ItemTable(IndexedTable(kItems), Options()) {}
  static EngineOptions Options() {
    EngineOptions options;
    options.item_collection_bytes_max = 4 * kItemBytes;
    return options;
  }
  // Unlike an ItemOfSize (item_table.h), it has the attribute `a`, and so an entry in the local index.
  static AttributeMap ItemOfBytes(std::string_view pk, std::string_view sk, size_t bytes) {
    const size_t rest = bytes - ItemWith(pk, sk, {{"a", S("1")}, {"z", S("")}}).view().size_bytes();
    return ItemWith(pk, sk, {{"a", S("1")}, {"z", S(std::string(rest, 'x'))}});
  }
};
constexpr char kTooLarge[] = "ItemCollectionSizeLimitExceeded: Collection size exceeded.";

TEST(ItemCollections, AWriteThatMakesACollectionTooLargeIsRefused) {
  SmallCollections table;
  constexpr size_t kBytes = SmallCollections::kItemBytes;
  EXPECT_EQ(Outcome(PutItem(table.state, Put(table.ItemOfBytes("p", "1", kBytes)))), "ok");
  EXPECT_EQ(Outcome(PutItem(table.state, Put(table.ItemOfBytes("p", "2", kBytes)))), "ok");
  EXPECT_EQ(Outcome(PutItem(table.state, Put(Key("p", "3")))), kTooLarge);
  EXPECT_EQ(Outcome(PutItem(table.state, Put(table.ItemOfBytes("p", "2", kBytes + 1)))), kTooLarge);
  EXPECT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "2"), "SET y = z"))), kTooLarge);
  EXPECT_EQ(Outcome(PutItem(table.state, Put(table.ItemOfBytes("q", "1", kBytes)))), "ok") << "another collection";
  const auto response =
      TransactWriteItems(table.state, Transaction({TransactPut(Key("q", "2")), TransactPut(Key("p", "3"))}));
  EXPECT_THAT(ReasonsOf(response), ElementsAre("None", kTooLarge));
  EXPECT_EQ(table.Stored(Key("p", "3")), kAbsent);
  EXPECT_EQ(table.Stored(Key("q", "2")), kAbsent);
}

TEST(ItemCollections, AnEntryInALocalIndexCountsAsMuchAsItsItem) {
  SmallCollections table;
  table.Store(table.ItemOfBytes("p", "1", 150));
  EXPECT_EQ(Outcome(PutItem(table.state, Put(table.ItemOfBytes("p", "2", 51)))), kTooLarge) << "402 bytes";
  EXPECT_EQ(Outcome(PutItem(table.state, Put(table.ItemOfBytes("p", "2", 50)))), "ok");
  EXPECT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "2"), "REMOVE a"))), "ok");
  EXPECT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "2"), "SET a = pk REMOVE z"))), "ok");
  table.Store(ItemOfSize("p", "3", 60));
  EXPECT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "3"), "SET a = pk"))), kTooLarge)
      << "the item grows by 2 bytes, the collection by 64";
}

TEST(ItemCollections, TheActionsOfATransactionCountTogether) {
  SmallCollections table;
  const auto put = [&](std::string_view sk) { return TransactPut(table.ItemOfBytes("p", sk, 70)); };
  const auto too_large = TransactWriteItems(table.state, Transaction({put("1"), put("2"), put("3")}));
  EXPECT_THAT(ReasonsOf(too_large), ElementsAre("None", "None", kTooLarge));
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Transaction({put("1"), put("2")}))), "ok");
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Transaction({TransactDelete(Key("p", "1")), put("3")}))), "ok");
}

// Otherwise a full collection could not be made smaller.
TEST(ItemCollections, AFullCollectionTakesWritesThatDoNotMakeItGrow) {
  SmallCollections table;
  constexpr size_t kBytes = SmallCollections::kItemBytes;
  table.Store(table.ItemOfBytes("p", "1", kBytes));
  table.Store(table.ItemOfBytes("p", "2", kBytes));
  EXPECT_EQ(Outcome(PutItem(table.state, Put(table.ItemOfBytes("p", "2", kBytes)))), "ok");
  EXPECT_EQ(Outcome(PutItem(table.state, Put(table.ItemOfBytes("p", "2", kBytes - 1)))), "ok");
  EXPECT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "2"), "REMOVE z"))), "ok");
  EXPECT_EQ(Outcome(DeleteItem(table.state, Delete(Key("p", "1")))), "ok");
  EXPECT_EQ(Outcome(PutItem(table.state, Put(Key("p", "3")))), "ok") << "there is room again";
}

TEST(ItemCollections, ATableWithoutLocalIndexHasNoLimit) {
  ItemTable table(PlainTable(kItems), SmallCollections::Options());
  for (const char* sk : {"1", "2", "3", "4", "5"}) table.Store(ItemOfSize("p", sk, 100));
}

TEST(LocalIndexes, AnItemAndItsEntriesHave400KilobytesAtMostTogether) {
  ItemTable table(IndexedTable(kItems));
  const std::string too_large = "Item size has exceeded the maximum allowed size";
  const std::string update_too_large = "Item size to update has exceeded the maximum allowed size";
  const AttributeMap half = SmallCollections::ItemOfBytes("p", "1", 204'800);
  const AttributeMap more_than_half = SmallCollections::ItemOfBytes("p", "2", 204'801);
  EXPECT_EQ(Outcome(PutItem(table.state, Put(half))), "ok");
  EXPECT_EQ(Outcome(PutItem(table.state, Put(more_than_half))), too_large);
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Transaction({TransactPut(more_than_half)}))), too_large);
  BatchWriteItemRequest batch;
  batch.request_items = {{kItems, {Putting(more_than_half)}}};
  EXPECT_EQ(Outcome(BatchWriteItem(table.state, batch)), too_large);
  const AttributeValue z(*more_than_half.Find("z"));
  EXPECT_EQ(ResultOf(table.state, Statement("INSERT INTO Items VALUE {'pk': 'p', 'sk': '2', 'a': '1', 'z': ?}", {z})),
            too_large);
  EXPECT_EQ(table.Stored(Key("p", "2")), kAbsent);

  EXPECT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "1"), "SET y = pk"))), update_too_large);
  table.Store(ItemOfSize("p", "3", 204'801));
  EXPECT_EQ(Outcome(UpdateItem(table.state, Update(Key("p", "3"), "SET a = pk"))), update_too_large)
      << "the item had no entry before";
  EXPECT_EQ(Outcome(PutItem(table.state, Put(ItemOfSize("p", "3", 409'600)))), "ok") << "it has no entry";
}

}  // namespace
}  // namespace holdfast::testing
