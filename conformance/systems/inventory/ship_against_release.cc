// Reserved units are shipped while their reservations are given back: every unit goes one way.
#include <optional>
#include <string>
#include <vector>

#include "conformance/systems/inventory/inventory.h"
#include "conformance/systems/inventory/inventory_store.h"
#include "conformance/systems/inventory/ledger.h"

namespace holdfast::conformance::inventory {
namespace {

constexpr int kChangesPerClient = 2;
constexpr int64_t kUnitsMax = 3;

class ShipmentsAndReleases : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(Table());
    stock_ = {round.Key("warehouse"), round.Key("product")};
    // Fewer than they will ask for.
    before_.reserved = 2 * round.clients();
    before_.quantity = before_.reserved + before_.available;
    InventoryStore(&round.observer(), table_).Put(StockItem(stock_, before_.quantity, before_.reserved, 0));
    ledger_ = Ledger(round.clients());
  }

  void RunClient(Round& round, Client& client) override {
    InventoryStore store(&client, table_, round.guarded());
    const ChangeType type = client.number() % 2 == 0 ? ChangeType::kShip : ChangeType::kRelease;
    for (int i = 0; i < kChangesPerClient; ++i) {
      const Change change{type, 1 + client.Below(kUnitsMax)};
      ledger_.Add(client.number(), {change, AttemptOutcomeOf(store.Apply(stock_, change))});
    }
  }

  void Check(Round& round) override {
    const std::vector<std::string> about = {TextOf(StockKey(stock_), "pk")};
    const std::optional<Item> stock = InventoryStore(&round.observer(), table_).GetStock(stock_);
    const Figures after = FiguresOf(stock.value_or(Item()));
    for (const std::string& wrong : WrongFigures(after)) round.ReportViolation(wrong, about);
    for (const std::string& wrong : WrongSums(before_, after, ledger_.entries())) round.ReportViolation(wrong, about);
  }

 private:
  Figures before_{.available = 5};
  std::string table_;
  Stock stock_;
  Ledger ledger_{0};
};

}  // namespace

RaceDescription ShipAgainstRelease() {
  return Describe<ShipmentsAndReleases>("ship-against-release",
                                        "A reserved unit is shipped or released, never both: no figure falls below "
                                        "zero and all of them add up.",
                                        "Units are shipped and released without asking whether they are reserved.");
}

}  // namespace holdfast::conformance::inventory
