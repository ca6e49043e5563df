// Every client but kSweeper renews its hold, whose expiry time has passed, while kSweeper triggers the deletion of
// expired items. If a renewal is accepted, the whole hold remains; if it is refused, the hold is gone.
#include <string>
#include <vector>

#include "conformance/client/expiry.h"
#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"
#include "conformance/runner/outcomes.h"

namespace holdfast::conformance {
namespace {

constexpr int kSweeper = 0;
constexpr int64_t kOverdueSeconds = 60;
constexpr int64_t kRenewedSeconds = 3'600;

class Renewers : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    outcomes_.Reset(round.clients());
    for (int i = 0; i < round.clients(); ++i) {
      holds_.push_back(round.Key("hold" + std::to_string(i)));
      Require(round.observer().PutItem({.table = table_,
                                        .item = {{"pk", S(holds_.back())},
                                                 {"sk", S("hold")},
                                                 {"holder", N(i)},
                                                 {"expiresAt", N(SecondsFromNow(-kOverdueSeconds))}}}));
    }
  }

  void RunClient(Round& round, Client& client) override {
    if (client.number() == kSweeper) {
      SweepExpired(client);
      return;
    }
    UpdateItemRequest renewal{.table = table_,
                              .key = Key(client.number()),
                              .update = "SET expiresAt = :later",
                              .values = {{":later", N(SecondsFromNow(kRenewedSeconds))}}};
    if (round.guarded()) {
      renewal.condition = "holder = :me";
      renewal.values[":me"] = N(client.number());
    }
    outcomes_.Record(client, ExpectOnlyContentionRefusals(client.UpdateItem(renewal)));
  }

  void Check(Round& round) override {
    SweepExpired(round.observer());
    for (int i = 0; i < round.clients(); ++i) {
      CheckHold(round, i, StoredItem(round.observer(), table_, Key(i)));
    }
  }

 private:
  Item Key(int client) const { return {{"pk", S(holds_[static_cast<size_t>(client)])}, {"sk", S("hold")}}; }

  void CheckHold(Round& round, int client, const Item& hold) const {
    const std::vector<std::string> about = {holds_[static_cast<size_t>(client)]};
    if (!hold.empty() && !Has(hold, "holder")) {
      round.ReportViolation("a renewal brought a hold back to life that had expired: " + ToText(hold), about);
      return;
    }
    if (client == kSweeper) {
      if (!hold.empty()) round.ReportViolation("a hold that nobody renewed is still there", about);
      return;
    }
    const Response::Outcome outcome = outcomes_.ForClient(client);
    if (outcome == Response::Outcome::kOk && hold.empty()) {
      round.ReportViolation("a hold was renewed, and expired all the same", about);
    }
    if (outcome == Response::Outcome::kRefused && !hold.empty()) {
      round.ReportViolation("the renewal of a hold was refused, and the hold is there", about);
    }
    round.CountEvent(hold.empty() ? "renewals that came too late" : "renewals in time");
  }

  std::string table_;
  std::vector<std::string> holds_;  // by client
  Outcomes outcomes_;
};

}  // namespace

RaceDescription RenewalOrExpiry() {
  return Describe<Renewers>("renewal-or-expiry", "A hold that is renewed as it expires is either kept whole or gone.",
                            "The holds are renewed without asking whether they are still there.");
}

}  // namespace holdfast::conformance
