#include "conformance/races/accounts.h"

#include <numeric>

#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"
#include "conformance/runner/read_in_transaction.h"

namespace holdfast::conformance {

struct Accounts::Transfer {
  UpdateItemRequest credit;
  UpdateItemRequest debit;
};

void Accounts::SetUp(Round& round, int64_t count, int64_t balance) {
  table_ = round.Table(RacesTable());
  key_ = round.Key("accounts");
  count_ = count;
  balance_ = balance;
  for (int64_t account = 0; account < count; ++account) {
    Item item = Key(account);
    item["balance"] = N(balance);
    Require(round.observer().PutItem({.table = table_, .item = item}));
  }
}

// The credit comes first, so that an endpoint that executes the two one by one has credited the amount before the debit
// is refused, which changes the total.
Accounts::Transfer Accounts::ChooseTransfer(Client& client, int64_t amount_max) const {
  const int64_t from = client.RandomBelow(count_);
  const int64_t to = (from + 1 + client.RandomBelow(count_ - 1)) % count_;
  const Item amount = {{":amount", N(1 + client.RandomBelow(amount_max))}};
  return {{.table = table_, .key = Key(to), .update = "SET balance = balance + :amount", .values = amount},
          {.table = table_,
           .key = Key(from),
           .update = "SET balance = balance - :amount",
           .condition = "balance >= :amount",
           .values = amount}};
}

Response Accounts::TransferInTransaction(Client& client, int64_t amount_max) const {
  const Transfer transfer = ChooseTransfer(client, amount_max);
  return ExpectOnlyContentionRefusals(client.TransactWriteItems({.actions = {transfer.credit, transfer.debit}}));
}

void Accounts::TransferInTwoUpdates(Client& client, int64_t amount_max) const {
  const Transfer transfer = ChooseTransfer(client, amount_max);
  ExpectOnlyContentionRefusals(client.UpdateItem(transfer.credit));
  ExpectOnlyContentionRefusals(client.UpdateItem(transfer.debit));
}

std::optional<std::vector<int64_t>> Accounts::ReadInTransaction(Client& client) const {
  TransactGetItemsRequest read;
  for (int64_t account = 0; account < count_; ++account) read.gets.push_back({.table = table_, .key = Key(account)});
  const Response response = RetryWhileConflicted(client, [&] { return client.TransactGetItems(read); });
  if (!ExpectOnlyContentionRefusals(response).ok()) return std::nullopt;
  std::vector<int64_t> balances;
  for (const Item& item : response.items()) balances.push_back(NumberOf(item, "balance"));
  return balances;
}

std::vector<int64_t> Accounts::ReadAtEnd(Client& client) const {
  std::vector<Item> keys;
  for (int64_t account = 0; account < count_; ++account) keys.push_back(Key(account));
  std::vector<int64_t> balances;
  for (const Item& item : conformance::ReadInTransaction(client, table_, keys)) {
    balances.push_back(NumberOf(item, "balance"));
  }
  return balances;
}

std::vector<int64_t> Accounts::ReadOneByOne(Client& client) const {
  std::vector<int64_t> balances;
  for (int64_t account = 0; account < count_; ++account) {
    balances.push_back(NumberOf(StoredItem(client, table_, Key(account)), "balance"));
  }
  return balances;
}

std::vector<int64_t> Accounts::ReadByQuery(Client& client) const {
  std::vector<int64_t> balances;
  for (const Item& item : client.QueryAll({.table = table_,
                          .key_condition = "pk = :accounts",
                          .values = {{":accounts", S(key_)}},
                          .consistent = true})) {
    balances.push_back(NumberOf(item, "balance"));
  }
  return balances;
}

int64_t Sum(const std::vector<int64_t>& balances) {
  return std::accumulate(balances.begin(), balances.end(), int64_t{0});
}

}  // namespace holdfast::conformance
