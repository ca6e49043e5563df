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
      return {"ADD quantity :more, availableQty :more", ""};
    case ChangeType::kReserve:
      return {"ADD reservedQty :more, availableQty :less", "availableQty >= :more"};
    case ChangeType::kRelease:
      return {"ADD reservedQty :less, availableQty :more", "reservedQty >= :more"};
    case ChangeType::kShip:
      return {"ADD quantity :less, reservedQty :less", "reservedQty >= :more"};
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
  if (Uses(rule, ":more")) request.values[":more"] = N(change.units);
  if (Uses(rule, ":less")) request.values[":less"] = N(-change.units);
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
