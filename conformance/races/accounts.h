// A few accounts with money on them, and transfers between them: what two of the races are about.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/runner/race.h"

namespace holdfast::conformance {

class Accounts {
 public:
  void SetUp(Round& round, int count, int64_t balance);

  int64_t total() const { return balance_ * static_cast<int64_t>(keys_.size()); }
  const std::vector<std::string>& keys() const { return keys_; }

  // One transfer of up to `most` between two accounts of the client's choice, refused where it would overdraw.
  // As a transaction, or as two updates of which the second may be refused.
  Reply TransferInTransaction(Client& client, int64_t most) const;
  void TransferInTwoUpdates(Client& client, int64_t most) const;

  // The balances, read in one transaction; nothing where transfers were in the way.
  std::optional<std::vector<int64_t>> ReadInTransaction(Client& client) const;
  // The balances, read account by account.
  std::vector<int64_t> ReadOneByOne(Client& client) const;

 private:
  struct Transfer;
  Transfer Choose(Client& client, int64_t most) const;
  Item Key(const std::string& account) const { return {{"pk", S(account)}, {"sk", S("account")}}; }

  std::string table_;
  std::vector<std::string> keys_;
  int64_t balance_ = 0;
};

int64_t Sum(const std::vector<int64_t>& balances);

}  // namespace holdfast::conformance
