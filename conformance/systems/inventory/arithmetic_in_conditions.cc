// The first design of this system subtracted in the condition of a reservation. DynamoDB's conditions have no
// arithmetic (Amazon DynamoDB Developer Guide, "Condition and filter expressions, operators, and functions"). A program
// that was tested against an endpoint that accepts such conditions would fail on DynamoDB.
#include <string>

#include "conformance/systems/inventory/inventory.h"
#include "conformance/systems/inventory/inventory_store.h"

namespace holdfast::conformance::inventory {
namespace {

constexpr const char* kSubtraction = "(quantity - reservedQty) >= :qty";
constexpr const char* kAddition = "quantity >= reservedQty + :qty";

// Expects a ValidationException whose message contains `text`. What precedes this text depends on the operation, has
// changed over the years, and is not checked.
void ExpectSyntaxError(CaseRun& run, const Response& response, const std::string& text, const std::string& what) {
  const bool as_expected = response.Is("ValidationException") && response.message().find(text) != std::string::npos;
  run.Expect(as_expected, what + ": expected a ValidationException that says '" + text + "', got " +
                              (response.ok() ? "success" : response.error() + ": " + response.message()));
}

void ExpectSyntaxErrors(CaseRun& run) {
  const std::string table = run.Table(Table());
  Client& client = run.client();
  const Stock lamps{run.Key("north"), run.Key("lamp")};
  const Item values = {{":qty", N(1)}};
  InventoryStore store(&client, table);
  store.Put(StockItem(lamps, 7, 2, 3));
  const std::string minus = R"(Syntax error; token: "-", near: "quantity - reservedQty")";
  const std::string plus = R"(Syntax error; token: "+", near: "reservedQty + :qty")";
  const std::string invalid_condition = "Invalid ConditionExpression: ";

  UpdateItemRequest reserve{.table = table,
                            .key = StockKey(lamps),
                            .update = "SET reservedQty = reservedQty + :qty",
                            .condition = kSubtraction,
                            .values = values};
  ExpectSyntaxError(run, client.UpdateItem(reserve), invalid_condition + minus, "reserve if the difference is enough");
  reserve.condition = kAddition;
  ExpectSyntaxError(run, client.UpdateItem(reserve), invalid_condition + plus, "reserve if the sum is small enough");
  ExpectSyntaxError(run, client.TransactWriteItems({.actions = {reserve}}), invalid_condition + plus,
                    "reserve in a transaction");

  const PutItemRequest put{
      .table = table, .item = StockItem(lamps, 0, 0, 0), .condition = kSubtraction, .values = values};
  ExpectSyntaxError(run, client.PutItem(put), invalid_condition + minus, "put if the difference is enough");
  const DeleteItemRequest erase{.table = table, .key = StockKey(lamps), .condition = kSubtraction, .values = values};
  ExpectSyntaxError(run, client.DeleteItem(erase), invalid_condition + minus, "delete if the difference is enough");
  const QueryRequest query{.table = table,
                           .key_condition = "pk = :warehouse",
                           .filter = kSubtraction,
                           .values = {{":warehouse", S("WAREHOUSE#" + lamps.warehouse)}, {":qty", N(1)}}};
  ExpectSyntaxError(run, client.Query(query), "Invalid FilterExpression: " + minus, "filter by the difference");

  run.ExpectItem(store.GetStock(lamps), StockItem(lamps, 7, 2, 3), "the stock after the refusals");
}

}  // namespace

CaseDescription ArithmeticInConditions() {
  return {"arithmetic-in-conditions", "A condition or filter that adds or subtracts is a syntax error.",
          ExpectSyntaxErrors};
}

}  // namespace holdfast::conformance::inventory
