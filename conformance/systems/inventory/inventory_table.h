// System 2, inventory: products, their stock at warehouses and every movement of it in one table with one index.
//
//   entity    pk               sk               gsi1pk          gsi1sk
//   product   PRODUCT#<id>     #METADATA        CATEGORY#<c>    PRODUCT#<id>
//   stock     WAREHOUSE#<w>    PRODUCT#<id>     PRODUCT#<id>    WAREHOUSE#<w>    quantity, reservedQty, reorderPoint
//   movement  WAREHOUSE#<w>    MOVEMENT#<id>                                     productId, type, quantity, referenceId
//
// A condition cannot subtract, so a stock item also contains availableQty, which is quantity minus reservedQty.
#pragma once

#include <cstdint>
#include <string>

#include "conformance/client/value.h"
#include "conformance/runner/tables.h"

namespace holdfast::conformance::inventory {

TableDefinition Table();

struct Product {
  std::string id;
  std::string category;
};

// Identifies the stock of one product at one warehouse.
struct Stock {
  std::string warehouse;
  std::string product;
};

// The counts of a stock item: the attributes quantity, reservedQty and availableQty.
struct Figures {
  int64_t quantity = 0;
  int64_t reserved = 0;
  int64_t available = 0;
};

enum class ChangeType { kReceive, kReserve, kRelease, kShip };

struct Change {
  ChangeType type = ChangeType::kReceive;
  int64_t units = 0;
};

// "receive", ...
std::string NameOf(ChangeType type);
// The amounts that the change adds to the figures; they may be negative.
Figures EffectOf(const Change& change);

Item ProductKey(const std::string& id);
Item StockKey(const Stock& stock);
Item MovementKey(const std::string& warehouse, const std::string& movement);

// The items as the store writes them.
Item ProductItem(const Product& product);
Item StockItem(const Stock& stock, int64_t quantity, int64_t reserved, int64_t reorder_point);
Item MovementItem(const Stock& stock, const Change& change, const std::string& movement);
// All zero if `stock` is empty.
Figures FiguresOf(const Item& stock);

}  // namespace holdfast::conformance::inventory
