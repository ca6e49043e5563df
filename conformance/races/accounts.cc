#include "conformance/races/accounts.h"

#include <numeric>

#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"

namespace holdfast::conformance {

struct Accounts::Transfer {
  UpdateItemRequest credit;
  UpdateItemRequest debit;
};

void Accounts::SetUp(Round& round, int count, int64_t balance) {
  table_ = round.Table(RacesTable());
  balance_ = balance;
  for (int i = 0; i < count; ++i) {
    keys_.push_back(round.Key("account" + std::to_string(i)));
    Item item = Key(keys_.back());
    item["balance"] = N(balance);
    Require(round.observer().PutItem({.table = table_, .item = item}));
  }
}

// The credit comes first: whoever carries the two out one by one has paid before the debit is refused.
Accounts::Transfer Accounts::Choose(Client& client, int64_t most) const {
  const auto accounts = static_cast<int64_t>(keys_.size());
  const int64_t from = client.Below(accounts);
  const int64_t to = (from + 1 + client.Below(accounts - 1)) % accounts;
  const Item amount = {{":amount", N(1 + client.Below(most))}};
  return {{.table = table_,
           .key = Key(keys_[static_cast<size_t>(to)]),
           .update = "SET balance = balance + :amount",
           .values = amount},
          {.table = table_,
           .key = Key(keys_[static_cast<size_t>(from)]),
           .update = "SET balance = balance - :amount",
           .condition = "balance >= :amount",
           .values = amount}};
}

Reply Accounts::TransferInTransaction(Client& client, int64_t most) const {
  const Transfer transfer = Choose(client, most);
  return ExpectRefusalsByOthers(client.TransactWriteItems({.actions = {transfer.credit, transfer.debit}}));
}

void Accounts::TransferInTwoUpdates(Client& client, int64_t most) const {
  const Transfer transfer = Choose(client, most);
  ExpectRefusalsByOthers(client.UpdateItem(transfer.credit));
  ExpectRefusalsByOthers(client.UpdateItem(transfer.debit));
}

std::optional<std::vector<int64_t>> Accounts::ReadInTransaction(Client& client) const {
  TransactGetItemsRequest read;
  for (const std::string& account : keys_) read.gets.push_back({.table = table_, .key = Key(account)});
  const Reply reply = RetryWhileConflicted(client, [&] { return client.TransactGetItems(read); });
  if (!ExpectRefusalsByOthers(reply).ok()) return std::nullopt;
  std::vector<int64_t> balances;
  for (const Item& item : reply.items()) balances.push_back(NumberOf(item, "balance"));
  return balances;
}

std::vector<int64_t> Accounts::ReadOneByOne(Client& client) const {
  std::vector<int64_t> balances;
  for (const std::string& account : keys_) {
    const Reply reply = Require(client.GetItem({.table = table_, .key = Key(account)}));
    balances.push_back(NumberOf(reply.item().value_or(Item()), "balance"));
  }
  return balances;
}

int64_t Sum(const std::vector<int64_t>& balances) {
  return std::accumulate(balances.begin(), balances.end(), int64_t{0});
}

}  // namespace holdfast::conformance
