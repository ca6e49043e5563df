// The access patterns of the inventory, one case each.
#include <string>
#include <vector>

#include "conformance/runner/eventually.h"
#include "conformance/systems/inventory/inventory.h"
#include "conformance/systems/inventory/inventory_store.h"

namespace holdfast::conformance::inventory {
namespace {

using Codes = std::vector<std::string>;

void ProductById(CaseRun& run) {
  InventoryStore store(&run.client(), run.Table(Table()));
  const Product lamp{run.Key("lamp"), "lighting"};
  store.Put(ProductItem(lamp));
  run.ExpectItem(store.GetProduct(lamp.id), ProductItem(lamp), "the product, by id");
  run.Expect(!store.GetProduct(run.Key("nothing")).has_value(), "a product that was never put was found");
}

void ProductsOfCategory(CaseRun& run) {
  InventoryStore store(&run.client(), run.Table(Table()));
  const std::string lighting = run.Key("lighting");
  const Product bulb{run.Key("bulb"), lighting};
  const Product chair{run.Key("chair"), run.Key("seating")};
  const Product lamp{run.Key("lamp"), lighting};
  for (const Product& product : {lamp, chair, bulb}) store.Put(ProductItem(product));
  const std::vector<Item> expected = {ProductItem(bulb), ProductItem(lamp)};
  run.Expect(Eventually([&] { return store.ProductsOf(lighting) == expected; }),
             "the category's two products were not found in the index, in order and without the third");
}

void StockAtWarehouse(CaseRun& run) {
  InventoryStore store(&run.client(), run.Table(Table()));
  const Stock lamps{run.Key("north"), run.Key("lamp")};
  store.Put(StockItem(lamps, 7, 2, 3));
  run.ExpectItem(store.GetStock(lamps), StockItem(lamps, 7, 2, 3), "the stock of a product at a warehouse");
  run.Expect(!store.GetStock({run.Key("south"), lamps.product}).has_value(), "stock was found at another warehouse");
}

void AllStockOfWarehouse(CaseRun& run) {
  InventoryStore store(&run.client(), run.Table(Table()));
  const std::string north = run.Key("north");
  const Stock bulbs{north, run.Key("bulb")};
  const Stock lamps{north, run.Key("lamp")};
  store.Put(StockItem(lamps, 7, 2, 3));
  store.Put(StockItem(bulbs, 90, 0, 20));
  store.Put(StockItem({run.Key("south"), lamps.product}, 1, 0, 0));
  run.ExpectOk(store.Move(lamps, {ChangeType::kReceive, 1}, run.Key("movement")), "receive, with a movement");
  const std::vector<Item> expected = {StockItem(bulbs, 90, 0, 20), StockItem(lamps, 8, 2, 3)};
  run.Expect(store.StockOf(north) == expected, "expected the warehouse's stock in order, and not its movements");
}

void WarehousesWithProduct(CaseRun& run) {
  InventoryStore store(&run.client(), run.Table(Table()));
  const std::string lamp = run.Key("lamp");
  const Item north = StockItem({run.Key("north"), lamp}, 7, 2, 3);
  const Item south = StockItem({run.Key("south"), lamp}, 1, 0, 3);
  store.Put(south);
  store.Put(north);
  store.Put(StockItem({run.Key("north"), run.Key("chair")}, 4, 0, 1));
  const std::vector<Item> expected = {north, south};
  run.Expect(Eventually([&] { return store.WarehousesWith(lamp) == expected; }),
             "the two warehouses that stock the product were not found in the index, in order");
}

void Receive(CaseRun& run) {
  InventoryStore store(&run.client(), run.Table(Table()));
  const Stock lamps{run.Key("north"), run.Key("lamp")};
  store.Put(StockItem(lamps, 7, 2, 3));
  const Response received = store.Apply(lamps, {ChangeType::kReceive, 5});
  run.ExpectOk(received, "receive");
  run.ExpectItem(received.attributes(), StockItem(lamps, 12, 2, 3), "the new attributes");
  run.ExpectItem(store.GetStock(lamps), StockItem(lamps, 12, 2, 3), "the stock");
}

void Reserve(CaseRun& run) {
  InventoryStore store(&run.client(), run.Table(Table()));
  const Stock lamps{run.Key("north"), run.Key("lamp")};
  store.Put(StockItem(lamps, 7, 2, 3));
  run.ExpectOk(store.ReserveBySet(lamps, 4), "reserve what is available");
  run.ExpectItem(store.GetStock(lamps), StockItem(lamps, 7, 6, 3), "the stock");
  run.ExpectError(store.ReserveBySet(lamps, 2), "ConditionalCheckFailedException", "The conditional request failed",
                  "reserve more than is available");
  run.ExpectItem(store.GetStock(lamps), StockItem(lamps, 7, 6, 3), "the stock after a refused reservation");
  run.ExpectOk(store.Apply(lamps, {ChangeType::kReserve, 1}), "reserve the last one, with ADD");
  run.ExpectItem(store.GetStock(lamps), StockItem(lamps, 7, 7, 3), "the stock, all of it reserved");
  run.ExpectError(store.ReserveBySet({lamps.warehouse, run.Key("nothing")}, 1), "ConditionalCheckFailedException", "",
                  "reserve a product that has no stock");
}

void ShipAndRelease(CaseRun& run) {
  InventoryStore store(&run.client(), run.Table(Table()));
  const Stock lamps{run.Key("north"), run.Key("lamp")};
  store.Put(StockItem(lamps, 7, 4, 3));
  run.ExpectOk(store.Apply(lamps, {ChangeType::kShip, 2}), "ship");
  run.ExpectItem(store.GetStock(lamps), StockItem(lamps, 5, 2, 3), "the stock, shipped");
  run.ExpectOk(store.Apply(lamps, {ChangeType::kRelease, 1}), "release");
  run.ExpectItem(store.GetStock(lamps), StockItem(lamps, 5, 1, 3), "the stock, released");
  run.ExpectError(store.Apply(lamps, {ChangeType::kShip, 2}), "ConditionalCheckFailedException", "",
                  "ship more than is reserved");
}

void Movements(CaseRun& run) {
  InventoryStore store(&run.client(), run.Table(Table()));
  const std::string north = run.Key("north");
  const Stock lamps{north, run.Key("lamp")};
  const Change received{ChangeType::kReceive, 5};
  const Change reserved{ChangeType::kReserve, 3};
  store.Put(StockItem(lamps, 7, 2, 3));
  run.ExpectOk(store.Move(lamps, reserved, run.Key("02")), "reserve, with a movement");
  run.ExpectOk(store.Move(lamps, received, run.Key("01")), "receive, with a movement");
  const std::vector<Item> expected = {MovementItem(lamps, received, run.Key("01")),
                                      MovementItem(lamps, reserved, run.Key("02"))};
  run.Expect(store.MovementsOf(north) == expected, "expected the warehouse's movements in order, and not its stock");
}

void StockChangeWithMovement(CaseRun& run) {
  InventoryStore store(&run.client(), run.Table(Table()));
  const Stock lamps{run.Key("north"), run.Key("lamp")};
  const Change reserve{ChangeType::kReserve, 4};
  store.Put(StockItem(lamps, 7, 2, 3));
  run.ExpectOk(store.Move(lamps, reserve, run.Key("first")), "reserve, with a movement");
  run.ExpectItem(store.GetStock(lamps), StockItem(lamps, 7, 6, 3), "the stock");

  const Response too_many = store.Move(lamps, reserve, run.Key("second"));
  run.Expect(too_many.CancellationCodes() == Codes{"ConditionalCheckFailed", "None"},
             "reserve more than is available: expected the first action's condition to fail, got " + too_many.text());
  run.Expect(!store.GetMovement(lamps, run.Key("second")).has_value(), "a refused reservation left a movement");

  const Response again = store.Move(lamps, {ChangeType::kReceive, 1}, run.Key("first"));
  run.Expect(again.CancellationCodes() == Codes{"None", "ConditionalCheckFailed"},
             "record a movement twice: expected the second action's condition to fail, got " + again.text());
  run.ExpectItem(store.GetStock(lamps), StockItem(lamps, 7, 6, 3), "the stock, whose movement was refused");
}

}  // namespace

std::vector<CaseDescription> Cases() {
  return {
      {"product-by-id", "A product is found by id.", ProductById},
      {"products-of-a-category", "The index finds the products of a category, in order.", ProductsOfCategory},
      {"stock-at-a-warehouse", "The stock of a product at a warehouse is one item.", StockAtWarehouse},
      {"all-stock-of-a-warehouse", "All stock of a warehouse is one query that leaves out its movements.",
       AllStockOfWarehouse},
      {"warehouses-with-a-product", "The index finds the warehouses that stock a product.", WarehousesWithProduct},
      {"receive", "A delivery is added to the stock.", Receive},
      {"reserve", "Units are reserved as long as there are enough.", Reserve},
      {"ship-and-release", "Reserved units are shipped or released.", ShipAndRelease},
      {"movements-of-a-warehouse", "The movements of a warehouse are one query, in order.", Movements},
      {"stock-change-with-movement", "A change of stock and its movement are written together or not at all.",
       StockChangeWithMovement},
      ArithmeticInConditions(),
      LowStockAlert(),
  };
}

}  // namespace holdfast::conformance::inventory
