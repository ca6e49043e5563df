// Clients transfer money between accounts with small balances, so many transfers are refused. The sum of all balances
// does not change, and no account is overdrawn.
#include <algorithm>
#include <string>
#include <vector>

#include "conformance/races/accounts.h"
#include "conformance/races/races.h"

namespace holdfast::conformance {
namespace {

constexpr int kAccounts = 5;
constexpr int64_t kBalance = 10;
constexpr int64_t kAmountMax = 9;
constexpr int kTransfers = 3;  // of each client

class Payers : public Race {
 public:
  void SetUp(Round& round) override { accounts_.SetUp(round, kAccounts, kBalance); }

  void RunClient(Round& round, Client& client) override {
    for (int i = 0; i < kTransfers; ++i) {
      if (round.guarded()) {
        accounts_.TransferInTransaction(client, kAmountMax);
      } else {
        accounts_.TransferInTwoUpdates(client, kAmountMax);
      }
    }
  }

  void Check(Round& round) override {
    const std::vector<int64_t> balances = accounts_.ReadAtEnd(round.observer());
    if (Sum(balances) != accounts_.total()) {
      round.ReportViolation(
          "the accounts held " + std::to_string(accounts_.total()) + " and now hold " + std::to_string(Sum(balances)),
          {accounts_.key()});
    }
    const int64_t least = *std::min_element(balances.begin(), balances.end());
    if (least < 0) round.ReportViolation("an account is overdrawn: " + std::to_string(least), {accounts_.key()});
  }

 private:
  Accounts accounts_;
};

}  // namespace

RaceDescription TransfersConserveTheTotal() {
  return Describe<Payers>("transfers-conserve-the-total", "Transactions that move money neither make nor lose any.",
                          "A transfer is two updates, of which the second may be refused.");
}

}  // namespace holdfast::conformance
