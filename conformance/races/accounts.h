// Accounts with balances in one partition, and transfers between them, for two races.
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
  // The partition key of all accounts.
  const std::string& key() const { return key_; }

  // Transfer a random amount of up to `amount_max` between two random accounts, in one transaction or by two updates.
  // The transaction, or the second update, is refused if it would overdraw an account.
  Response TransferInTransaction(Client& client, int64_t amount_max) const;
  void TransferInTwoUpdates(Client& client, int64_t amount_max) const;

  // The balances, read in one transaction; nothing if the read conflicted with transfers too often or its outcome is
  // unknown.
  std::optional<std::vector<int64_t>> ReadInTransaction(Client& client) const;
  // For Check: the balances, read in one transaction, because a transfer of unknown outcome may still be carried out.
  // Throws SetupFailed if they cannot be read.
  std::vector<int64_t> ReadAtEnd(Client& client) const;
  // The balances, read account by account, or by one Query.
  std::vector<int64_t> ReadOneByOne(Client& client) const;
  std::vector<int64_t> ReadByQuery(Client& client) const;

 private:
  struct Transfer;
  Transfer ChooseTransfer(Client& client, int64_t amount_max) const;
  Item Key(int64_t account) const { return {{"pk", S(key_)}, {"sk", S("account" + std::to_string(account))}}; }

  std::string table_;
  std::string key_;
  int64_t count_ = 0;
  int64_t balance_ = 0;
};

int64_t Sum(const std::vector<int64_t>& balances);

}  // namespace holdfast::conformance
