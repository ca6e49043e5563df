#include "engine/operations/items/get_item.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/engine/operations/item_table.h"
#include "tests/engine/operations/spoiled_requests.h"

namespace holdfast::testing {
namespace {

const std::string kOneError = "1 validation error detected: ";

GetItemRequest Projecting(std::string projection, Names names = {}) {
  GetItemRequest request = Get(Key("p", "s"));
  request.projection_expression = std::move(projection);
  if (!names.empty()) request.expression_attribute_names = std::move(names);
  return request;
}

TEST(GetItem, ReturnsTheItemOrNothing) {
  ItemTable table;
  table.Store(ItemWith("p", "s", {{"n", N("1")}}));
  const auto found = GetItem(table.state, Get(Key("p", "s")));
  ASSERT_EQ(Outcome(found), "ok");
  EXPECT_EQ(Format(found->item), R"({n: 1, pk: "p", sk: "s"})");
  EXPECT_FALSE(found->consumed_capacity.has_value());
  const auto missing = GetItem(table.state, Get(Key("p", "t")));
  ASSERT_EQ(Outcome(missing), "ok");
  EXPECT_EQ(Format(missing->item), kAbsent);
}

// A response does not change when the item is changed or deleted.
TEST(GetItem, AResponseOutlivesTheItem) {
  ItemTable table;
  table.Store(ItemWith("p", "s", {{"n", N("1")}}));
  const auto found = GetItem(table.state, Get(Key("p", "s")));
  table.Store(ItemWith("p", "s", {{"n", N("2")}}));
  ASSERT_EQ(Outcome(DeleteItem(table.state, Delete(Key("p", "s")))), "ok");
  EXPECT_EQ(Format(found->item), R"({n: 1, pk: "p", sk: "s"})");
}

TEST(GetItem, AProjectionReturnsOnlyItsPaths) {
  ItemTable table;
  table.Store(ItemWith("p", "s",
                       {{"n", N("1")},
                        {"l", L({S("x"), S("y"), S("z")})},
                        {"m", M({{"a", N("1")}, {"b", N("2")}})},
                        {"o", L({M({{"a", N("1")}, {"b", N("2")}, {"c", N("3")}})})}}));
  struct Row {
    std::string projection;
    std::string formatted;
  };
  const Row rows[] = {
      {"n", "{n: 1}"},
      {"pk, n", R"({n: 1, pk: "p"})"},
      {"m.a", "{m: {a: 1}}"},
      // The projected elements are adjacent, in the order of the list.
      {"l[2], l[0]", R"({l: ["x", "z"]})"},
      {"o[0].b, o[0].a", "{o: [{a: 1, b: 2}]}"},
      {"gone", "{}"},
      {"m.gone, l[7], n.x", "{}"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(Format(GetItem(table.state, Projecting(row.projection))->item), row.formatted) << row.projection;
  }
  GetItemRequest missing = Projecting("n");
  missing.key = Key("p", "t");
  EXPECT_EQ(Format(GetItem(table.state, missing)->item), kAbsent);
  EXPECT_EQ(Format(GetItem(table.state, Projecting("#n", {{"#n", "n"}}))->item), "{n: 1}");
}

TEST(GetItem, AttributesToGetNamesWholeAttributes) {
  ItemTable table;
  table.Store(ItemWith("p", "s", {{"a.b", N("1")}, {"n", N("2")}}));
  GetItemRequest request = Get(Key("p", "s"));
  request.attributes_to_get = {"n", "a.b", "gone"};
  EXPECT_EQ(Format(GetItem(table.state, request)->item), "{a.b: 1, n: 2}");
}

TEST(GetItem, RefusesWithTheTextOfDynamoDb) {
  const std::string kSchema = "The provided key element does not match the schema";
  const auto key = [](AttributeMap value) { return [value](GetItemRequest& r) { r.key = value; }; };
  const auto projecting = [](std::string text) {
    return [text](GetItemRequest& r) { r.projection_expression = text; };
  };
  const Fault<GetItemRequest> faults[] = {
      {[](GetItemRequest& r) { r.key.reset(); },
       kOneError + "Value null at 'key' failed to satisfy constraint: Member must not be null"},
      {[](GetItemRequest& r) { r.table_name = ""; },
       kOneError +
           "Value '' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 1"},
      {[](GetItemRequest& r) { r = GetItemRequest(); },
       "2 validation errors detected: Value null at 'tableName' failed to satisfy constraint: Member must not be null; "
       "Value null at 'key' failed to satisfy constraint: Member must not be null"},
      {[](GetItemRequest& r) { r.attributes_to_get.emplace(); },
       kOneError + "Value '[]' at 'attributesToGet' failed to satisfy constraint: Member must have length greater than "
                   "or equal to 1"},
      {[](GetItemRequest& r) {
         r.attributes_to_get = {"a"};
         r.projection_expression = "a";
       },
       "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: "
       "{AttributesToGet} Expression parameters: {ProjectionExpression}"},
      {[](GetItemRequest& r) {
         r.expression_attribute_names = Names{{"#n", "n"}};
       },
       "ExpressionAttributeNames can only be specified when using expressions"},
      {[](GetItemRequest& r) {
         r.attributes_to_get = {"a", "b", "a"};
       },
       "One or more parameter values were invalid: Duplicate value in attribute name: a"},
      {projecting(""), "Invalid ProjectionExpression: The expression can not be empty;"},
      {projecting("a, a"),
       "Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of these "
       "paths; path one: [a], path two: [a]"},
      {projecting("(a)"), R"(Invalid ProjectionExpression: Syntax error; token: "(", near: "(a")"},
      {[](GetItemRequest& r) {
         r.projection_expression = "a";
         r.expression_attribute_names = Names{{"#n", "n"}};
       },
       "Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}"},
      {[](GetItemRequest& r) { r.table_name = "Ghosts"; }, kTableNotFound},
      {key({}), kSchema},
      {key({{"pk", S("p")}}), kSchema},
      {key(ItemWith("p", "s", {{"n", N("1")}})), kSchema},
      {key({{"pk", S("p")}, {"sk", B("s")}}), kSchema},
      {key({{"pk", S("p")}, {"sk", N("")}}), "The parameter cannot be converted to a numeric value: "},
      {key(Key("", "s")),
       "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty "
       "string value. Key: pk"},
      {key(Key(std::string(2049, 'p'), "s")),
       "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes"},
      {key(Key("p", std::string(1025, 's'))),
       "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of "
       "1024 bytes"},
      {projecting("pk.x"),
       "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: pk"},
      {projecting("b[0]"),
       "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: b"},
  };
  ItemTable table(IndexedTable(kItems));
  ExpectFaults(faults, Get(Key("p", "s")),
               [&](const GetItemRequest& request) { return Outcome(GetItem(table.state, request)); });
}

TEST(GetItem, ReportsTheFaultThatIsCheckedFirst) {
  const Fault<GetItemRequest> faults[] = {
      {[](GetItemRequest& r) { r.table_name = "a;"; }, kOneError + "Value 'a;' at 'tableName'"},
      {[](GetItemRequest& r) { r.return_consumed_capacity = EnumField<ReturnConsumedCapacity>::FromText("x"); },
       kOneError + "Value 'x' at 'returnConsumedCapacity'"},
      {[](GetItemRequest& r) {
         r.attributes_to_get = {"a", "a"};
       },
       "Can not use both expression and non-expression"},
      {[](GetItemRequest& r) {
         r.key = AttributeMap{{"pk", N("bad")}};
       },
       "The parameter cannot be converted"},
      {[](GetItemRequest& r) { r.expression_attribute_names = Names{}; }, "ExpressionAttributeNames must not be empty"},
      {[](GetItemRequest& r) { r.projection_expression = "a,"; }, "Invalid ProjectionExpression: Syntax error"},
      {[](GetItemRequest& r) {
         r.expression_attribute_names = Names{{"#n", "n"}};
       },
       "Value provided in ExpressionAttributeNames unused"},
      {[](GetItemRequest& r) { r.table_name = "Ghosts"; }, kTableNotFound},
      {[](GetItemRequest& r) {
         r.key = AttributeMap{{"pk", S("")}, {"sk", N("1")}};
       },
       "The provided key element does not match the schema"},
      {[](GetItemRequest& r) { r.key = Key("", "s"); }, "One or more parameter values are not valid."},
      {[](GetItemRequest& r) { r.projection_expression = "pk.x"; }, "Key attributes must be scalars"},
      {[](GetItemRequest&) {}, "ok"},
  };
  ItemTable table;
  ExpectFirstFaults(faults, Projecting("a"),
                    [&](const GetItemRequest& request) { return Outcome(GetItem(table.state, request)); });
}

TEST(GetItem, ATableThatIsBeingCreatedIsNotFound) {
  ItemTable table;
  table.state.tables.Find(kItems)->set_status(TableStatus::kCreating);
  EXPECT_EQ(Outcome(GetItem(table.state, Get(Key("p", "s")))), kTableNotFound);
  table.state.tables.Find(kItems)->set_status(TableStatus::kUpdating);
  EXPECT_EQ(Outcome(GetItem(table.state, Get(Key("p", "s")))), "ok");
}

}  // namespace
}  // namespace holdfast::testing
