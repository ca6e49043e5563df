// There are more buyers than units. Each buyer takes one unit with a conditional update. All units are sold, and no
// more.
#include <algorithm>
#include <string>

#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"
#include "conformance/runner/outcomes.h"

namespace holdfast::conformance {
namespace {

class Buyers : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    stock_ = round.Key("stock");
    units_ = std::max(1, round.clients() / 4);
    Require(round.observer().PutItem(
        {.table = table_, .item = {{"pk", S(stock_)}, {"sk", S("unit")}, {"available", N(units_)}}}));
    outcomes_.Reset(round.clients());
  }

  void RunClient(Round& round, Client& client) override {
    const UpdateItemRequest take{.table = table_,
                                 .key = {{"pk", S(stock_)}, {"sk", S("unit")}},
                                 .update = "SET available = available - :one",
                                 .condition = round.guarded() ? "available >= :one" : "",
                                 .values = {{":one", N(1)}}};
    outcomes_.Record(client, ExpectOnlyContentionRefusals(client.UpdateItem(take)));
  }

  void Check(Round& round) override {
    const Item stock = StoredItem(round.observer(), table_, {{"pk", S(stock_)}, {"sk", S("unit")}});
    const int64_t left = NumberOf(stock, "available");
    const int64_t taken = units_ - left;
    const auto sold = static_cast<int64_t>(outcomes_.Winners().size());
    const auto indeterminate = static_cast<int64_t>(outcomes_.Indeterminate().size());
    if (sold > units_) {
      round.ReportViolation(std::to_string(sold) + " buyers were sold one of " + std::to_string(units_) + " units",
                            {stock_});
    }
    if (left < 0) round.ReportViolation("there are " + std::to_string(left) + " units left", {stock_});
    if (taken < sold || taken > sold + indeterminate) {
      round.ReportViolation(std::to_string(sold) + " units were sold and " + std::to_string(taken) + " are gone",
                            {stock_});
    }
    if (left > 0 && sold + indeterminate < units_) {
      round.ReportViolation(std::to_string(left) + " units are left although more buyers asked", {stock_});
    }
  }

 private:
  std::string table_;
  std::string stock_;
  int64_t units_ = 0;
  Outcomes outcomes_;
};

}  // namespace

RaceDescription LastUnit() {
  return Describe<Buyers>("last-unit", "No more units are sold than there are, and none is refused while there is one.",
                          "The buyers take a unit without asking whether there is one.");
}

}  // namespace holdfast::conformance
