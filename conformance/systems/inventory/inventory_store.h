// The operations on the inventory: one method per access pattern, through one client.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/client/client.h"
#include "conformance/systems/inventory/inventory_table.h"

namespace holdfast::conformance::inventory {

// Not thread-safe, like its client.
class InventoryStore {
 public:
  // `guarded` false omits the conditions when reserving, releasing and shipping.
  InventoryStore(Client* client, std::string table, bool guarded = true)
      : client_(*client), table_(std::move(table)), guarded_(guarded) {}

  // Returns the stock after the change: ALL_NEW.
  Response Apply(const Stock& stock, const Change& change);
  // The reservation as a SET, as the server's error message suggests. Otherwise as Apply.
  Response ReserveBySet(const Stock& stock, int64_t units);
  // Applies the change and puts the movement that records it, in one transaction.
  Response Move(const Stock& stock, const Change& change, const std::string& movement);

  void Put(Item item) { Require(client_.PutItem({.table = table_, .item = std::move(item)})); }

  std::optional<Item> GetProduct(const std::string& id) { return Get(ProductKey(id)); }
  std::optional<Item> GetStock(const Stock& stock) { return Get(StockKey(stock)); }
  std::optional<Item> GetMovement(const Stock& stock, const std::string& movement) {
    return Get(MovementKey(stock.warehouse, movement));
  }
  std::vector<Item> StockOf(const std::string& warehouse) { return QueryWarehouse(warehouse, "PRODUCT#"); }
  std::vector<Item> MovementsOf(const std::string& warehouse) { return QueryWarehouse(warehouse, "MOVEMENT#"); }
  // Read from the index, which is eventually consistent.
  std::vector<Item> ProductsOf(const std::string& category) { return QueryIndex("CATEGORY#" + category); }
  std::vector<Item> WarehousesWith(const std::string& product) { return QueryIndex("PRODUCT#" + product); }

 private:
  UpdateItemRequest UpdateFor(const Stock& stock, const Change& change) const;
  std::optional<Item> Get(Item key);
  std::vector<Item> QueryWarehouse(const std::string& warehouse, const std::string& prefix);
  std::vector<Item> QueryIndex(const std::string& partition);

  Client& client_;
  const std::string table_;
  const bool guarded_;
};

}  // namespace holdfast::conformance::inventory
