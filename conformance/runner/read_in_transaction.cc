#include "conformance/runner/read_in_transaction.h"

#include <string>

#include "conformance/runner/attempts.h"

namespace holdfast::conformance {

std::vector<Item> ReadInTransaction(Client& client, const std::string& table, const std::vector<Item>& keys) {
  TransactGetItemsRequest request;
  for (const Item& key : keys) request.gets.push_back({.table = table, .key = key});
  std::vector<Item> items =
      Require(RetryWhileConflicted(client, [&client, &request] { return client.TransactGetItems(request); })).items();
  if (items.size() != keys.size()) {
    throw SetupFailed("TransactGetItems returned " + std::to_string(items.size()) + " items for " +
                      std::to_string(keys.size()) + " keys");
  }
  return items;
}

}  // namespace holdfast::conformance
