#include "conformance/systems/read_together.h"

#include "conformance/runner/attempts.h"

namespace holdfast::conformance {

std::vector<Item> ReadTogether(Client& client, const std::string& table, const std::vector<Item>& keys) {
  TransactGetItemsRequest request;
  for (const Item& key : keys) request.gets.push_back({.table = table, .key = key});
  std::vector<Item> items =
      Require(RetryWhileConflicted(client, [&client, &request] { return client.TransactGetItems(request); })).items();
  if (items.size() != keys.size()) throw SetupFailed("TransactGetItems answered for another number of items");
  return items;
}

}  // namespace holdfast::conformance
