// The calendars that owners have connected. Their access tokens are stored in a vault; the table contains references to
// them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/systems/scheduling/interval.h"
#include "conformance/systems/scheduling/scheduling_tables.h"
#include "conformance/systems/table_store.h"

namespace holdfast::conformance::scheduling {

struct Connection {
  std::string owner;
  std::string provider;
};

Item ConnectionKey(const Connection& connection);

// The operations on connections through one client. Not thread-safe, like its client. Reads from the index are
// eventually consistent.
class Connections : public TableStore {
 public:
  // `guarded` false refreshes a token without the condition on its version.
  Connections(Client* client, const Tables& tables, bool guarded = true)
      : TableStore(client, tables.connections, guarded), bookings_table_(tables.bookings) {}

  // Puts the connection with version 1. Refused if the owner has connected this provider already.
  Response Connect(const Connection& connection, const std::string& vault_reference, Minute now);
  // Optimistic locking: refused unless the stored version is `expected_version`. Increments the version.
  Response RefreshToken(const Connection& connection, const std::string& vault_reference, int64_t expected_version,
                        Minute now);
  // Puts a guard for each busy quarter-hour of the calendar that has no guard of any holder yet, and deletes the
  // calendar's guards of quarter-hours that are not busy. All changes must fit into one transaction. Refused if the
  // token was refreshed since `stored` was read or if, since the guards were read, another request has put a guard that
  // this one puts, or deleted one that it deletes. Guards that stay are not checked.
  Response Sync(const Item& stored, const std::vector<Interval>& busy, Minute now);

  std::optional<Item> Get(const Connection& connection) { return TableStore::Get(ConnectionKey(connection)); }
  std::vector<Item> ConnectionsOfOwner(const std::string& owner) {
    return ReadPartition({"PK", "OWNER#" + owner}, {"SK", "PROVIDER#"});
  }
  std::vector<Item> ConnectionsOfProvider(const std::string& provider) {
    return ReadIndex("GSI1", {"GSI1_PK", "PROVIDER#" + provider});
  }

 private:
  const std::string bookings_table_;
};

}  // namespace holdfast::conformance::scheduling
