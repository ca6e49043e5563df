// The operations on the inventory: one method per access pattern, through one client.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/systems/inventory/inventory_table.h"
#include "conformance/systems/table_store.h"

namespace holdfast::conformance::inventory {

// Not thread-safe, like its client.
class InventoryStore : public TableStore {
 public:
  // `guarded` false omits the conditions when reserving, releasing and shipping.
  InventoryStore(Client* client, std::string table, bool guarded = true)
      : TableStore(client, std::move(table), guarded) {}

  // Applies the change. The response has the stock's attributes after it (ALL_NEW).
  Response Apply(const Stock& stock, const Change& change);
  // Reserves units with a SET expression, where Apply uses ADD. The response is like that of Apply.
  Response ReserveBySet(const Stock& stock, int64_t units);
  // Applies the change and puts the movement that records it, in one transaction.
  Response Move(const Stock& stock, const Change& change, const std::string& movement);

  std::optional<Item> GetProduct(const std::string& id) { return Get(ProductKey(id)); }
  std::optional<Item> GetStock(const Stock& stock) { return Get(StockKey(stock)); }
  std::optional<Item> GetMovement(const Stock& stock, const std::string& movement) {
    return Get(MovementKey(stock.warehouse, movement));
  }
  std::vector<Item> StockOf(const std::string& warehouse) {
    return ReadPartition({"pk", "WAREHOUSE#" + warehouse}, {"sk", "PRODUCT#"});
  }
  std::vector<Item> MovementsOf(const std::string& warehouse) {
    return ReadPartition({"pk", "WAREHOUSE#" + warehouse}, {"sk", "MOVEMENT#"});
  }
  // ProductsOf and WarehousesWith read the index, which is eventually consistent.
  std::vector<Item> ProductsOf(const std::string& category) {
    return ReadIndex("gsi1", {"gsi1pk", "CATEGORY#" + category});
  }
  std::vector<Item> WarehousesWith(const std::string& product) {
    return ReadIndex("gsi1", {"gsi1pk", "PRODUCT#" + product});
  }

 private:
  UpdateItemRequest UpdateRequestFor(const Stock& stock, const Change& change) const;
};

}  // namespace holdfast::conformance::inventory
