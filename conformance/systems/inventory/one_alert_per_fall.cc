// Stock runs low and recovers. A consumer of the stream raises one alert for each fall below the reorder point that the
// clients caused.
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "conformance/client/stream_reader.h"
#include "conformance/runner/eventually.h"
#include "conformance/systems/attempt_outcome.h"
#include "conformance/systems/inventory/inventory.h"
#include "conformance/systems/inventory/inventory_store.h"
#include "conformance/systems/inventory/low_stock_alert.h"

namespace holdfast::conformance::inventory {
namespace {

constexpr int kChangesPerClient = 3;
constexpr int64_t kUnitsMax = 4;
constexpr int64_t kReorderPoint = 10;

class StockChangesAndConsumer : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(Table());
    stock_ = {round.Key("warehouse"), round.Key("product")};
    stream_ = std::make_unique<StreamReader>(&round.observer(), round.tables().StreamArn(table_));
    stream_->SkipToNow();
    InventoryStore(&round.observer(), table_).Put(StockItem(stock_, kReorderPoint + 2, 0, kReorderPoint));
  }

  void RunClient(Round&, Client& client) override {
    InventoryStore store(&client, table_);
    const ChangeType type = client.number() % 2 == 0 ? ChangeType::kReceive : ChangeType::kReserve;
    for (int i = 0; i < kChangesPerClient; ++i) {
      const Change change{type, 1 + client.RandomBelow(kUnitsMax)};
      const Response response = store.Apply(stock_, change);
      const AttemptOutcome outcome = AttemptOutcomeOf(response);
      if (outcome == AttemptOutcome::kUnknown) ++unknown_;
      if (outcome != AttemptOutcome::kDone) continue;
      ++done_;
      const int64_t after = FiguresOf(response.attributes()).available;
      const int64_t before = after - EffectOf(change).available;
      if (before >= kReorderPoint && after < kReorderPoint) ++falls_;
    }
  }

  void Check(Round& round) override {
    int changes = 0;
    int alerts = 0;
    Eventually([&] {
      for (const StreamRecord& record : stream_->Read()) {
        if (!IsAbout(record, stock_)) continue;
        if (record.event_name == "MODIFY") ++changes;
        if (RaisesAlert(record, round.guarded())) ++alerts;
      }
      // The number of changes does not suffice: a record of a change whose outcome is unknown may have arrived before
      // that of an accepted change.
      return changes >= done_ && alerts >= falls_;
    });
    round.CountEvent("falls below the reorder point", falls_);
    const std::vector<std::string> about = {TextOf(StockKey(stock_), "pk")};
    if (changes < done_ || changes > done_ + unknown_) {
      round.ReportViolation(
          std::to_string(done_) + " changes were accepted, and the stream shows " + std::to_string(changes), about);
    }
    if (alerts < falls_ || alerts > falls_ + unknown_) {
      round.ReportViolation("stock fell below its reorder point " + std::to_string(falls_) +
                                " times, and the consumer raised " + std::to_string(alerts) + " alerts",
                            about);
    }
  }

 private:
  std::string table_;
  Stock stock_;
  std::unique_ptr<StreamReader> stream_;
  std::atomic<int> done_ = 0;
  std::atomic<int> unknown_ = 0;
  std::atomic<int> falls_ = 0;
};

}  // namespace

RaceDescription OneAlertPerFall() {
  return Describe<StockChangesAndConsumer>("one-alert-per-fall",
                                           "The stream's consumer raises one alert each time that stock falls below "
                                           "its reorder point.",
                                           "The consumer looks at what is left, and not at what there was before.");
}

}  // namespace holdfast::conformance::inventory
