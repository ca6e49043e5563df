// Stock falls below its reorder point twice, and a consumer of the stream raises two alerts.
#include <string>
#include <vector>

#include "conformance/runner/eventually.h"
#include "conformance/systems/inventory/inventory.h"
#include "conformance/systems/inventory/inventory_store.h"
#include "conformance/systems/inventory/low_stock_alert.h"

namespace holdfast::conformance::inventory {
namespace {

constexpr int64_t kReorderPoint = 3;

std::string ListOf(const std::vector<int64_t>& numbers) {
  std::string list;
  for (const int64_t number : numbers) list += (list.empty() ? "" : ", ") + std::to_string(number);
  return "[" + list + "]";
}

void FallTwice(CaseRun& run) {
  const std::string table = run.Table(Table());
  StreamReader reader(&run.client(), run.tables().StreamArn(table));
  InventoryStore store(&run.client(), table);
  const Stock lamps{run.Key("north"), run.Key("lamp")};
  store.Put(StockItem(lamps, 10, 0, kReorderPoint));
  const std::vector<Change> changes = {
      {ChangeType::kReserve, 7},  // 3 available, which is not below the reorder point
      {ChangeType::kReserve, 1},  // 2: an alert
      {ChangeType::kReserve, 1},  // 1: no alert, because stock was low before
      {ChangeType::kShip, 9},     // 1: shipping reserved units does not change the available ones
      {ChangeType::kReceive, 5},  // 6
      {ChangeType::kReserve, 6},  // 0: an alert
      {ChangeType::kRelease, 6},  // 6
  };
  for (const Change& change : changes) run.ExpectOk(store.Apply(lamps, change), NameOf(change.type));
  // The stream has no record of a refused reservation.
  run.ExpectError(store.ReserveBySet(lamps, 7), "ConditionalCheckFailedException", "", "reserve too many");

  std::vector<int64_t> available;
  std::vector<int64_t> alerts;
  const bool arrived = Eventually([&] {
    for (const StreamRecord& record : reader.Read()) {
      if (!IsAbout(record, lamps)) continue;
      available.push_back(AvailableOf(record.new_image));
      if (RaisesAlert(record)) alerts.push_back(AvailableOf(record.new_image));
    }
    return available.size() > changes.size();
  });
  run.Expect(arrived && available == std::vector<int64_t>{10, 3, 2, 1, 1, 6, 0, 6},
             "the stream showed another course of what was available: " + ListOf(available));
  run.Expect(alerts == std::vector<int64_t>{2, 0}, "expected alerts at 2 and at 0, got " + ListOf(alerts));
}

}  // namespace

CaseDescription LowStockAlert() {
  return {"low-stock-alert", "A consumer of the stream raises an alert whenever stock falls below its reorder point.",
          FallTwice};
}

}  // namespace holdfast::conformance::inventory
