// Each client books three of six seats for its party in one transaction, each seat on condition that it is free. A
// refused client has no seat, an accepted one has all three.
#include <map>
#include <string>
#include <vector>

#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"
#include "conformance/runner/outcomes.h"
#include "conformance/runner/read_in_transaction.h"

namespace holdfast::conformance {
namespace {

constexpr int kSeats = 6;
constexpr size_t kSeatsPerParty = 3;

class Parties : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    for (int i = 0; i < kSeats; ++i) seats_.push_back(round.Key("seat" + std::to_string(i)));
    outcomes_.Reset(round.clients());
  }

  void RunClient(Round& round, Client& client) override {
    TransactWriteItemsRequest booking;
    for (const std::string& seat : ChooseSeats(client)) {
      booking.actions.push_back(
          PutItemRequest{.table = table_,
                         .item = {{"pk", S(seat)}, {"sk", S("seat")}, {"party", N(client.number())}},
                         .condition = "attribute_not_exists(pk)"});
    }
    outcomes_.Record(client, ExpectOnlyContentionRefusals(round.guarded() ? client.TransactWriteItems(booking)
                                                                          : BookOneByOne(client, booking)));
  }

  void Check(Round& round) override {
    std::vector<Item> keys;
    for (const std::string& seat : seats_) keys.push_back({{"pk", S(seat)}, {"sk", S("seat")}});
    std::map<int64_t, size_t> taken;  // by party
    // Not seat by seat: a booking of unknown outcome may be carried out between two reads.
    for (const Item& seat : ReadInTransaction(round.observer(), table_, keys)) {
      if (!seat.empty()) ++taken[NumberOf(seat, "party")];
    }
    for (int party = 0; party < round.clients(); ++party) CheckParty(round, party, taken[party]);
    if (outcomes_.Winners().empty() && outcomes_.Indeterminate().empty())
      round.CountEvent("rounds in which nobody got seats");
  }

 private:
  std::vector<std::string> ChooseSeats(Client& client) const {
    std::vector<std::string> seats = seats_;
    for (size_t i = 0; i < kSeatsPerParty; ++i) {
      const int64_t left = static_cast<int64_t>(seats.size() - i);
      std::swap(seats[i], seats[i + static_cast<size_t>(client.RandomBelow(left))]);
    }
    seats.resize(kSeatsPerParty);
    return seats;
  }

  static Response BookOneByOne(Client& client, const TransactWriteItemsRequest& booking) {
    for (size_t i = 0;; ++i) {
      Response response = client.PutItem(std::get<PutItemRequest>(booking.actions[i]));
      if (!response.ok() || i + 1 == booking.actions.size()) return response;
    }
  }

  void CheckParty(Round& round, int party, size_t seats) const {
    const std::string has = "party " + std::to_string(party) + " has " + std::to_string(seats) + " seats";
    const Response::Outcome outcome = outcomes_.ForClient(party);
    if (outcome == Response::Outcome::kOk && seats != kSeatsPerParty)
      round.ReportViolation(has + " and was told 3", seats_);
    if (outcome == Response::Outcome::kRefused && seats != 0) round.ReportViolation(has + " and was refused", seats_);
    if (outcome == Response::Outcome::kUnknown && seats != 0 && seats != kSeatsPerParty)
      round.ReportViolation(has, seats_);
  }

  std::string table_;
  std::vector<std::string> seats_;
  Outcomes outcomes_;
};

}  // namespace

RaceDescription AllOrNothing() {
  return Describe<Parties>("all-or-nothing", "A transaction is carried out whole, or not at all.",
                           "The seats are booked one by one, until one is refused.");
}

}  // namespace holdfast::conformance
