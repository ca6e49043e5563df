// The tables of a run on the endpoint: created on first use, deleted at the end.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "conformance/client/client.h"

namespace holdfast::conformance {

struct TableDefinition {
  std::string name;
  // The members of CreateTable's request after TableName, as JSON text.
  std::string json;
  // Empty: no time to live.
  std::string time_to_live_attribute;
};

// The key attributes of a table or an index, all of them strings. `sort` is empty if there is no sort key.
struct KeyNames {
  std::string partition;
  std::string sort = {};
};

// A table with a stream of old and new images. `indexes` are the names and keys of its global indexes, which project
// all attributes.
TableDefinition StringKeyedTable(std::string name, const KeyNames& keys,
                                 const std::vector<std::pair<std::string, KeyNames>>& indexes,
                                 std::string time_to_live_attribute = "");

// pk and sk, both strings; a global index "gsi1" over gsi1pk and gsi1sk; a stream of old and new images; time to live
// in "expiresAt". Most races and several systems use such a table.
TableDefinition SingleTable(std::string name);

// How long to wait for a new table to become ACTIVE, and for tables to be deleted; and a callback for both.
struct TableWait {
  // How long a new table may take to become ACTIVE.
  std::chrono::seconds time_max{120};
  // Called with a line of text: every few seconds while a table is not ACTIVE, and once for each table that could not
  // be deleted.
  std::function<void(const std::string& text)> report = [](const std::string&) {};
  // How long to try to delete the tables at the end.
  std::chrono::seconds delete_max{30};
};

// Not thread-safe.
class TableSet {
 public:
  // On the endpoint a table is called PREFIX-NAME.
  TableSet(Client* client, std::string prefix, TableWait wait = {});
  // Deletes all tables of the set, also after an interruption, and reports those that it could not delete within
  // `delete_max`.
  ~TableSet();
  TableSet(const TableSet&) = delete;
  TableSet& operator=(const TableSet&) = delete;

  // Creates the table on first use, waits until it and its indexes are ACTIVE, and returns its name on the endpoint.
  // Throws SetupFailed. After a table has failed to become ACTIVE, later calls for it throw without waiting.
  const std::string& Ensure(const TableDefinition& definition);
  // Deletes this table, too, at the end.
  void DeleteAtEnd(const std::string& name_on_endpoint) { names_.emplace(name_on_endpoint, name_on_endpoint); }
  // How long a table may take to reach a status.
  std::chrono::seconds time_max() const { return wait_.time_max; }
  // The ARN of the stream of the table with this name on the endpoint, which Ensure has returned. Throws SetupFailed if
  // it has none.
  std::string StreamArn(const std::string& name_on_endpoint);
  // How long Ensure has created tables so far, in all.
  std::chrono::steady_clock::duration creation_time() const { return creation_time_; }

 private:
  void Create(const TableDefinition& definition, const std::string& name);
  void WaitUntilActive(const std::string& name);

  Client* const client_;
  const std::string prefix_;
  const TableWait wait_;
  std::map<std::string, std::string> names_;     // by the definition's name
  std::map<std::string, std::string> failures_;  // why a table never became ACTIVE, by its name on the endpoint
  std::chrono::steady_clock::duration creation_time_{0};
};

}  // namespace holdfast::conformance
