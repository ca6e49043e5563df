// All clients reserve the last unit: one succeeds, and the conditions of all other requests fail.
#include <optional>
#include <string>
#include <vector>

#include "conformance/systems/inventory/inventory.h"
#include "conformance/systems/inventory/inventory_store.h"
#include "conformance/systems/inventory/ledger.h"

namespace holdfast::conformance::inventory {
namespace {

class Buyers : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(Table());
    stock_ = {round.Key("warehouse"), round.Key("product")};
    InventoryStore(&round.observer(), table_).Put(StockItem(stock_, 1, 0, 0));
    outcomes_.assign(static_cast<size_t>(round.clients()), AttemptOutcome::kNotTried);
  }

  void RunClient(Round& round, Client& client) override {
    InventoryStore store(&client, table_, round.guarded());
    const Response response = store.ReserveBySet(stock_, 1);
    outcomes_[static_cast<size_t>(client.number())] = AttemptOutcomeOf(response);
  }

  void Check(Round& round) override {
    const std::vector<std::string> about = {TextOf(StockKey(stock_), "pk")};
    const size_t winners = CountOf(outcomes_, AttemptOutcome::kDone);
    if (winners > 1) round.ReportViolation(std::to_string(winners) + " buyers reserved the last unit", about);
    if (AllRefused(outcomes_)) round.ReportViolation("every buyer was refused a unit that was there", about);
    if (CountOf(outcomes_, AttemptOutcome::kConflicted) > 0) {
      round.ReportViolation(
          "a buyer was refused because of a conflict with a transaction, and no client sends transactions", about);
    }
    const std::optional<Item> stock = InventoryStore(&round.observer(), table_).GetStock(stock_);
    const Figures after = FiguresOf(stock.value_or(Item()));
    for (const std::string& wrong : FindFigureErrors(after)) round.ReportViolation(wrong, about);
    if (winners == 1 && after.reserved != 1) {
      round.ReportViolation("the last unit was sold, and " + std::to_string(after.reserved) + " are reserved", about);
    }
  }

 private:
  std::string table_;
  Stock stock_;
  std::vector<AttemptOutcome> outcomes_;
};

}  // namespace

RaceDescription LastUnitReserved() {
  return Describe<Buyers>("last-unit-reserved",
                          "Of many buyers of the last unit one gets it, and every other is refused with "
                          "ConditionalCheckFailedException.",
                          "Units are reserved without asking whether there are any.");
}

}  // namespace holdfast::conformance::inventory
