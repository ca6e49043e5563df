// Two doctors of a ward are on call, and each goes off call on condition that the other is on call: one always stays.
#include <string>
#include <vector>

#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"

namespace holdfast::conformance {
namespace {

class Doctors : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    wards_ = (round.clients() + 1) / 2;
    refused_.resize(static_cast<size_t>(round.clients()));
    for (int ward = 0; ward < wards_; ++ward) {
      keys_.push_back(round.Key("ward" + std::to_string(ward)));
      for (int doctor = 0; doctor < 2; ++doctor) {
        Item item = Key(ward, doctor);
        item["onCall"] = Bool(true);
        Require(round.observer().PutItem({.table = table_, .item = item}));
      }
    }
  }

  void RunClient(Round& round, Client& client) override {
    const int ward = client.number() / 2;
    const int doctor = client.number() % 2;
    if (round.guarded()) {
      const TransactWriteItemsRequest go_off_call{.actions = {ConditionCheckRequest{.table = table_,
                                                                                    .key = Key(ward, 1 - doctor),
                                                                                    .condition = "onCall = :yes",
                                                                                    .values = {{":yes", Bool(true)}}},
                                                              GoOffCallRequest(ward, doctor)}};
      const Response response = ExpectOnlyContentionRefusals(
          RetryWhileConflicted(client, [&] { return client.TransactWriteItems(go_off_call); }));
      refused_[static_cast<size_t>(client.number())] = response.ConditionFailed();
    } else if (IsOnCall(client, ward, 1 - doctor)) {
      ExpectOnlyContentionRefusals(client.UpdateItem(GoOffCallRequest(ward, doctor)));
    }
  }

  void Check(Round& round) override {
    for (int ward = 0; ward < wards_; ++ward) {
      if (!IsOnCall(round.observer(), ward, 0) && !IsOnCall(round.observer(), ward, 1)) {
        round.ReportViolation("both doctors of a ward went off call, each because the other was on",
                              {keys_[static_cast<size_t>(ward)]});
      }
      const auto first = static_cast<size_t>(2 * ward);
      if (first + 1 < refused_.size() && refused_[first] && refused_[first + 1]) {
        round.ReportViolation("both doctors of a ward were refused, although both had been on call",
                              {keys_[static_cast<size_t>(ward)]});
      }
    }
  }

 private:
  Item Key(int ward, int doctor) const {
    return {{"pk", S(keys_[static_cast<size_t>(ward)])}, {"sk", S("doctor" + std::to_string(doctor))}};
  }

  UpdateItemRequest GoOffCallRequest(int ward, int doctor) const {
    return {.table = table_,
            .key = Key(ward, doctor),
            .update = "SET onCall = :no",
            .condition = "attribute_exists(pk)",
            .values = {{":no", Bool(false)}}};
  }

  bool IsOnCall(Client& client, int ward, int doctor) const {
    const Item item = StoredItem(client, table_, Key(ward, doctor));
    return Has(item, "onCall") && item.at("onCall").truth;
  }

  std::string table_;
  int wards_ = 0;
  std::vector<std::string> keys_;  // by ward
  std::vector<char> refused_;      // for a condition, by client; not bool, because each client writes its own
};

}  // namespace

RaceDescription WriteSkewIsRefused() {
  return Describe<Doctors>("write-skew-is-refused",
                           "A ConditionCheck holds at the moment of the transaction, not some time before.",
                           "The doctors look whether the other is on call, and then go off without a check.");
}

}  // namespace holdfast::conformance
