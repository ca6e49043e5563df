#include "conformance/systems/inventory/inventory_table.h"

namespace holdfast::conformance::inventory {

TableDefinition Table() { return SingleTable("inventory"); }

std::string NameOf(ChangeType type) {
  switch (type) {
    case ChangeType::kReceive:
      return "receive";
    case ChangeType::kReserve:
      return "reserve";
    case ChangeType::kRelease:
      return "release";
    case ChangeType::kShip:
      return "ship";
  }
  return "";
}

Figures EffectOf(const Change& change) {
  const int64_t n = change.units;
  switch (change.type) {
    case ChangeType::kReceive:
      return {.quantity = n, .available = n};
    case ChangeType::kReserve:
      return {.reserved = n, .available = -n};
    case ChangeType::kRelease:
      return {.reserved = -n, .available = n};
    case ChangeType::kShip:
      return {.quantity = -n, .reserved = -n};
  }
  return {};
}

Item ProductKey(const std::string& id) { return {{"pk", S("PRODUCT#" + id)}, {"sk", S("#METADATA")}}; }

Item StockKey(const Stock& stock) {
  return {{"pk", S("WAREHOUSE#" + stock.warehouse)}, {"sk", S("PRODUCT#" + stock.product)}};
}

Item MovementKey(const std::string& warehouse, const std::string& movement) {
  return {{"pk", S("WAREHOUSE#" + warehouse)}, {"sk", S("MOVEMENT#" + movement)}};
}

Item ProductItem(const Product& product) {
  Item item = ProductKey(product.id);
  item.insert({{"gsi1pk", S("CATEGORY#" + product.category)},
               {"gsi1sk", S("PRODUCT#" + product.id)},
               {"name", S("Product " + product.id)},
               {"sku", S("SKU-" + product.id)}});
  return item;
}

Item StockItem(const Stock& stock, int64_t quantity, int64_t reserved, int64_t reorder_point) {
  Item item = StockKey(stock);
  item.insert({{"gsi1pk", S("PRODUCT#" + stock.product)},
               {"gsi1sk", S("WAREHOUSE#" + stock.warehouse)},
               {"quantity", N(quantity)},
               {"reservedQty", N(reserved)},
               {"availableQty", N(quantity - reserved)},
               {"reorderPoint", N(reorder_point)}});
  return item;
}

Item MovementItem(const Stock& stock, const Change& change, const std::string& movement) {
  Item item = MovementKey(stock.warehouse, movement);
  item.insert({{"productId", S(stock.product)},
               {"type", S(NameOf(change.type))},
               {"quantity", N(change.units)},
               {"referenceId", S("ORDER#" + movement)}});
  return item;
}

Figures FiguresOf(const Item& stock) {
  return {NumberOf(stock, "quantity"), NumberOf(stock, "reservedQty"), NumberOf(stock, "availableQty")};
}

}  // namespace holdfast::conformance::inventory
