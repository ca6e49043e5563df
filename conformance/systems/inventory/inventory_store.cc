#include "conformance/systems/inventory/inventory_store.h"

namespace holdfast::conformance::inventory {
namespace {

// The update expression and the condition of a change.
struct Rule {
  std::string update;
  std::string condition;
};

Rule RuleOf(ChangeType type) {
  switch (type) {
    case ChangeType::kReceive:
      return {"ADD quantity :units, availableQty :units", ""};
    case ChangeType::kReserve:
      return {"ADD reservedQty :units, availableQty :minus_units", "availableQty >= :units"};
    case ChangeType::kRelease:
      return {"ADD reservedQty :minus_units, availableQty :units", "reservedQty >= :units"};
    case ChangeType::kShip:
      return {"ADD quantity :minus_units, reservedQty :minus_units", "reservedQty >= :units"};
  }
  return {};
}

// Needed because DynamoDB refuses a request with a value that no expression uses.
bool Uses(const Rule& rule, const std::string& placeholder) {
  return rule.update.find(placeholder) != std::string::npos || rule.condition.find(placeholder) != std::string::npos;
}

}  // namespace

UpdateItemRequest InventoryStore::UpdateRequestFor(const Stock& stock, const Change& change) const {
  Rule rule = RuleOf(change.type);
  if (!guarded_) rule.condition.clear();
  UpdateItemRequest request{
      .table = table_, .key = StockKey(stock), .update = rule.update, .condition = rule.condition};
  if (Uses(rule, ":units")) request.values[":units"] = N(change.units);
  if (Uses(rule, ":minus_units")) request.values[":minus_units"] = N(-change.units);
  return request;
}

Response InventoryStore::Apply(const Stock& stock, const Change& change) {
  UpdateItemRequest request = UpdateRequestFor(stock, change);
  request.return_values = "ALL_NEW";
  return client_.UpdateItem(request);
}

Response InventoryStore::ReserveBySet(const Stock& stock, int64_t units) {
  return client_.UpdateItem({.table = table_,
                             .key = StockKey(stock),
                             .update = "SET availableQty = availableQty - :q, reservedQty = reservedQty + :q",
                             .condition = guarded_ ? "availableQty >= :q" : "",
                             .values = {{":q", N(units)}},
                             .return_values = "ALL_NEW"});
}

Response InventoryStore::Move(const Stock& stock, const Change& change, const std::string& movement) {
  const PutItemRequest record{
      .table = table_, .item = MovementItem(stock, change, movement), .condition = "attribute_not_exists(pk)"};
  return client_.TransactWriteItems({.actions = {UpdateRequestFor(stock, change), record}});
}

}  // namespace holdfast::conformance::inventory
