// The calendars that owners have connected. Their access tokens are stored in a vault; the table contains references to
// them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/client/client.h"
#include "conformance/systems/scheduling/interval.h"
#include "conformance/systems/scheduling/scheduling_tables.h"

namespace holdfast::conformance::scheduling {

struct Connection {
  std::string owner;
  std::string provider;
};

Item ConnectionKey(const Connection& connection);

// The operations on connections through one client. Not thread-safe, like its client. Reads from the index are
// eventually consistent.
class Connections {
 public:
  // `guarded` false refreshes a token without the condition on its version.
  Connections(Client* client, Tables tables, bool guarded = true)
      : client_(*client), tables_(std::move(tables)), guarded_(guarded) {}

  // Version 1. Refused where the owner has connected this provider already.
  Response Connect(const Connection& connection, const std::string& vault_reference, Minute now);
  // Optimistic locking: refused unless the version is still the expected one, which then grows by one.
  Response RefreshToken(const Connection& connection, const std::string& vault_reference, int64_t expected_version,
                        Minute now);
  // Puts a guard for each of the calendar's busy quarter-hours and deletes its guards of others; quarter-hours that a
  // booking holds stay the booking's. One transaction, which all changes must fit into; refused if the token was
  // refreshed since `stored` was read.
  Response Sync(const Item& stored, const std::vector<Interval>& busy, Minute now);

  std::optional<Item> Get(const Connection& connection);
  std::vector<Item> OfOwner(const std::string& owner);
  std::vector<Item> OfProvider(const std::string& provider);

 private:
  Client& client_;
  const Tables tables_;
  const bool guarded_;
};

}  // namespace holdfast::conformance::scheduling
