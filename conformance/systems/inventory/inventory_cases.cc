#include "conformance/systems/inventory/inventory_cases.h"

#include <string>
#include <vector>

#include "conformance/runner/eventually.h"
#include "conformance/systems/inventory/stock_room.h"

namespace holdfast::conformance::inventory {
namespace {

using Codes = std::vector<std::string>;

void ProductById(CaseRun& run) {
  StockRoom room(&run.client(), run.Table(Table()));
  const Product lamp{run.Key("lamp"), "lighting"};
  room.Put(ProductItem(lamp));
  run.ExpectItem(room.GetProduct(lamp.id), ProductItem(lamp), "the product, by id");
  run.Expect(!room.GetProduct(run.Key("nothing")).has_value(), "a product that was never put was found");
}

void ProductsOfCategory(CaseRun& run) {
  StockRoom room(&run.client(), run.Table(Table()));
  const std::string lighting = run.Key("lighting");
  const Product bulb{run.Key("bulb"), lighting};
  const Product chair{run.Key("chair"), run.Key("seating")};
  const Product lamp{run.Key("lamp"), lighting};
  for (const Product& product : {lamp, chair, bulb}) room.Put(ProductItem(product));
  const std::vector<Item> expected = {ProductItem(bulb), ProductItem(lamp)};
  run.Expect(Eventually([&] { return room.ProductsOf(lighting) == expected; }),
             "the category's two products were not found in the index, in order and without the third");
}

void StockAtWarehouse(CaseRun& run) {
  StockRoom room(&run.client(), run.Table(Table()));
  const Stock lamps{run.Key("north"), run.Key("lamp")};
  room.Put(StockItem(lamps, 7, 2, 3));
  run.ExpectItem(room.GetStock(lamps), StockItem(lamps, 7, 2, 3), "the stock of a product at a warehouse");
  run.Expect(!room.GetStock({run.Key("south"), lamps.product}).has_value(), "stock was found at another warehouse");
}

void AllStockOfWarehouse(CaseRun& run) {
  StockRoom room(&run.client(), run.Table(Table()));
  const std::string north = run.Key("north");
  const Stock bulbs{north, run.Key("bulb")};
  const Stock lamps{north, run.Key("lamp")};
  room.Put(StockItem(lamps, 7, 2, 3));
  room.Put(StockItem(bulbs, 90, 0, 20));
  room.Put(StockItem({run.Key("south"), lamps.product}, 1, 0, 0));
  run.ExpectOk(room.Move(lamps, {ChangeType::kReceive, 1}, run.Key("movement")), "receive, with a movement");
  const std::vector<Item> expected = {StockItem(bulbs, 90, 0, 20), StockItem(lamps, 8, 2, 3)};
  run.Expect(room.StockOf(north) == expected, "expected the warehouse's stock in order, and not its movements");
}

void WarehousesWithProduct(CaseRun& run) {
  StockRoom room(&run.client(), run.Table(Table()));
  const std::string lamp = run.Key("lamp");
  const Item north = StockItem({run.Key("north"), lamp}, 7, 2, 3);
  const Item south = StockItem({run.Key("south"), lamp}, 1, 0, 3);
  room.Put(south);
  room.Put(north);
  room.Put(StockItem({run.Key("north"), run.Key("chair")}, 4, 0, 1));
  const std::vector<Item> expected = {north, south};
  run.Expect(Eventually([&] { return room.WarehousesWith(lamp) == expected; }),
             "the two warehouses that stock the product were not found in the index, in order");
}

void Receive(CaseRun& run) {
  StockRoom room(&run.client(), run.Table(Table()));
  const Stock lamps{run.Key("north"), run.Key("lamp")};
  room.Put(StockItem(lamps, 7, 2, 3));
  const Reply received = room.Apply(lamps, {ChangeType::kReceive, 5});
  run.ExpectOk(received, "receive");
  run.ExpectItem(received.attributes(), StockItem(lamps, 12, 2, 3), "the new attributes");
  run.ExpectItem(room.GetStock(lamps), StockItem(lamps, 12, 2, 3), "the stock");
}

void Reserve(CaseRun& run) {
  StockRoom room(&run.client(), run.Table(Table()));
  const Stock lamps{run.Key("north"), run.Key("lamp")};
  room.Put(StockItem(lamps, 7, 2, 3));
  run.ExpectOk(room.ReserveBySet(lamps, 4), "reserve what is available");
  run.ExpectItem(room.GetStock(lamps), StockItem(lamps, 7, 6, 3), "the stock");
  run.ExpectError(room.ReserveBySet(lamps, 2), "ConditionalCheckFailedException", "The conditional request failed",
                  "reserve more than is available");
  run.ExpectItem(room.GetStock(lamps), StockItem(lamps, 7, 6, 3), "the stock after a refused reservation");
  run.ExpectOk(room.Apply(lamps, {ChangeType::kReserve, 1}), "reserve the last one, with ADD");
  run.ExpectItem(room.GetStock(lamps), StockItem(lamps, 7, 7, 3), "the stock, all of it reserved");
  run.ExpectError(room.ReserveBySet({lamps.warehouse, run.Key("nothing")}, 1), "ConditionalCheckFailedException", "",
                  "reserve a product that has no stock");
}

void ShipAndRelease(CaseRun& run) {
  StockRoom room(&run.client(), run.Table(Table()));
  const Stock lamps{run.Key("north"), run.Key("lamp")};
  room.Put(StockItem(lamps, 7, 4, 3));
  run.ExpectOk(room.Apply(lamps, {ChangeType::kShip, 2}), "ship");
  run.ExpectItem(room.GetStock(lamps), StockItem(lamps, 5, 2, 3), "the stock, shipped");
  run.ExpectOk(room.Apply(lamps, {ChangeType::kRelease, 1}), "release");
  run.ExpectItem(room.GetStock(lamps), StockItem(lamps, 5, 1, 3), "the stock, released");
  run.ExpectError(room.Apply(lamps, {ChangeType::kShip, 2}), "ConditionalCheckFailedException", "",
                  "ship more than is reserved");
}

void Movements(CaseRun& run) {
  StockRoom room(&run.client(), run.Table(Table()));
  const std::string north = run.Key("north");
  const Stock lamps{north, run.Key("lamp")};
  const Change received{ChangeType::kReceive, 5};
  const Change reserved{ChangeType::kReserve, 3};
  room.Put(StockItem(lamps, 7, 2, 3));
  run.ExpectOk(room.Move(lamps, reserved, run.Key("02")), "reserve, with a movement");
  run.ExpectOk(room.Move(lamps, received, run.Key("01")), "receive, with a movement");
  const std::vector<Item> expected = {MovementItem(lamps, received, run.Key("01")),
                                      MovementItem(lamps, reserved, run.Key("02"))};
  run.Expect(room.MovementsOf(north) == expected, "expected the warehouse's movements in order, and not its stock");
}

void StockChangeWithMovement(CaseRun& run) {
  StockRoom room(&run.client(), run.Table(Table()));
  const Stock lamps{run.Key("north"), run.Key("lamp")};
  const Change reserve{ChangeType::kReserve, 4};
  room.Put(StockItem(lamps, 7, 2, 3));
  run.ExpectOk(room.Move(lamps, reserve, run.Key("first")), "reserve, with a movement");
  run.ExpectItem(room.GetStock(lamps), StockItem(lamps, 7, 6, 3), "the stock");

  const Reply too_many = room.Move(lamps, reserve, run.Key("second"));
  run.Expect(too_many.CancellationCodes() == Codes{"ConditionalCheckFailed", "None"},
             "reserve more than is available: expected the first action's condition to fail, got " + too_many.text());
  run.Expect(!room.GetMovement(lamps, run.Key("second")).has_value(), "a refused reservation left a movement");

  const Reply again = room.Move(lamps, {ChangeType::kReceive, 1}, run.Key("first"));
  run.Expect(again.CancellationCodes() == Codes{"None", "ConditionalCheckFailed"},
             "record a movement twice: expected the second action's condition to fail, got " + again.text());
  run.ExpectItem(room.GetStock(lamps), StockItem(lamps, 7, 6, 3), "the stock, whose movement was refused");
}

}  // namespace

std::vector<CaseDescription> InventoryCases() {
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
