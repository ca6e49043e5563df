// Some clients ship reserved units while others release them: each unit is either shipped or released.
#include "conformance/systems/inventory/inventory.h"
#include "conformance/systems/inventory/stock_race.h"

namespace holdfast::conformance::inventory {
namespace {

constexpr int kChangesPerClient = 2;
constexpr int64_t kUnitsMax = 3;

class ShipmentsAndReleases : public StockRace {
 public:
  void RunClient(Round& round, Client& client) override {
    InventoryStore store(&client, table_, round.guarded());
    const ChangeType type = client.number() % 2 == 0 ? ChangeType::kShip : ChangeType::kRelease;
    for (int i = 0; i < kChangesPerClient; ++i) {
      const Change change{type, 1 + client.RandomBelow(kUnitsMax)};
      ledger_.Add(client.number(), {change, AttemptOutcomeOf(store.Apply(stock_, change))});
    }
  }

 private:
  Figures FiguresBefore(const Round& round) const override {
    // About half of the units that the clients will try to ship and release.
    const int64_t reserved = 2 * round.clients();
    return {.quantity = reserved + 5, .reserved = reserved, .available = 5};
  }
};

}  // namespace

RaceDescription ShipAgainstRelease() {
  return Describe<ShipmentsAndReleases>("ship-against-release",
                                        "A reserved unit is shipped or released, never both: no figure falls below "
                                        "zero and all of them add up.",
                                        "Units are shipped and released without asking whether they are reserved.");
}

}  // namespace holdfast::conformance::inventory
