#include "engine/operations/batches/batch_get_item.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/operations/item_table.h"
#include "tests/engine/operations/spoiled_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

const std::string kOneError = "1 validation error detected: ";
const std::string kInvalid = "One or more parameter values were invalid: ";

KeysAndAttributes KeysOf(std::vector<AttributeMap> keys) {
  KeysAndAttributes reads;
  reads.keys = std::move(keys);
  return reads;
}
BatchGetItemRequest Batch(std::vector<AttributeMap> keys) {
  BatchGetItemRequest request;
  request.request_items = {{kItems, KeysOf(std::move(keys))}};
  return request;
}
KeysAndAttributes& First(BatchGetItemRequest& request) { return request.request_items->front().second; }
std::vector<AttributeMap> NumberedKeys(int count) {
  std::vector<AttributeMap> keys;
  for (int i = 0; i < count; ++i) keys.push_back(Key("p", std::to_string(i)));
  return keys;
}

TEST(BatchGetItem, ATableThatIsNamedTwiceHasOneEntry) {
  ItemTable table;
  table.Store(ItemWith("p", "1", {}));
  table.Store(ItemWith("p", "2", {}));
  BatchGetItemRequest request = Batch({Key("p", "1")});
  request.request_items->emplace_back("arn:aws:dynamodb:us-east-1:000000000000:table/" + std::string(kItems),
                                      KeysOf({Key("p", "2")}));
  request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
  const auto response = BatchGetItem(table.state, request);
  ASSERT_EQ(Outcome(response), "ok");
  ASSERT_EQ(response->responses.size(), 1u);
  EXPECT_THAT(FormatAll(response->responses[0].second), ElementsAre(R"({pk: "p", sk: "1"})", R"({pk: "p", sk: "2"})"));
  ASSERT_EQ(response->consumed_capacity->size(), 1u);
  EXPECT_EQ(response->consumed_capacity->front().table_units, 1.0);
}

TEST(BatchGetItem, AnArnNamesTheTableInItsCapacityOnly) {
  ItemTable table;
  table.Store(ItemWith("p", "1", {}));
  BatchGetItemRequest request = Batch({Key("p", "1")});
  const std::string arn = "arn:aws:dynamodb:us-east-1:000000000000:table/" + std::string(kItems);
  request.request_items->front().first = arn;
  request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
  const auto response = BatchGetItem(table.state, request);
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_EQ(response->responses[0].first, kItems);
  EXPECT_EQ(response->consumed_capacity->front().table_name, arn);
}

TEST(BatchGetItem, ReturnsEveryTableWithTheItemsFound) {
  ItemTable table;
  table.Create(PlainTable("Others"));
  table.Create(PlainTable("Empty"));
  table.Store(ItemWith("p", "1", {{"n", N("1")}}));
  table.Store(ItemWith("p", "2", {{"n", N("2")}}));
  table.Store(ItemWith("p", "1", {{"n", N("3")}}), "Others");
  BatchGetItemRequest request = Batch({Key("p", "1"), Key("p", "missing"), Key("p", "2")});
  request.request_items->emplace_back("Others", KeysOf({Key("p", "1")}));
  request.request_items->emplace_back("Empty", KeysOf({Key("p", "1")}));
  First(request).projection_expression = "#n";
  First(request).expression_attribute_names = Names{{"#n", "n"}};
  const auto response = BatchGetItem(table.state, request);
  ASSERT_EQ(Outcome(response), "ok");
  ASSERT_EQ(response->responses.size(), 3u);
  EXPECT_EQ(response->responses[0].first, kItems);
  EXPECT_THAT(FormatAll(response->responses[0].second), UnorderedElementsAre("{n: 1}", "{n: 2}"));
  EXPECT_THAT(FormatAll(response->responses[1].second), ElementsAre(R"({n: 3, pk: "p", sk: "1"})"));
  EXPECT_EQ(response->responses[2].first, "Empty");
  EXPECT_THAT(FormatAll(response->responses[2].second), IsEmpty());
  EXPECT_THAT(response->unprocessed_keys, IsEmpty());
  EXPECT_FALSE(response->consumed_capacity.has_value());
}

TEST(BatchGetItem, AnItemWithoutProjectedAttributesIsEmpty) {
  ItemTable table;
  table.Store(Key("p", "1"));
  BatchGetItemRequest request = Batch({Key("p", "1"), Key("p", "missing")});
  First(request).attributes_to_get = {"gone"};
  EXPECT_THAT(FormatAll(BatchGetItem(table.state, request)->responses[0].second), ElementsAre("{}"));
}

TEST(BatchGetItem, KeysWhoseNumberTextsDifferAreNoDuplicates) {
  TableDefinition definition = PlainTable(kItems);
  definition.attribute_definitions = {Define("pk", ScalarAttributeType::kNumber)};
  definition.key_schema = {Hash("pk")};
  ItemTable table(definition);
  const AttributeMap key = {{"pk", N("1")}};
  table.Store(key);
  BatchGetItemRequest request = Batch({key, {{"pk", N("1.0")}}});
  EXPECT_EQ(Outcome(BatchGetItem(table.state, request)), "Provided list of item keys contains duplicates");
  First(request).number_texts = {"1", "1"};
  EXPECT_EQ(Outcome(BatchGetItem(table.state, request)), "Provided list of item keys contains duplicates");
  First(request).number_texts = {"1", "1.0"};
  const auto response = BatchGetItem(table.state, request);
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_THAT(FormatAll(response->responses[0].second), ElementsAre("{pk: 1}", "{pk: 1}"));
}

TEST(BatchGetItem, ReadsAHundredKeysOverAllTables) {
  ItemTable table;
  table.Create(PlainTable("Others"));
  EXPECT_EQ(Outcome(BatchGetItem(table.state, Batch(NumberedKeys(100)))), "ok");
  EXPECT_EQ(Outcome(BatchGetItem(table.state, Batch(NumberedKeys(101)))),
            kOneError +
                "Value at 'RequestItems.Items.member.Keys' failed to satisfy constraint: Member must have length less "
                "than or equal to 100");
  BatchGetItemRequest request = Batch(NumberedKeys(50));
  request.request_items->emplace_back("Others", KeysOf(NumberedKeys(50)));
  EXPECT_EQ(Outcome(BatchGetItem(table.state, request)), "ok");
  request.request_items->back().second.keys->push_back(Key("p", "50"));
  EXPECT_EQ(Outcome(BatchGetItem(table.state, request)), "Too many items requested for the BatchGetItem call");
}

// Keys whose items would make the response larger than 16 MB are returned as UnprocessedKeys, with the settings of the
// request.
TEST(BatchGetItem, ReturnsKeysBeyondSixteenMegabytesAsUnprocessed) {
  constexpr size_t kBytesMax = 16 * 1'048'576;
  ItemTable table;
  table.Create(PlainTable("Others"));
  std::vector<AttributeMap> keys;
  for (int i = 0; i < 40; ++i) {
    table.Store(ItemOfSize("p", std::to_string(i), 409'600));
    keys.push_back(Key("p", std::to_string(i)));
  }
  // 40 items of 400 KB leave 393,216 bytes.
  keys.push_back(Key("p", "last"));
  table.Store(ItemOfSize("p", "last", kBytesMax - 40 * 409'600));
  const auto whole = BatchGetItem(table.state, Batch(keys));
  ASSERT_EQ(Outcome(whole), "ok");
  EXPECT_EQ(whole->responses[0].second.size(), 41u);
  EXPECT_THAT(whole->unprocessed_keys, IsEmpty());

  table.Store(ItemOfSize("p", "last", kBytesMax - 40 * 409'600 + 1));
  table.Store(Key("p", "small"), "Others");
  BatchGetItemRequest request = Batch(keys);
  First(request).consistent_read = true;
  First(request).projection_expression = "#s";
  First(request).expression_attribute_names = Names{{"#s", "sk"}};
  request.request_items->emplace_back("Others", KeysOf({Key("p", "small")}));
  const auto part = BatchGetItem(table.state, request);
  ASSERT_EQ(Outcome(part), "ok");
  size_t returned = 0;
  for (const auto& [name, items] : part->responses) returned += items.size();
  size_t left = 0;
  for (const auto& [name, reads] : part->unprocessed_keys) left += reads.keys->size();
  EXPECT_EQ(returned + left, 42u);
  ASSERT_FALSE(part->unprocessed_keys.empty());
  const auto& [name, rest] = part->unprocessed_keys.front();
  EXPECT_EQ(name, kItems);
  EXPECT_THAT(FormatAll(*rest.keys), ElementsAre(Format(Key("p", "last"))));
  EXPECT_EQ(rest.consistent_read, true);
  EXPECT_EQ(rest.projection_expression, "#s");
  EXPECT_EQ(rest.expression_attribute_names, (Names{{"#s", "sk"}}));
  // UnprocessedKeys are valid RequestItems of the next request.
  BatchGetItemRequest again;
  again.request_items = part->unprocessed_keys;
  const auto second = BatchGetItem(table.state, again);
  ASSERT_EQ(Outcome(second), "ok");
  EXPECT_THAT(FormatAll(second->responses[0].second), ElementsAre(R"({sk: "last"})"));
  EXPECT_THAT(second->unprocessed_keys, IsEmpty());
}

TEST(BatchGetItem, RefusesWithTheTextOfDynamoDb) {
  const auto keys = [](std::vector<AttributeMap> value) {
    return [value](BatchGetItemRequest& r) { r = Batch(value); };
  };
  const std::string kSchema = "The provided key element does not match the schema";
  const Fault<BatchGetItemRequest> faults[] = {
      {[](BatchGetItemRequest& r) { r.request_items.reset(); },
       kOneError + "Value null at 'requestItems' failed to satisfy constraint: Member must not be null"},
      {[](BatchGetItemRequest& r) { r.request_items->clear(); },
       kOneError +
           "Value at 'RequestItems' failed to satisfy constraint: Member must have length greater than or equal to 1"},
      {[](BatchGetItemRequest& r) { First(r).keys.reset(); },
       kOneError +
           "Value null at 'requestItems.Items.member.keys' failed to satisfy constraint: Member must not be null"},
      {keys({}), kOneError +
                     "Value at 'RequestItems.Items.member.Keys' failed to satisfy constraint: Member must have length "
                     "greater than or equal to 1"},
      {keys({Key("p", "1"), Key("p", "2"), Key("p", "1")}), "Provided list of item keys contains duplicates"},
      {[](BatchGetItemRequest& r) {
         First(r).projection_expression = "a";
         First(r).attributes_to_get = {"a"};
       },
       "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: "
       "{AttributesToGet} Expression parameters: {ProjectionExpression}"},
      // Parameters of different tables conflict, too.
      {[](BatchGetItemRequest& r) {
         First(r).projection_expression = "a";
         KeysAndAttributes other = KeysOf({Key("p", "1")});
         other.attributes_to_get = {"a"};
         r.request_items->emplace_back("Others", other);
       },
       "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: "
       "{AttributesToGet} Expression parameters: {ProjectionExpression}"},
      {[](BatchGetItemRequest& r) {
         First(r).expression_attribute_names = Names{{"#n", "n"}};
       },
       "ExpressionAttributeNames can only be specified when using expressions"},
      {[](BatchGetItemRequest& r) {
         First(r).attributes_to_get = {"a", "a"};
       },
       kInvalid + "Duplicate value in attribute name: a"},
      {[](BatchGetItemRequest& r) { First(r).projection_expression = "a b"; },
       R"(Invalid ProjectionExpression: Syntax error; token: "b", near: "a b")"},
      {keys({{{"pk", S("p")}, {"sk", Ss({"a", "a"})}}}),
       kInvalid + "Input collection [\"a\", \"a\"] contains duplicates."},
      {[](BatchGetItemRequest& r) { r.request_items->emplace_back("Ghosts", KeysOf({Key("p", "1")})); },
       kTableNotFound},
      {keys({{{"pk", S("p")}}}), kSchema},
      {keys({ItemWith("p", "1", {{"x", N("1")}})}), kSchema},
      {keys({{{"pk", S("p")}, {"sk", N("1")}}}), kSchema},
      {keys({Key("", "1")}),
       "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty "
       "string value. Key: pk"},
      {keys({Key(std::string(2049, 'p'), "1")}),
       kInvalid + "Size of hashkey has exceeded the maximum size limit of2048 bytes"},
      {[](BatchGetItemRequest& r) { First(r).projection_expression = "sk[0]"; },
       "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: sk"},
  };
  ItemTable table;
  table.Create(PlainTable("Others"));
  ExpectFaults(faults, Batch({Key("p", "1")}),
               [&](const BatchGetItemRequest& request) { return Outcome(BatchGetItem(table.state, request)); });
}

TEST(BatchGetItem, RefusesInvalidTableNames) {
  ItemTable table;
  for (const std::string name : {"ab", "bad!name"}) {
    BatchGetItemRequest request;
    request.request_items = {{name, KeysOf({Key("p", "1")})}};
    request.request_items_text = "{\"" + name + "\":{\"Keys\":[{\"pk\":{\"S\":\"p\"}}]}}";
    const std::string outcome = Outcome(BatchGetItem(table.state, request));
    EXPECT_THAT(outcome, StartsWith(kOneError + "Value '" + request.request_items_text + "' at"));
    EXPECT_THAT(outcome, ::testing::EndsWith(
                             "' at 'requestItems' failed to satisfy constraint: Map keys must satisfy constraint: "
                             "[Member must have length less than or equal to 255, Member must have length greater than "
                             "or equal to 3, Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]"));
  }
}

TEST(BatchGetItem, ABadTableNameComesBeforeABadReturnConsumedCapacity) {
  ItemTable table;
  BatchGetItemRequest request;
  request.request_items = {{"ab", KeysOf({Key("p", "1")})}, {"a!", KeysOf({Key("p", "1")})}};
  request.request_items_text = "{}";
  request.return_consumed_capacity = EnumField<ReturnConsumedCapacity>::FromText("x");
  EXPECT_THAT(Outcome(BatchGetItem(table.state, request)),
              ::testing::MatchesRegex("2 validation errors detected: Value '\\{\\}' at 'requestItems' failed .*; "
                                      "Value 'x' at 'returnConsumedCapacity' failed .*"));
}

TEST(BatchGetItem, ReportsTheFaultThatIsCheckedFirst) {
  const Fault<BatchGetItemRequest> faults[] = {
      {[](BatchGetItemRequest& r) { First(r).keys->clear(); }, kOneError + "Value at 'RequestItems.Items.member.Keys'"},
      {[](BatchGetItemRequest& r) {
         First(r).attributes_to_get = {"a", "a"};
       },
       "Can not use both expression"},
      {[](BatchGetItemRequest& r) { First(r).projection_expression = "a,"; }, "Invalid ProjectionExpression: Syntax"},
      {[](BatchGetItemRequest& r) {
         First(r).keys = {{{"pk", N("bad")}}};
       },
       "The parameter cannot be converted"},
      {[](BatchGetItemRequest& r) {
         First(r).keys = {{Key("p", "1"), Key("p", "1")}};
       },
       "Provided list of item keys contains duplicates"},
      {[](BatchGetItemRequest& r) { r.request_items->emplace_back("Others", KeysOf(NumberedKeys(100))); },
       "Too many items requested"},
      {[](BatchGetItemRequest& r) { r.request_items->emplace_back("Ghosts", KeysOf({Key("p", "1")})); },
       kTableNotFound},
      {[](BatchGetItemRequest& r) {
         First(r).keys = {{AttributeMap{{"pk", S("")}, {"sk", N("1")}}}};
       },
       "The provided key element does not match the schema"},
      {[](BatchGetItemRequest& r) { First(r).keys = {{Key("", "1")}}; }, "One or more parameter values are not valid."},
      {[](BatchGetItemRequest&) {}, "ok"},
  };
  ItemTable table;
  table.Create(PlainTable("Others"));
  BatchGetItemRequest valid = Batch({Key("p", "1")});
  First(valid).projection_expression = "a";
  ExpectFirstFaults(faults, valid,
                    [&](const BatchGetItemRequest& request) { return Outcome(BatchGetItem(table.state, request)); });
}

}  // namespace
}  // namespace holdfast::testing
