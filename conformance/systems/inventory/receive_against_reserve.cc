// Some clients receive deliveries while others reserve units: none of these changes is lost.
#include "conformance/systems/inventory/inventory.h"
#include "conformance/systems/inventory/stock_race.h"

namespace holdfast::conformance::inventory {
namespace {

constexpr int kChangesPerClient = 3;
constexpr int64_t kUnitsMax = 4;

class DeliveriesAndBuyers : public StockRace {
 public:
  void RunClient(Round& round, Client& client) override {
    InventoryStore store(&client, table_);
    const ChangeType type = client.number() % 2 == 0 ? ChangeType::kReceive : ChangeType::kReserve;
    for (int i = 0; i < kChangesPerClient; ++i) {
      const Change change{type, 1 + client.RandomBelow(kUnitsMax)};
      const bool by_read_and_set = type == ChangeType::kReceive && !round.guarded();
      const Response response = by_read_and_set ? ReceiveByReading(client, change.units) : store.Apply(stock_, change);
      ledger_.Add(client.number(), {change, AttemptOutcomeOf(response)});
    }
  }

 private:
  Figures FiguresBefore(const Round&) const override { return {.quantity = 12, .reserved = 2, .available = 10}; }

  // The control computes the sum on the client, and so overwrites concurrent changes.
  Response ReceiveByReading(Client& client, int64_t units) {
    const Figures read = FiguresOf(InventoryStore(&client, table_).GetStock(stock_).value_or(Item()));
    return client.UpdateItem(
        {.table = table_,
         .key = StockKey(stock_),
         .update = "SET quantity = :quantity, availableQty = :available",
         .values = {{":quantity", N(read.quantity + units)}, {":available", N(read.available + units)}}});
  }
};

}  // namespace

RaceDescription ReceiveAgainstReserve() {
  return Describe<DeliveriesAndBuyers>("receive-against-reserve",
                                       "Units received and units reserved at the same time all count, and what is "
                                       "available is what is there and not reserved.",
                                       "A delivery reads the stock, adds to it, and writes the sum back.");
}

}  // namespace holdfast::conformance::inventory
