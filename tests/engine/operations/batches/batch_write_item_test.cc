#include "engine/operations/batches/batch_write_item.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/operations/batches/write_requests.h"
#include "tests/engine/operations/queries/page_requests.h"
#include "tests/engine/operations/spoiled_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::StartsWith;

const std::string kOneError = "1 validation error detected: ";
const std::string kInvalid = "One or more parameter values were invalid: ";

BatchWriteItemRequest Batch(std::vector<WriteRequest> writes) {
  BatchWriteItemRequest request;
  request.request_items = {{kItems, std::move(writes)}};
  return request;
}
std::vector<WriteRequest> Puts(int count) {
  std::vector<WriteRequest> writes;
  for (int i = 0; i < count; ++i) writes.push_back(Putting(Key("p", std::to_string(i))));
  return writes;
}
std::vector<WriteRequest>& First(BatchWriteItemRequest& request) { return request.request_items->front().second; }

TEST(BatchWriteItem, PutsAndDeletesInSeveralTables) {
  ItemTable table(IndexedTable(kItems));
  table.Create(PlainTable("Others"));
  table.Store(ItemWith("p", "replaced", {{"n", N("1")}, {"b", S("b")}}));
  table.Store(ItemWith("p", "deleted", {{"b", S("b")}}));
  BatchWriteItemRequest request =
      Batch({Putting(ItemWith("p", "put", {{"b", S("b")}})), Deleting(Key("p", "deleted")),
             Putting(ItemWith("p", "replaced", {{"m", N("2")}})), Deleting(Key("p", "missing"))});
  request.request_items->emplace_back("Others", std::vector<WriteRequest>{Putting(Key("p", "put"))});
  const auto response = BatchWriteItem(table.state, request);
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_THAT(response->unprocessed_items, IsEmpty());
  EXPECT_FALSE(response->consumed_capacity.has_value());
  EXPECT_FALSE(response->item_collection_metrics.has_value());
  EXPECT_THAT(FirstPage(table.state, QueryPartition("p")),
              ElementsAre(R"({b: "b", pk: "p", sk: "put"})", R"({m: 2, pk: "p", sk: "replaced"})"));
  EXPECT_THAT(FirstPage(table.state, ScanIndex("global")), ElementsAre(R"({b: "b", pk: "p", sk: "put"})"));
  EXPECT_NE(table.Stored(Key("p", "put"), "Others"), kAbsent);
}

TEST(BatchWriteItem, TakesTwentyFiveRequestsOverAllTables) {
  ItemTable table;
  table.Create(PlainTable("Others"));
  EXPECT_EQ(Outcome(BatchWriteItem(table.state, Batch(Puts(25)))), "ok");
  EXPECT_EQ(FirstPage(table.state, ScanTable()).size(), 25u);
  const std::string too_many = Outcome(BatchWriteItem(table.state, Batch(Puts(26))));
  EXPECT_THAT(too_many, StartsWith(kOneError + "Value '{Items=["));
  EXPECT_THAT(too_many,
              EndsWith("]}' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: "
                       "[Member must have length less than or equal to 25, Member must have length greater than or "
                       "equal to 1]"));
  BatchWriteItemRequest request = Batch(Puts(20));
  request.request_items->emplace_back("Others", Puts(5));
  EXPECT_EQ(Outcome(BatchWriteItem(table.state, request)), "ok");
  request.request_items->back().second.push_back(Putting(Key("p", "5")));
  EXPECT_EQ(Outcome(BatchWriteItem(table.state, request)), "Too many items requested for the BatchWriteItem call");
}

TEST(BatchWriteItem, EachKeyOfATableMayOccurOnce) {
  const std::string kDuplicates = "Provided list of item keys contains duplicates";
  TableDefinition definition = PlainTable(kItems);
  definition.attribute_definitions = {Define("pk"), Define("sk", ScalarAttributeType::kNumber)};
  ItemTable table(definition);
  definition.table_name = "Others";
  table.Create(definition);
  const auto key = [](const char* sk) { return AttributeMap{{"pk", S("p")}, {"sk", N(sk)}}; };
  EXPECT_EQ(Outcome(BatchWriteItem(table.state, Batch({Putting(key("1")), Putting(key("2")), Putting(key("1"))}))),
            kDuplicates);
  EXPECT_EQ(Outcome(BatchWriteItem(table.state, Batch({Putting(key("1")), Deleting(key("1"))}))), kDuplicates);
  EXPECT_EQ(Outcome(BatchWriteItem(table.state, Batch({Deleting(key("1")), Deleting(key("1.0"))}))), kDuplicates);
  EXPECT_THAT(FirstPage(table.state, ScanTable()), IsEmpty()) << "nothing was written";
  BatchWriteItemRequest two_tables = Batch({Putting(key("1"))});
  two_tables.request_items->emplace_back("Others", std::vector<WriteRequest>{Putting(key("1"))});
  EXPECT_EQ(Outcome(BatchWriteItem(table.state, two_tables)), "ok");
}

TEST(BatchWriteItem, AnItemHasAtMostFourHundredKilobytes) {
  ItemTable table;
  EXPECT_EQ(Outcome(BatchWriteItem(table.state, Batch({Putting(ItemOfSize("p", "1", 409'600))}))), "ok");
  EXPECT_EQ(
      Outcome(BatchWriteItem(table.state, Batch({Putting(Key("p", "2")), Putting(ItemOfSize("p", "3", 409'601))}))),
      "Item size has exceeded the maximum allowed size");
  EXPECT_EQ(table.Stored(Key("p", "2")), kAbsent) << "the whole batch is refused";
}

TEST(BatchWriteItem, RefusesWithTheTextOfDynamoDb) {
  const std::string kSchema = "The provided key element does not match the schema";
  const auto also = [](WriteRequest write) { return [write](BatchWriteItemRequest& r) { First(r).push_back(write); }; };
  const auto put = [&](AttributeValue value) { return also(Putting(ItemWith("p", "2", {{"x", value}}))); };
  const Fault<BatchWriteItemRequest> faults[] = {
      {[](BatchWriteItemRequest& r) { r.request_items.reset(); },
       kOneError + "Value null at 'requestItems' failed to satisfy constraint: Member must not be null"},
      {[](BatchWriteItemRequest& r) { r.request_items->clear(); },
       "The requestItems parameter is required for BatchWriteItem"},
      {[](BatchWriteItemRequest& r) {
         r.request_items->emplace_back("a!", Puts(1));
         r.return_consumed_capacity = EnumField<ReturnConsumedCapacity>::FromText("x");
       },
       kOneError + "Value 'x' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum "
                   "value set: [INDEXES, TOTAL, NONE]"},
      {[](BatchWriteItemRequest& r) { First(r).clear(); },
       kOneError +
           "Value '{Items=[]}' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: "
           "[Member must have length less than or equal to 25, Member must have length greater than or equal to 1]"},
      {[](BatchWriteItemRequest& r) { First(r).front().put_request->item.reset(); },
       kOneError + "Value null at 'requestItems.Items.member.1.member.putRequest.item' failed to satisfy constraint: "
                   "Member must not be null"},
      {[](BatchWriteItemRequest& r) { First(r).emplace_back().delete_request.emplace(); },
       kOneError + "Value null at 'requestItems.Items.member.2.member.deleteRequest.key' failed to satisfy constraint: "
                   "Member must not be null"},
      {also({}),
       "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes"},
      {put(Ss({"b", "a", "b"})), kInvalid + "Input collection [b, a, b] contains duplicates."},
      {put(Ns({"1", "1"})), "Input collection contains duplicates"},
      {put(N("")), "The parameter cannot be converted to a numeric value"},
      {put(N("x")), "The parameter cannot be converted to a numeric value: x"},
      {[](BatchWriteItemRequest& r) { r.request_items->emplace_back("Ghosts", Puts(1)); }, kTableNotFound},
      {also(Putting({{"pk", S("p")}})), kSchema},
      {also(Putting({{"pk", N("1")}, {"sk", S("s")}})), kSchema},
      {also(Deleting({{"pk", S("p")}})), kSchema},
      {also(Deleting(ItemWith("p", "s", {{"x", N("1")}}))), kSchema},
      {also(Putting(Key("", "s"))),
       "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty "
       "string value. Key: pk"},
      {also(Deleting(Key("p", std::string(1025, 's')))),
       kInvalid + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"},
      {also(Putting(ItemWith("p", "2", {{"b", N("1")}}))),
       kInvalid + "Type mismatch for Index Key b Expected: S Actual: N IndexName: global"},
      {also(Putting(ItemWith("p", "2", {{"a", S("")}}))),
       "One or more parameter values are not valid. A value specified for a secondary index key is not supported. The "
       "AttributeValue for a key attribute cannot contain an empty string value. IndexName: local, IndexKey: a"},
  };
  ItemTable table(IndexedTable(kItems));
  ExpectFaults(faults, Batch({Putting(Key("p", "1"))}), [&](const BatchWriteItemRequest& request) {
    const std::string outcome = Outcome(BatchWriteItem(table.state, request));
    EXPECT_THAT(FirstPage(table.state, ScanTable()), IsEmpty()) << "nothing was written";
    return outcome;
  });
}

TEST(BatchWriteItem, ReportsTheFaultThatIsCheckedFirst) {
  const auto also = [](WriteRequest write) { return [write](BatchWriteItemRequest& r) { First(r).push_back(write); }; };
  const Fault<BatchWriteItemRequest> faults[] = {
      {[](BatchWriteItemRequest& r) { First(r).front().put_request->item.reset(); },
       kOneError + "Value null at 'requestItems.Items.member.1.member.putRequest.item'"},
      {also({}), "Supplied AttributeValue has more than one datatypes set"},
      // Requests are checked one after the other, and the values of each before its size.
      {[](BatchWriteItemRequest& r) {
         First(r)[0] = Putting(ItemWith("p", "0", {{"n", N("bad")}}));
       },
       "The parameter cannot be converted to a numeric value: bad"},
      {[](BatchWriteItemRequest& r) { First(r)[0] = Putting(ItemOfSize("p", "0", 409'601)); },
       "Item size has exceeded"},
      {[](BatchWriteItemRequest& r) {
         First(r)[1] = Putting(ItemWith("p", "0", {{"n", N("worse")}}));
       },
       "The parameter cannot be converted to a numeric value: worse"},
      {[](BatchWriteItemRequest& r) { r.request_items->emplace_back("Others", Puts(25)); }, "Too many items requested"},
      {[](BatchWriteItemRequest& r) { r.request_items->emplace_back("Ghosts", Puts(1)); }, kTableNotFound},
      {[](BatchWriteItemRequest& r) {
         First(r)[1] = Putting({{"pk", S("")}});
       },
       "The provided key element does not match"},
      {[](BatchWriteItemRequest& r) {
         First(r)[1] = Putting(ItemWith("", "1", {{"a", N("1")}}));
       },
       "One or more parameter values are not valid. The AttributeValue for a key attribute"},
      {[](BatchWriteItemRequest& r) {
         First(r)[1] = Putting(ItemWith("p", "1", {{"a", N("1")}}));
       },
       kInvalid + "Type mismatch for Index Key a"},
      {also(Deleting(Key("p", "0"))), "Provided list of item keys contains duplicates"},
      {[](BatchWriteItemRequest&) {}, "ok"},
  };
  ItemTable table(IndexedTable(kItems));
  table.Create(PlainTable("Others"));
  ExpectFirstFaults(faults, Batch(Puts(2)), [&](const BatchWriteItemRequest& request) {
    return Outcome(BatchWriteItem(table.state, request));
  });
}

}  // namespace
}  // namespace holdfast::testing
