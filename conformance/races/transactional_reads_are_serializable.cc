// Half of the clients transfer money while the others read all accounts in one transaction: each such read finds the
// same total. A Query, or reading one account after the other, may find another total, which is only counted; in the
// control, a wrong total of the accounts read one after the other is the violation.
#include <optional>
#include <string>
#include <vector>

#include "conformance/races/accounts.h"
#include "conformance/races/races.h"

namespace holdfast::conformance {
namespace {

constexpr int kAccounts = 6;
constexpr int64_t kBalance = 1'000;
constexpr int64_t kAmountMax = 50;
constexpr int kIterations = 4;  // of each client

class Auditors : public Race {
 public:
  void SetUp(Round& round) override { accounts_.SetUp(round, kAccounts, kBalance); }

  void RunClient(Round& round, Client& client) override {
    for (int i = 0; i < kIterations; ++i) {
      if (client.number() % 2 == 0) {
        accounts_.TransferInTransaction(client, kAmountMax);
      } else {
        Audit(round, client);
      }
    }
  }

  void Check(Round& round) override {
    const std::vector<int64_t> balances = accounts_.ReadAtEnd(round.observer());
    if (Sum(balances) != accounts_.total()) round.ReportViolation("the total has changed", {accounts_.key()});
  }

 private:
  void Audit(Round& round, Client& client) {
    const std::vector<int64_t> one_by_one = accounts_.ReadOneByOne(client);
    const bool total_differs = Sum(one_by_one) != accounts_.total();
    if (total_differs) round.CountEvent("reads one by one that saw half a transfer");
    if (Sum(accounts_.ReadByQuery(client)) != accounts_.total()) round.CountEvent("queries that saw half a transfer");
    if (!round.guarded()) {
      if (total_differs) ReportWrongTotal(round, one_by_one);
      return;
    }
    const std::optional<std::vector<int64_t>> in_transaction = accounts_.ReadInTransaction(client);
    if (in_transaction.has_value() && Sum(*in_transaction) != accounts_.total())
      ReportWrongTotal(round, *in_transaction);
  }

  void ReportWrongTotal(Round& round, const std::vector<int64_t>& balances) {
    round.ReportViolation("an audit found " + std::to_string(Sum(balances)) + " on accounts that hold " +
                              std::to_string(accounts_.total()),
                          {accounts_.key()});
  }

  Accounts accounts_;
};

}  // namespace

RaceDescription TransactionalReadsAreSerializable() {
  return Describe<Auditors>("transactional-reads-are-serializable",
                            "TransactGetItems sees every transaction whole or not at all.",
                            "The accounts are read one after the other, without a transaction.");
}

}  // namespace holdfast::conformance
