// The writes that make stream records, and the contents of the records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/schema/key_rules.h"
#include "engine/write/write_path.h"
#include "tests/engine/operations/batches/write_requests.h"
#include "tests/engine/operations/streams/stream_table.h"
#include "tests/engine/operations/transactions/transaction_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const AttributeMap kKey = Key("p", "s");
const AttributeMap kStored = ItemWith("p", "s", {{"n", N("1")}, {"m", M({{"a", S("x")}, {"b", S("y")}})}});

std::string Change(const char* event, const std::string& old_image, const std::string& new_image) {
  return std::string(event) + " " + Text(kKey) + ": " + old_image + " -> " + new_image;
}

// One write of a stored or of a missing item.
struct WriteCase {
  std::string name;
  bool stored;
  std::function<std::string(DatabaseState&)> write;
  std::string outcome;
  std::vector<std::string> changes;
};

template <typename Request>
std::function<std::string(DatabaseState&)> Running(auto operation, Request request) {
  return [operation, request](DatabaseState& state) {
    if constexpr (requires { operation(state, request); }) {
      return Outcome(operation(state, request));
    } else {
      return Outcome(operation(state, request, /*budget=*/nullptr));
    }
  };
}

const std::string kOk = "ok";
const std::string kOldText = Text(kStored);
const AttributeMap kOther = ItemWith("p", "s", {{"n", N("2")}});

BatchWriteItemRequest BatchOf(WriteRequest write) {
  BatchWriteItemRequest request;
  request.request_items = {{kItems, {std::move(write)}}};
  return request;
}

std::vector<WriteCase> Cases() {
  const auto values = [](std::string_view n) { return Fields({{":n", N(n)}}); };
  const std::vector<std::string> inserted_other = {Change("INSERT", kAbsent, Text(kOther))};
  const std::vector<std::string> replaced = {Change("MODIFY", kOldText, Text(kOther))};
  const std::vector<std::string> removed = {Change("REMOVE", kOldText, kAbsent)};
  const AttributeMap reordered = ItemWith("p", "s", {{"m", M({{"b", S("y")}, {"a", S("x")}})}, {"n", N("1.0")}});
  return {
      {"put of an absent item", false, Running(PutItem, Put(kOther)), kOk, inserted_other},
      {"put of a different item", true, Running(PutItem, Put(kOther)), kOk, replaced},
      {"put of the same item", true, Running(PutItem, Put(kStored)), kOk, {}},
      {"put of the same item in another order", true, Running(PutItem, Put(reordered)), kOk, {}},
      {"put under a failed condition",
       true,
       Running(PutItem, If(Put(kOther), "attribute_not_exists(pk)")),
       kConditionFailed,
       {}},
      {"update of an absent item", false, Running(UpdateItem, Update(kKey, "SET n = :n", values("2"))), kOk,
       inserted_other},
      {"update", true, Running(UpdateItem, Update(kKey, "SET n = :n REMOVE m", values("2"))), kOk, replaced},
      {"update to the same value", true, Running(UpdateItem, Update(kKey, "SET n = :n", values("1"))), kOk, {}},
      {"removal of an absent attribute", true, Running(UpdateItem, Update(kKey, "REMOVE zz")), kOk, {}},
      {"removal from an absent item", false, Running(UpdateItem, Update(kKey, "REMOVE zz")), kOk, {}},
      {"update without expression of an absent item",
       false,
       [](DatabaseState& state) {
         UpdateItemRequest request = Update(kKey, "");
         request.update_expression.reset();
         return Outcome(UpdateItem(state, request));
       },
       kOk,
       {Change("INSERT", kAbsent, Text(kKey))}},
      {"update under a failed condition",
       true,
       Running(UpdateItem, If(Update(kKey, "REMOVE n"), "attribute_not_exists(pk)")),
       kConditionFailed,
       {}},
      {"delete", true, Running(DeleteItem, Delete(kKey)), kOk, removed},
      {"delete of an absent item", false, Running(DeleteItem, Delete(kKey)), kOk, {}},
      {"delete under a failed condition",
       true,
       Running(DeleteItem, If(Delete(kKey), "attribute_not_exists(pk)")),
       kConditionFailed,
       {}},
      {"batch put of an absent item", false, Running(BatchWriteItem, BatchOf(Putting(kOther))), kOk, inserted_other},
      {"batch put of a different item", true, Running(BatchWriteItem, BatchOf(Putting(kOther))), kOk, replaced},
      {"batch put of the same item", true, Running(BatchWriteItem, BatchOf(Putting(kStored))), kOk, {}},
      {"batch delete", true, Running(BatchWriteItem, BatchOf(Deleting(kKey))), kOk, removed},
      {"batch delete of an absent item", false, Running(BatchWriteItem, BatchOf(Deleting(kKey))), kOk, {}},
      {"transaction's put", true, Running(TransactWriteItems, Transaction({TransactPut(kOther)})), kOk, replaced},
      {"transaction's update", true,
       Running(TransactWriteItems, Transaction({TransactUpdate(kKey, "SET n = :n REMOVE m", values("2"))})), kOk,
       replaced},
      {"transaction's delete", true, Running(TransactWriteItems, Transaction({TransactDelete(kKey)})), kOk, removed},
      {"transaction's check",
       true,
       Running(TransactWriteItems, Transaction({TransactCheck(kKey, "attribute_exists(pk)")})),
       kOk,
       {}},
      {"transaction that changes nothing",
       true,
       Running(TransactWriteItems, Transaction({TransactPut(kStored)})),
       kOk,
       {}},
  };
}

TEST(StreamRecords, EveryChangeAndNothingElseMakesOneRecord) {
  for (const WriteCase& write_case : Cases()) {
    SCOPED_TRACE(write_case.name);
    StreamTable table;
    if (write_case.stored) table.Store(kStored);
    EXPECT_EQ(write_case.write(table.state), write_case.outcome);
    std::vector<std::string> changes = table.Changes();
    if (write_case.stored) changes.erase(changes.begin());
    EXPECT_EQ(changes, write_case.changes);
  }
}

TEST(StreamRecords, ACancelledTransactionMakesNoRecord) {
  StreamTable table;
  const auto response = TransactWriteItems(
      table.state, Transaction({TransactPut(Key("p", "1")), TransactCheck(Key("p", "2"), "attribute_exists(pk)")}));
  EXPECT_FALSE(response.ok());
  EXPECT_THAT(table.Changes(), IsEmpty());
}

TEST(StreamRecords, ItemsThatATransactionDoesNotChangeHaveNoRecord) {
  StreamTable table;
  table.Store(ItemWith("p", "same", {{"n", N("1")}}));
  table.Store(Key("p", "checked"));
  const size_t before = table.Changes().size();
  ASSERT_EQ(Outcome(TransactWriteItems(
                table.state, Transaction({TransactCheck(Key("p", "checked"), "attribute_exists(pk)"),
                                          TransactUpdate(Key("p", "same"), "SET n = :n", Fields({{":n", N("1.0")}})),
                                          TransactPut(Key("p", "new"))}))),
            "ok");
  std::vector<std::string> changes = table.Changes();
  ASSERT_EQ(changes.size(), before + 1);
  EXPECT_EQ(changes.back(), "INSERT " + Text(Key("p", "new")) + ": (absent) -> " + Text(Key("p", "new")));
}

TEST(StreamRecords, EachItemOfATransactionHasItsOwnSequenceNumber) {
  StreamTable table;
  ASSERT_EQ(Outcome(TransactWriteItems(table.state, Transaction({TransactPut(Key("p", "1")), TransactPut(Key("q", "2")),
                                                                 TransactPut(Key("r", "3"))}))),
            "ok");
  EXPECT_THAT(table.Changes(), ElementsAre("INSERT " + Text(Key("p", "1")) + ": (absent) -> " + Text(Key("p", "1")),
                                           "INSERT " + Text(Key("q", "2")) + ": (absent) -> " + Text(Key("q", "2")),
                                           "INSERT " + Text(Key("r", "3")) + ": (absent) -> " + Text(Key("r", "3"))));
  const std::vector<RecordDescription> records = table.Records();
  EXPECT_LT(records[0].sequence_number, records[1].sequence_number);
  EXPECT_LT(records[1].sequence_number, records[2].sequence_number);
}

TEST(StreamRecords, TheRecordOfADeletionByTimeToLiveIsMarked) {
  StreamTable table;
  table.Store(kStored);
  const std::shared_ptr<Table> items = table.state.tables.Find(kItems);
  WriteAction action{.kind = WriteKind::kDelete, .table = items, .key = KeyOfStored(items->schema(), kKey), .hash = 0};
  action.hash = action.table->items().HashOf(action.key.partition);
  action.by_time_to_live = true;
  ASSERT_TRUE(ExecuteWrite(std::move(action), table.state.commits, *table.clock).ok());
  const std::vector<RecordDescription> records = table.Records();
  ASSERT_EQ(records.size(), 2u);
  EXPECT_FALSE(records[0].by_time_to_live);
  EXPECT_EQ(records[1].event_name, EventName::kRemove);
  EXPECT_TRUE(records[1].by_time_to_live);
}

TEST(StreamRecords, AllRecordsOfAnItemAreInOneShard) {
  StreamTable table;
  for (int item = 0; item < 40; ++item) {
    for (int n = 0; n < 5; ++n) {
      table.Store(ItemWith(std::to_string(item), "s", {{"n", N(std::to_string(n))}}));
    }
  }
  size_t shards_used = 0;
  for (const StreamShardDescription& shard : table.Shards()) {
    std::map<std::string, int> counts;
    const auto page = table.Read(table.Iterator(shard.id, ShardIteratorType::kTrimHorizon));
    for (const RecordDescription& record : page->records) ++counts[Text(record.keys)];
    for (const auto& [key, count] : counts) EXPECT_EQ(count, 5) << key;
    if (!counts.empty()) ++shards_used;
  }
  EXPECT_EQ(shards_used, 4u);
}

}  // namespace
}  // namespace holdfast::testing
