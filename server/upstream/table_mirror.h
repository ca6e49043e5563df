// The tables of the upstream as far as the race lab needs them: a database of this process that has their keys and
// indexes, and no items. With it the lab knows which items a request names, and which requests depend on each other.
//
// The mirror asks the upstream to describe a table when a request first names it, and again after the server has
// forwarded a change of a table. If another program changes a table, the mirror is out of date until the next run of a
// session or of `holdfast shake` begins: then it forgets all tables.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "engine/tables/table.h"
#include "engine/tables/table_name.h"
#include "server/upstream/upstream_client.h"

namespace holdfast::server {

// Thread-safe.
class TableMirror {
 public:
  // `client` must outlive this. `database` must have no tables, and serves no requests.
  TableMirror(UpstreamClient* client, std::shared_ptr<Database> database);

  Database& database() const { return *database_; }
  // Asks the upstream to describe the tables that are not mirrored yet, and waits for its responses. A table that the
  // upstream does not describe is not mirrored.
  void Fetch(const std::vector<std::string_view>& table_names);
  // `table_name`: a name or an ARN, whose account and Region are those of the upstream and not of the mirror. Null if
  // the table is not mirrored.
  std::shared_ptr<Table> Find(std::string_view table_name) const {
    return database_->FindTable(BareTableName(table_name));
  }
  // Removes all tables from the mirror.
  void Forget() { database_->Restore(empty_); }

 private:
  UpstreamClient* const client_;
  const std::shared_ptr<Database> database_;
  const Snapshot empty_;
};

}  // namespace holdfast::server
