// All clients put the same item, on condition that it does not exist: one put is accepted, and its item stays.
#include <optional>
#include <string>
#include <vector>

#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"
#include "conformance/runner/outcomes.h"

namespace holdfast::conformance {
namespace {

class Putters : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    slot_ = round.Key("slot");
    outcomes_.Reset(round.clients());
  }

  void RunClient(Round& round, Client& client) override {
    const PutItemRequest put{.table = table_,
                             .item = {{"pk", S(slot_)}, {"sk", S("slot")}, {"winner", N(client.number())}},
                             .condition = round.guarded() ? "attribute_not_exists(pk)" : ""};
    outcomes_.Record(client, ExpectOnlyContentionRefusals(client.PutItem(put)));
  }

  void Check(Round& round) override {
    const std::vector<int> winners = outcomes_.Winners();
    if (winners.size() > 1) {
      round.ReportViolation(std::to_string(winners.size()) + " clients were told that their put had won", {slot_});
    }
    if (winners.empty() && outcomes_.Indeterminate().empty()) {
      round.ReportViolation("nobody was told that the put had won", {slot_});
    }
    const std::optional<Item> stored =
        Require(round.observer().GetItem({.table = table_, .key = {{"pk", S(slot_)}, {"sk", S("slot")}}})).item();
    if (winners.empty()) return;
    if (!stored.has_value()) {
      round.ReportViolation("the winner's item is not there", {slot_});
    } else if (NumberOf(*stored, "winner") != winners.front()) {
      round.ReportViolation("client " + std::to_string(winners.front()) +
                                " was told that it had won, and the item is client " + TextOf(*stored, "winner") + "'s",
                            {slot_});
    }
  }

 private:
  std::string table_;
  std::string slot_;
  Outcomes outcomes_;
};

}  // namespace

RaceDescription OnePutWins() {
  return Describe<Putters>("one-put-wins", "Of many puts of one new item, exactly one is accepted.",
                           "The puts ask for nothing: no attribute_not_exists.");
}

}  // namespace holdfast::conformance
