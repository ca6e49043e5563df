// The base of races over one stock item. The clients' changes are recorded in a ledger, and must add up to the figures
// at the end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/runner/race.h"
#include "conformance/systems/inventory/inventory_store.h"
#include "conformance/systems/inventory/ledger.h"

namespace holdfast::conformance::inventory {

class StockRace : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(Table());
    stock_ = {round.Key("warehouse"), round.Key("product")};
    before_ = FiguresBefore(round);
    InventoryStore(&round.observer(), table_).Put(StockItem(stock_, before_.quantity, before_.reserved, 0));
    ledger_ = Ledger(round.clients());
  }

  void Check(Round& round) override {
    const std::vector<std::string> about = {TextOf(StockKey(stock_), "pk")};
    const std::optional<Item> stock = InventoryStore(&round.observer(), table_).GetStock(stock_);
    const Figures after = FiguresOf(stock.value_or(Item()));
    for (const std::string& wrong : FindFigureErrors(after)) round.ReportViolation(wrong, about);
    for (const std::string& wrong : FindSumErrors(before_, after, ledger_.entries()))
      round.ReportViolation(wrong, about);
  }

 protected:
  virtual Figures FiguresBefore(const Round& round) const = 0;

  std::string table_;
  Stock stock_;
  Ledger ledger_{0};

 private:
  Figures before_;
};

}  // namespace holdfast::conformance::inventory
