// A few accounts with money on them, in one partition, and transfers between them: what two of the races are about.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/runner/race.h"

namespace holdfast::conformance {

class Accounts {
 public:
  void SetUp(Round& round, int64_t count, int64_t balance);

  int64_t total() const { return balance_ * count_; }
  // The partition that all of them are in.
  const std::string& key() const { return key_; }

  // One transfer of up to `most` between two accounts of the client's choice, refused where it would overdraw.
  // As a transaction, or as two updates of which the second may be refused.
  Response TransferInTransaction(Client& client, int64_t most) const;
  void TransferInTwoUpdates(Client& client, int64_t most) const;

  // The balances, read in one transaction; nothing where transfers were in the way.
  std::optional<std::vector<int64_t>> ReadInTransaction(Client& client) const;
  // The balances, read account by account, or by one Query.
  std::vector<int64_t> ReadOneByOne(Client& client) const;
  std::vector<int64_t> ReadByQuery(Client& client) const;

 private:
  struct Transfer;
  Transfer Choose(Client& client, int64_t most) const;
  Item Key(int64_t account) const { return {{"pk", S(key_)}, {"sk", S("account" + std::to_string(account))}}; }

  std::string table_;
  std::string key_;
  int64_t count_ = 0;
  int64_t balance_ = 0;
};

int64_t Sum(const std::vector<int64_t>& balances);

}  // namespace holdfast::conformance
