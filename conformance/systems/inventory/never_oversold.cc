// Each client reserves a few units, each reservation in one transaction with the movement that records it. No more
// units are reserved than exist, and the stored movements add up to the change in stock.
#include <algorithm>
#include <string>
#include <vector>

#include "conformance/runner/read_in_transaction.h"
#include "conformance/systems/attempt_outcome.h"
#include "conformance/systems/inventory/inventory.h"
#include "conformance/systems/inventory/inventory_store.h"
#include "conformance/systems/inventory/ledger.h"

namespace holdfast::conformance::inventory {
namespace {

constexpr int kReservationsPerClientMax = 3;
constexpr int64_t kUnitsMax = 5;
// Check reads the stock and the movements in one transaction, which has no room for movements of further clients.
constexpr int kBuyersMax = kReadInTransactionMax - 1;

class Buyers : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(Table());
    stock_ = {round.Key("warehouse"), round.Key("product")};
    reservations_ = Ledger::ChangesPerClient(round.clients(), kReservationsPerClientMax);
    // About half of the units that the clients will try to reserve.
    const int64_t tries = std::min(round.clients(), kBuyersMax) * reservations_;
    before_.quantity = before_.available = tries * (1 + kUnitsMax) / 4;
    InventoryStore(&round.observer(), table_).Put(StockItem(stock_, before_.quantity, 0, 0));
    ledger_ = Ledger(round.clients());
  }

  void RunClient(Round& round, Client& client) override {
    if (client.number() >= kBuyersMax) return;
    for (int i = 0; i < reservations_; ++i) {
      const std::string name = "order" + std::to_string(client.number()) + "." + std::to_string(i);
      const Change change{ChangeType::kReserve, 1 + client.RandomBelow(kUnitsMax)};
      Entry entry{change, AttemptOutcome::kNotTried, round.Key(name)};
      entry.outcome = Reserve(round, client, entry);
      ledger_.Add(client.number(), entry);
    }
  }

  void Check(Round& round) override {
    const std::vector<std::string> about = {TextOf(StockKey(stock_), "pk")};
    const std::vector<Entry> entries = ledger_.entries();
    std::vector<Item> keys = {StockKey(stock_)};
    for (const Entry& entry : entries) keys.push_back(MovementKey(stock_.warehouse, entry.movement));
    std::vector<Item> items = ReadInTransaction(round.observer(), table_, keys);
    const Figures after = FiguresOf(items.front());
    items.erase(items.begin());
    for (const std::string& wrong : FindFigureErrors(after)) round.ReportViolation(wrong, about);
    for (const std::string& wrong : FindMovementErrors(before_, after, entries, items))
      round.ReportViolation(wrong, about);
    CheckMovementCount(round, entries);
  }

 private:
  AttemptOutcome Reserve(Round& round, Client& client, const Entry& entry) {
    InventoryStore store(&client, table_, round.guarded());
    return Contend(round, client, {AllowedReason::kConditionOrConflict, AllowedReason::kNone},
                   "MOVEMENT#" + entry.movement, [&] { return store.Move(stock_, entry.change, entry.movement); });
  }

  // Checks the number of all stored movements of the warehouse, to find also any that no client attempted.
  void CheckMovementCount(Round& round, const std::vector<Entry>& entries) {
    size_t done = 0;
    size_t unknown = 0;
    for (const Entry& entry : entries) {
      if (entry.outcome == AttemptOutcome::kDone) ++done;
      if (entry.outcome == AttemptOutcome::kUnknown) ++unknown;
    }
    const size_t found = InventoryStore(&round.observer(), table_).MovementsOf(stock_.warehouse).size();
    if (found >= done && found <= done + unknown) return;
    round.ReportViolation("the warehouse has " + std::to_string(found) + " movements, and " + std::to_string(done) +
                              " reservations were accepted",
                          {TextOf(StockKey(stock_), "pk")});
  }

  std::string table_;
  Stock stock_;
  Figures before_;
  int reservations_ = 0;
  Ledger ledger_{0};
};

}  // namespace

RaceDescription NeverOversold() {
  return Describe<Buyers>("never-oversold",
                          "No more is reserved than there is, and the movements add up to the change in stock.",
                          "Units are reserved without asking whether there are that many.");
}

}  // namespace holdfast::conformance::inventory
