// The base of all systems' stores: reads and writes one table through one client.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/client/client.h"

namespace holdfast::conformance {

// Not thread-safe, like its client. All methods throw SetupFailed if their request does not succeed.
class TableStore {
 public:
  void Put(Item item) { Require(client_.PutItem({.table = table_, .item = std::move(item)})); }
  // Reads with strong consistency.
  std::optional<Item> Get(Item key) {
    return Require(client_.GetItem({.table = table_, .key = std::move(key)})).item();
  }

 protected:
  // The name of a key attribute, and its value or a prefix of its value.
  using KeyPart = std::pair<std::string, std::string>;

  TableStore(Client* client, std::string table, bool guarded = true)
      : client_(*client), table_(std::move(table)), guarded_(guarded) {}

  // The items of a partition whose sort key has this prefix, in key order. Read with strong consistency.
  std::vector<Item> ReadPartition(const KeyPart& partition, const KeyPart& sort_key) {
    return Read({.table = table_, .consistent = true}, partition, sort_key);
  }
  // Like ReadPartition, but from an index, which is eventually consistent. Without `sort_key` the whole partition.
  std::vector<Item> ReadIndex(const std::string& index, const KeyPart& partition, const KeyPart& sort_key = {}) {
    return Read({.table = table_, .index = index}, partition, sort_key);
  }

  Client& client_;
  const std::string table_;
  // False in the control of a race: the conditions are omitted.
  const bool guarded_;

 private:
  std::vector<Item> Read(QueryRequest request, const KeyPart& partition, const KeyPart& sort_key) {
    request.key_condition = partition.first + " = :partition";
    request.values = {{":partition", S(partition.second)}};
    if (!sort_key.first.empty()) {
      request.key_condition += " AND begins_with(" + sort_key.first + ", :beginning)";
      request.values[":beginning"] = S(sort_key.second);
    }
    return client_.QueryAll(std::move(request));
  }
};

}  // namespace holdfast::conformance
